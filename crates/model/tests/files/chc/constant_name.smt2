(declare-fun p (Bool) Bool)
(assert (forall ((true Bool)) (=> (p true) (p false))))
;; expected
;; (set-logic HORN)
;; (declare-fun p (Bool) Bool)
;; (assert (forall ((true!0 Bool)) (=> (p true!0) (p false))))
;; (check-sat)
