//! Encounters that come with the program: a battle with everything in its place.
