//! Combat and tests of Field of Glory Renaissance.
