//! Battles with literal cards.
