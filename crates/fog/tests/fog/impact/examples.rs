//! The worked examples of the book that concern the impact phase.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::impact::{Evade, EvadeTurn};
use caracole_fog::battle::outcome::files_of;
use caracole_fog::battle::outcome::roster::directions;
use caracole_fog::combat::Directions;
use caracole_fog::formation::Facing;
use caracole_fog::troops::{Capability, Cohesion};
use caracole_kernel::dice::Reading;
use caracole_ledger::proves;

fn is_pike(b: &&BaseState) -> bool {
    b.profile.has(Capability::Pike)
}

/// A later tercio that faces south, two files of pike between files of three arquebusiers. The Dutch fight its right three
/// files; more of them stand at its sides.
fn tercio() -> Scene {
    scene()
        .red(group("Dutch", &[shot(6)]).at(880, 700, 0, 3))
        .red(group("West", &[horse(2)]).at(740, 735, 90, 1))
        .red(group("East", &[horse(2)]).at(1060, 735, 270, 1))
        .blue(group("Tercio", &[pike(8), shot(6)]).says(GroupPermit::LaterTercio).at(900, 700, 180, 4))
}

fn turned(play: &Play, facing: Facing) -> Vec<(bool, (i32, i32))> {
    let all = bases(play.world(), play.id("Tercio"));
    let mut found: Vec<(bool, (i32, i32))> =
        all.iter().filter(|b| b.facing == facing).map(|b| (is_pike(&b), front(b))).collect();
    found.sort_unstable();
    found
}

#[test]
fn a_later_tercio_is_charged_in_its_right_side() {
    // Examples 209 and A-015.
    proves!("FOGR-IMPACT-059", "FOGR-IMPACT-053", "FOGR-IMPACT-042", "FOGR-COMBAT-009", "FOGR-MELEE-018");
    let mut play = tercio().begin();
    let tercio = play.id("Tercio");
    let told = charge_home(&mut play, "West", &["Tercio"]);
    assert_eq!(moved(&told).2, [(tercio, Approach::NoFlankCharge)]);
    choose(&mut play, Impact::FaceAttack { ranks: 2 });
    // Two pike bases stand behind the first two ranks of arquebusiers, facing west; these fight to their front and do
    // not turn. The third arquebusier has gone where a pike base stood.
    assert_eq!(turned(&play, Facing::Right), [(true, (820, 760)), (true, (840, 760))]);
    let all = bases(play.world(), tercio);
    let at = |x: i32| -> Vec<(bool, i32)> {
        all.iter()
            .filter(|b| b.facing == Facing::Front && front(b).0 == x)
            .map(|b| (is_pike(&b), front(b).1))
            .collect()
    };
    assert_eq!(at(840), [(false, 700), (false, 720)]);
    assert_eq!(at(880), [(true, 700), (true, 720), (false, 740)]);
    assert_eq!(play.world()[tercio].cohesion, Cohesion::Steady);
    assert_eq!(directions(play.world(), tercio), Directions::One);
    sound(&play);
}

#[test]
fn a_later_tercio_is_charged_in_both_sides() {
    // Examples 210 and A-016.
    proves!("FOGR-IMPACT-059", "FOGR-IMPACT-060");
    let mut play = tercio().begin();
    charge(&mut play, "West", None, &["Tercio"]);
    charge(&mut play, "East", None, &["Tercio"]);
    end(&mut play);
    advance(&mut play, "West");
    choose(&mut play, Impact::FaceAttack { ranks: 2 });
    advance(&mut play, "East");
    choose(&mut play, Impact::FaceAttack { ranks: 1 });
    assert_eq!(turned(&play, Facing::Right), [(true, (820, 760)), (true, (840, 760))]);
    // The left arquebusiers are free to their front and turn; one pike base stands beside them.
    assert_eq!(turned(&play, Facing::Left), [(false, (960, 720)), (false, (980, 720)), (true, (980, 760))]);
    // Pike face three ways, five of them to the front.
    assert_eq!(turned(&play, Facing::Front).iter().filter(|t| t.0).count(), 5);
    sound(&play);
}

#[test]
fn the_third_rank_of_a_deep_pike_file_is_touched_by_a_charge_that_is_none_in_flank() {
    // Example A-012. From within 1 MU the horse wheel, so that it is no flank charge.
    proves!("FOGR-IMPACT-054", "FOGR-IMPACT-040");
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(865, 535, 80, 1))
        .blue(group("Pike", &[pike(4)]).at(900, 600, 0, 1))
        .begin();
    let pike = play.id("Pike");
    charge(&mut play, "Horse", wheel(Hand::Right, 10), &["Pike"]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told).2, [(pike, Approach::NoFlankCharge)]);
    // Nobody turned: they fight as a file four deep.
    let files = files_of(play.world(), pike);
    assert_eq!(files.len(), 1);
    assert_eq!((files[0].facing, files[0].bases.len()), (Facing::Front, 4));
}

#[test]
fn trap_flank_chargers_hit_on_three_and_the_charged_on_five() {
    // TRAPS: flank or rear charges are a final ++ that replaces everything.
    // Example A-013.
    proves!("FOGR-IMPACT-051");
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(760, 570, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3))
        .begin();
    charge_home(&mut play, "Horse", &["Shot"]);
    let mut needed = Vec::new();
    for _ in 0..2 {
        let Awaiting::Dice(roll) = play.battle.awaiting().clone() else { panic!("no dice") };
        for pool in &roll.pools {
            let Reading::Hits { at_least } = pool.reading else { panic!("{roll:?}") };
            needed.push((roll.side, at_least));
        }
        let dice: usize = roll.pools.iter().map(|p| usize::from(p.dice)).sum();
        play.dice(&vec![2; dice]);
        if needed.len() > 1 {
            break;
        }
    }
    needed.sort_by_key(|n| n.1);
    assert_eq!(needed.iter().map(|n| n.1).collect::<Vec<u8>>(), [3, 5]);
}

#[test]
fn light_horse_evade_with_a_quarter_turn_first() {
    // Example A-014: 6 MU with a 3, the wheel included.
    proves!("FOGR-IMPACT-103", "FOGR-IMPACT-104", "FOGR-IMPACT-101");
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(830, 620, 60, 1))
        .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    let to = Evade::WithCharge { turn: EvadeTurn::To(Hand::Left) };
    choose(&mut play, Impact::Evade { group: light, to });
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told).0, mm(150));
    assert_eq!(play.world().facing(light), Angle::from_degrees(60));
}
