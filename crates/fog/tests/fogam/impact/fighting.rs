//! Who fights an impact combat, and how they come into it.

use super::*;
use crate::battle_common::*;
use caracole_fog::battle::impact::{FightingPair, Interception, Onset};
use caracole_fog::battle::outcome;
use caracole_fog::battle::{BaseId, Request as Any};
use caracole_fog::field::TerrainKind;
use caracole_fog::formation::Facing;
use caracole_fog::troops::TroopType;
use caracole_ledger::{proves, rule};

fn paired(told: &[Told]) -> Vec<FightingPair> {
    let pairs = |t: &Told| if let Told::Paired { pairs } = t { Some(pairs.clone()) } else { None };
    told.iter().find_map(pairs).expect("bases are paired")
}

fn owns(play: &Play<Ancients>, who: &str, base: BaseId) -> bool {
    play.world().all_base_ids(play.id(who)).any(|b| b == base)
}

/// How many dice a battle group throws, and at what score, in the last combat whose dice were told.
fn dice_of(play: &Play<Ancients>, who: &str) -> (i32, i32) {
    let id = play.id(who);
    let told = steps::told(&play.events);
    let dice = told.iter().rev().find_map(|e| match e {
        outcome::Event::Dice { dice } => dice.iter().find(|d| d.by == Some(id)).cloned(),
        _ => None,
    });
    dice.map_or((0, 0), |d| (d.dice.total(), d.advantage.total()))
}

#[test]
fn only_fresh_contacts_fight_in_the_impact_phase() {
    proves!("FOGAM-COMBAT-013");
    // Old and B fight front to front since before; New charges the two files of B that are free.
    let mut play = ancient_scene()
        .red(group("Old", &[militia(4)]).at(500, 600, 0, 2))
        .red(group("New", &[cavalrymen(4)]).at(580, 520, 0, 2))
        .blue(group("B", &[militia(8)]).at(540, 600, 180, 4))
        .begin();
    let told = charge_home(&mut play, "New", &["B"]);
    let pairs = paired(&told);
    assert_eq!(pairs.len(), 2, "{pairs:?}");
    assert!(pairs.iter().all(|p| owns(&play, "New", p.bases.red) && owns(&play, "B", p.bases.blue)));
    // In the impact phase the others throw no dice. In the melee that follows all do.
    assert_eq!(dice_of(&play, "Old").0, 0);
    // Three dice a base.
    assert_eq!(dice_of(&play, "New").0, 6);
    for _ in 0..20 {
        if dice_of(&play, "Old").0 > 0 {
            break;
        }
        if !steps::pass(&mut play) {
            match play.battle.awaiting() {
                Awaiting::Dice(_) => steps::each(&mut play, |_| 4),
                _ => steps::lose_first(&mut play),
            }
        }
    }
    assert!(dice_of(&play, "Old").0 > 0 && dice_of(&play, "New").0 > 0, "{}", steps::tale(&play));
}

#[test]
fn bases_turn_to_a_flank_charge_before_those_who_fight_are_counted() {
    proves!("FOGAM-COMBAT-014", "FOGAM-IMPACT-040");
    // A front of two files against the flank of three ranks: the bases that are met turn, and all who fight have turned.
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(700, 645, 90, 2))
        .blue(group("Foot", &[archers(6)]).at(800, 600, 180, 2))
        .begin();
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    let turned = play.world().bases_of(play.id("Foot")).iter().filter(|b| b.facing != Facing::Front).count();
    let pairs = paired(&told);
    assert!(turned >= 2 && !pairs.is_empty(), "{turned}: {pairs:?}");
    let faces = |b: BaseId| play.world()[b].facing != Facing::Front;
    assert!(pairs.iter().all(|p| p.red == Onset::ChargesFlankOrRear && faces(p.bases.blue)), "{pairs:?}");
    assert!(dice_of(&play, "Foot").0 > 0);
}

#[test]
fn interceptors_count_as_charging() {
    proves!("FOGAM-COMBAT-057", "FOGAM-IMPACT-097", "FOGAM-IMPACT-081");
    // Lancers intercept in flank: they alone charge, and have the point of advantage of those who do.
    let mut play = ancient_scene()
        .red(group("Chargers", &[cavalrymen(4)]).at(900, 500, 0, 2))
        .blue(group("Foot", &[militia(6)]).at(900, 590, 180, 2))
        .blue(group("Guard", &[knights(4)]).at(1000, 460, 270, 1))
        .begin();
    charge(&mut play, "Chargers", None, &["Foot"]);
    end(&mut play);
    let (chargers, guard) = (play.id("Chargers"), play.id("Guard"));
    let how = Interception::FlankOrRear;
    let told = choose(&mut play, Impact::Intercept { group: guard, charger: chargers, how });
    let more = match asked(&play) {
        Some(Asked::Intercept { .. }) => choose(&mut play, Impact::EndInterceptions),
        _ => Vec::new(),
    };
    let pairs = paired(&[told, more].concat());
    let by_guard = |p: &FightingPair| p.blue == Onset::ChargesFlankOrRear && p.red == Onset::Receives;
    assert!(!pairs.is_empty() && pairs.iter().all(by_guard), "{pairs:?}");
    // ++ for charging flank or rear, whatever else.
    assert_eq!(dice_of(&play, "Guard").1, 2, "{}", steps::tale(&play));
}

/// Light chariots three files wide, 40 mm before militia, over rough ground before their right file.
fn over_rough() -> Play<Ancients> {
    let mut play = ancient_scene()
        .terrain(TerrainKind::EnclosedFields, (922, 605), (1000, 660))
        .red(group("Fast", &[chariots(3, TroopType::LightChariots)]).at(900, 600, 0, 3))
        .blue(group("Foot", &[militia(6)]).at(900, 640, 180, 3))
        .begin();
    charge(&mut play, "Fast", None, &["Foot"]);
    end(&mut play);
    advance(&mut play, "Fast");
    play
}

#[test]
fn chargers_may_drop_a_base_back_to_be_spared_severe_disorder() {
    proves!("FOGAM-IMPACT-021");
    let fast = over_rough().id("Fast");
    let asked_of = |play: &Play<Ancients>| asked(play);
    assert_eq!(
        asked_of(&over_rough()),
        Some(Asked::MayContract { group: fast, ends: vec![Hand::Right] }),
        "{}",
        steps::tale(&over_rough())
    );
    let refused = over_rough().refused(Decision::Impact(Impact::Contract { end: Hand::Left }));
    assert_eq!(refused.rule, rule!("FOGAM-IMPACT-021"));
    let fighters = |decision: Impact| {
        let mut play = over_rough();
        let told = choose(&mut play, decision);
        sound(&play);
        (paired(&told).len(), told.contains(&Told::Contracted { group: fast }))
    };
    assert_eq!(fighters(Impact::Contract { end: Hand::Right }), (2, true));
    assert_eq!(fighters(Impact::GoWhole), (3, false));
    // Nobody is asked where the ground only disorders them, or not at all.
    let mut play = ancient_scene()
        .terrain(TerrainKind::EnclosedFields, (922, 605), (1000, 660))
        .red(group("Horse", &[numidians(3)]).at(900, 600, 0, 3))
        .blue(
            group("Foot", &[slingers(6)])
                .at(900, 640, 180, 3)
                .cohesion(caracole_fog::troops::Cohesion::Broken),
        )
        .begin();
    charge(&mut play, "Horse", None, &["Foot"]);
    end(&mut play);
    advance(&mut play, "Horse");
    assert!(!matches!(asked(&play), Some(Asked::MayContract { .. })));
}

#[test]
fn nobody_charges_through_friends() {
    proves!("FOGAM-MOVE-071");
    // Cavalry may pass light foot when they move, not when they charge.
    let play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .red(group("Light", &[velites(4)]).at(900, 640, 0, 2))
        .blue(group("Foot", &[militia(4)]).at(900, 700, 180, 2))
        .begin();
    let world = play.world();
    assert!(world.book.may_pass(world, play.id("Horse"), play.id("Light")).is_some());
    assert_eq!(refused(&play, "Horse", None, &["Foot"]), rule!("FOGAM-IMPACT-012"));
}

/// Light horse two ranks deep flee 7 MU (175 mm) from 710; light foot, whom they may pass, stand so far behind.
fn past_light_foot(gap: i32) -> (Vec<GroupId>, i32) {
    use caracole_fog::battle::impact::Evade;
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[numidians(4)]).at(900, 650, 180, 2))
        .blue(group("Friends", &[slingers(2)]).at(900, 710 + gap, 0, 2))
        .begin();
    // Their front looks away from those who come: the rear edge is that much further.
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    no_interceptions(&mut play);
    let group = play.id("Light");
    choose(&mut play, Impact::Evade { group, to: Evade::ToRear });
    play.dice(&[3]);
    while let Awaiting::Decision { request: Any::Impact(Asked::EvadeOn { ways, .. }), .. } =
        play.battle.awaiting()
    {
        let way = *ways.last().expect("a way");
        choose(&mut play, Impact::EvadeOn { way });
    }
    let told = told(&play.events);
    let (moved, passed, _) = evaded(&told);
    sound(&play);
    (passed, moved.get() / 1000)
}

#[test]
fn evaders_pass_friends_whom_all_their_rear_bases_reach() {
    proves!("FOGAM-MOVE-081");
    let friends = {
        let scene =
            ancient_scene().blue(group("Light", &[numidians(4)])).blue(group("Friends", &[slingers(2)]));
        scene.id("Friends")
    };
    // Slingers' bases are 20 mm deep and face north: their rear edge is the nearer one. The rear rank starts 30 mm
    // behind the front, so that it reaches up to 145 mm from there.
    let deep = 20;
    assert_eq!(past_light_foot(140 + deep).0, [friends]);
    let (passed, moved) = past_light_foot(150 + deep);
    assert_eq!(passed, []);
    assert!(moved <= 175, "{moved}");
}

#[test]
fn who_drops_back_a_base_in_the_charge_is_no_column() {
    proves!("FOGAM-IMPACT-021", "FOGAM-COMBAT-054");
    let advantage = |files: u8, friends: bool| {
        let x = if files == 1 { 880 } else { 900 };
        let scene = ancient_scene()
            .red(group("Horse", &[cavalrymen(4)]).at(x, 600, 0, files))
            .blue(group("Foot", &[militia(8)]).at(900, 700, 180, 4));
        // Friends overlap the right file of two by 20 mm.
        let aside = group("Friends", &[militia(6)]).at(980, 690, 0, 3);
        let mut play = if friends { scene.red(aside).begin() } else { scene.begin() };
        let told = charge_home(&mut play, "Horse", &["Foot"]);
        assert_eq!(told.contains(&Told::Contracted { group: play.id("Horse") }), friends);
        dice_of(&play, "Horse").1
    };
    assert_eq!(advantage(2, true), advantage(2, false));
    assert_eq!(advantage(1, false), advantage(2, false) - 1);
}
