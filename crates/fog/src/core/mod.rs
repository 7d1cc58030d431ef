//! The arithmetic that both books share.
