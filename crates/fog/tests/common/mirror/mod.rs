//! Battles beside their mirror images: with left and right exchanged, and with the table turned half round and the sides
//! swapped. Given the mirrored choices and the same dice, everything goes the mirrored way.

mod compare;
mod follow;
mod image;

pub use follow::Pair;
pub use image::Mirror;

use crate::battle_common::Chance;
use caracole_fog::battle::{Played, Setup};

/// A battle that differs in the mirror: its number, and what decides otherwise there.
pub type Known = (u64, &'static str);

/// Plays these battles in a mirror. No more of them may differ than are known to, and the number only goes down.
pub fn reflect<B: Played>(mirror: Mirror, known: &[Known], battles: impl Iterator<Item = (u64, Setup)>) {
    let mut wrong = Vec::new();
    let (mut steps, mut number) = (0, 0);
    for (seed, setup) in battles {
        number += 1;
        let played =
            Pair::<B>::start(mirror, &setup).and_then(|mut pair| pair.play(&mut Chance(seed), 60_000));
        match played {
            Ok(n) => steps += n,
            Err(what) => {
                let why = known.iter().find(|(k, _)| *k == seed).map_or("not known", |(_, why)| *why);
                let what = what.chars().take(1_500).collect::<String>();
                wrong.push(format!("battle {seed} ({why}): {what}"));
            }
        }
    }
    println!("{steps} steps; {} of {number} battles differ in the mirror", wrong.len());
    println!("{}", wrong.join("\n"));
    assert!(wrong.len() <= known.len(), "{} of {number} battles differ in the mirror", wrong.len());
}
