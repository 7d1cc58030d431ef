//! Dice as steps: what is thrown and the sources that throw it.

mod roll;

pub use roll::{
    BadThrow, Die, FaceSet, Keep, MOST_DICE, Pool, Reading, Reroll, Roll, Throw, Thrown, Value, Values,
};
