//! The line of grazing fire.

use super::line::{Line, Passed};
use crate::charts::{GrazingEffect, Tec};
use crate::hex::{Hex, Turn};
use crate::map::Map;
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// The hexes that grazing fire from `gun` through the centre of `target` sweeps, nearest first, out to `range`
/// hexes. Where the line runs along a hex spine it takes the hexes on the side the firing player chose.
///
/// Slopes end the line before they are crossed; any other hexside feature away from the gun's own hex lets it go
/// one hex further. The target itself is missing if the line ends before it: then it is fired at but not grazed.
pub fn line_of_fire(
    map: &Map,
    tec: &Tec,
    gun: Hex,
    target: Hex,
    range: i32,
    spine: Turn,
) -> SmallVec<[Hex; 16]> {
    enforces!("MPBS-10.8.3b", "MPBS-10.8.3c", "MPBS-10.8.3d", "MPBS-10.8.5", "MPBS-10.9.1b");
    let mut swept = SmallVec::new();
    let Some(line) = Line::new(gun, target) else { return swept };
    let mut at = gun;
    for passed in line {
        let hex = match (passed, spine) {
            (Passed::Hex(hex), _) => hex,
            (Passed::Spine { left, .. }, Turn::Left) => left,
            (Passed::Spine { right, .. }, Turn::Right) => right,
        };
        if gun.distance(hex) > range || !map.contains(hex) {
            break;
        }
        let Some(direction) = at.direction_to(hex) else { break };
        let mut effect = GrazingEffect::None;
        if let Some(slope) = map.slope(at, direction) {
            effect = tec.slope(slope).grazing;
        }
        for feature in map.hexside(at, direction).features.iter() {
            match tec.hexside(feature).grazing {
                GrazingEffect::None => {}
                GrazingEffect::Stops => effect = GrazingEffect::Stops,
                GrazingEffect::OneHexBeyond if at == gun || effect == GrazingEffect::Stops => {}
                GrazingEffect::OneHexBeyond => effect = GrazingEffect::OneHexBeyond,
            }
        }
        if effect == GrazingEffect::Stops {
            break;
        }
        swept.push(hex);
        if effect == GrazingEffect::OneHexBeyond {
            break;
        }
        at = hex;
    }
    swept
}
