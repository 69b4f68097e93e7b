//! Functions on strings.

use super::{ExternalCall, Model};

pub(super) fn find(name: &str) -> Option<Model> {
    const FUNCTIONS: [&str; 24] = [
        "strlen",
        "strnlen",
        "strcmp",
        "strncmp",
        "strcpy",
        "strncpy",
        "strcat",
        "strncat",
        "strchr",
        "strrchr",
        "strstr",
        "memchr",
        "memcmp",
        "bcmp",
        "strdup",
        "strndup",
        "strtok",
        "strspn",
        "strcspn",
        "strpbrk",
        "stpcpy",
        "strcoll",
        "strcasecmp",
        "strncasecmp",
    ];
    FUNCTIONS.contains(&name).then_some(ExternalCall::unsupported_call)
}
