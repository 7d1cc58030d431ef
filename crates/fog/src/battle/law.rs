//! The rule of the book that is played.

use crate::troops::Book;
use caracole_ledger::{RuleId, System};

/// Which of two rules holds: the first book's or the second's. See [`law!`](crate::battle::law::law).
#[must_use]
pub(crate) fn of(book: impl Into<Book>, renaissance: RuleId, ancients: RuleId) -> RuleId {
    match book.into() {
        Book::Renaissance => renaissance,
        Book::Ancients => ancients,
    }
}

/// Whether the rules are of the books in whose places they stand.
pub(crate) const fn in_order(renaissance: RuleId, ancients: RuleId) -> bool {
    matches!((renaissance.rule().system, ancients.rule().system), (System::Fogr, System::Fogam))
}

/// The rule of the book that is played, where both books have one: `law!(world.book, "FOGR-…", "FOGAM-…")`. A rule
/// without a partner stands in its book's own folder.
macro_rules! law {
    ($book:expr, $renaissance:literal, $ancients:literal) => {{
        const _: () = assert!(
            $crate::battle::law::in_order(
                caracole_ledger::rule!($renaissance),
                caracole_ledger::rule!($ancients)
            ),
            "the Renaissance rule stands first"
        );
        $crate::battle::law::of(
            $book,
            caracole_ledger::rule!($renaissance),
            caracole_ledger::rule!($ancients),
        )
    }};
}
pub(crate) use law;
