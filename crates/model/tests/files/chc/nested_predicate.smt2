(declare-fun p (Bool) Bool)
(assert (forall ((b Bool)) (=> b (p (p b)))))
;; expected
;; 2:9: unsupported: not a Horn clause: a predicate inside another term
