(declare-fun p (Int) Bool)
(declare-fun p (Int) Bool)
;; expected
;; 2:1: 'p' is already defined
