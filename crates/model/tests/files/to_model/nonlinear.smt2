(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 1))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
;; expected
;; clause 1 is not linear
