(declare-fun p (Int) Bool)
(assert (forall ((x Bool)) (p x)))
;; expected
;; 2:28: 'p' cannot be applied to Bool
