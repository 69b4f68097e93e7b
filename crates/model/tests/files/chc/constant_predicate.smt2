(declare-fun RNE () Bool)
;; expected
;; 1:1: 'RNE' is already defined
