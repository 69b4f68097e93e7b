//! Ids of parts of a model.

use term::id;

id!(
    /// A control location of a control-flow automaton; `l7` unless it has another name.
    Location,
    "l"
);
id!(
    /// An edge of a control-flow automaton.
    EdgeId,
    "e"
);
id!(
    /// A procedure of a model.
    ProcedureId,
    "p"
);
id!(
    /// A source file that a model was made from.
    FileId,
    "f"
);
id!(
    /// A predicate of a system of Horn clauses.
    PredicateId,
    "P"
);
