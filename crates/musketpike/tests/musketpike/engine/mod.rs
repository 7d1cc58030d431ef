//! The engine: what is offered and what is accepted.

mod offers;
