//! Army lists, points and composition.
