; Arguments are assigned simultaneously.
(set-logic HORN)
(declare-fun p (Int Int Bool) Bool)
(declare-fun start (Int) Bool)
(assert (p 1 2 true))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (p x y b) (p y x b))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (p x y b) (p (+ y 1) y (not b)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x x true) (< x z)) (start z))))
(assert (forall ((x Int)) (=> (start (+ x x)) false)))
(check-sat)
;; expected
;; var arg!0 : Int
;; var arg!1 : Int
;; var arg!2 : Bool
;; var any!0 : Int
;; var old!0 : Int
;;
;; procedure main {
;;   initial |start'|
;;   error error "the clauses are solvable"
;;   |start'| -> p { arg!0 := 1; arg!1 := 2; arg!2 := true } @ "test.smt2":5:1
;;   p -> p { old!0 := arg!0; arg!0 := arg!1; arg!1 := old!0; havoc old!0 } @ "test.smt2":6:1
;;   p -> p { arg!0 := (+ arg!1 1); arg!2 := (not arg!2) } @ "test.smt2":7:1
;;   p -> start {
;;     havoc any!0;
;;     assume (and (= arg!1 arg!0) (= arg!2 true) (< arg!0 any!0));
;;     arg!0 := any!0;
;;     havoc any!0;
;;     havoc arg!1;
;;     havoc arg!2
;;   } @ "test.smt2":8:1
;;   start -> error { havoc any!0; assume (and (= arg!0 (+ any!0 any!0)) true) } @ "test.smt2":9:1
;; }
