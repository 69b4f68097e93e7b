(declare-fun p (Int) Bool)
(assert (exists ((x Int))
  (p x)))
;; expected
;; 2:9: unsupported: a quantifier that is not universal
