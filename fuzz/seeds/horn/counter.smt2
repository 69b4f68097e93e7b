; Constrained Horn clauses over bit-vectors: a counter in steps of two that stays even.
; expect: TRUE
(set-logic HORN)
(declare-fun inv ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (= x #x00) (inv x))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)))
  (=> (and (inv x) (bvult x #x0a) (= y (bvadd x #x02))) (inv y))))
(assert (forall ((x (_ BitVec 8))) (=> (and (inv x) (= ((_ extract 0 0) x) #b1)) false)))
(check-sat)
