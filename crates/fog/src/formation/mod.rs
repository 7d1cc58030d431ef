//! Files and ranks of a battle group.
