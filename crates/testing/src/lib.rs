//! What the tests of several crates share. Nothing of the program uses it.
//!
//! - [`Node`]: a value as a tree that keeps the names of its types, for tests that mirror whole battles.
//!
//! ```
//! use caracole_testing::Node;
//!
//! assert_eq!(Node::of(&vec![1, 2]).json(), serde_json::json!([1, 2]));
//! ```
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

mod node;

pub use node::Node;
