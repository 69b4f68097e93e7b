(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (or (p x) (p (+ x 1)))))
;; expected
;; 2:9: unsupported: not a Horn clause: more than one predicate is implied
