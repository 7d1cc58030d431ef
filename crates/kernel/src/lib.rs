//! The battle machine that serves every rule system.
