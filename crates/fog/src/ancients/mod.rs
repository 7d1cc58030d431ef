//! Combat and tests of Field of Glory, ancient and medieval.
