//! Battles of the ancient and medieval book, a file or folder for each chapter as in `src/battle`.

mod random;
