//! Rule ids that are checked when the program is compiled.

use std::fmt;

/// A rule of the ledger, as an index into it. Written [`rule!`]`("FOGR-IMPACT-021")`; an unknown id does not compile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u16);

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
