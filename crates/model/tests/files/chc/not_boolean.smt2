(assert (forall ((x Int)) (+ x 1)))
;; expected
;; 1:9: expected a term of sort Bool, found Int
