(define-bun f () Bool)
;; expected
;; 1:1: unknown command 'define-bun'
