(declare-fun f (Int) Int)
;; expected
;; 1:22: unsupported: a declared function that is not a predicate
