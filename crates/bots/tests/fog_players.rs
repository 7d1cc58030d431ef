//! Players of Field of Glory Renaissance: that all of their army comes on, and that temperaments can be told apart.
#![allow(clippy::unwrap_used)] // Helpers of tests fail by panicking.

use caracole_bots::{Account, Budget, Match, Numbers, PlayerName, Roster, Temperament, Terms, Wish, arena};
use caracole_fog::{
    battle::{
        Decision, Fogr, GroupId, Phase, Request, World,
        position::kinds,
        scenarios,
        setup::{self, march::MarchOrder},
    },
    troops::TroopType,
};
use caracole_kernel::{
    Awaiting, Battle, BySide, Rules, Side, Step,
    dice::{NextDie, throw_with},
};
use caracole_plane::TableEdge;

fn bout(seed: u64, red: PlayerName, blue: PlayerName) -> Match {
    Match { number: 0, seed, players: BySide { red, blue }, swapped: false }
}

/// The Mill Field with its fields right before red's foot, who go 2 MU in them instead of 3.
fn fields_before_red() -> Battle<Fogr> {
    let text = scenarios::text_of("mill-field").unwrap();
    let fields = "area = [[4, 12.5], [11, 12], [11.5, 18], [5, 19]]";
    assert!(text.contains(fields));
    let text = text.replace(fields, "area = [[4, 9.4], [36, 9.4], [36, 13], [4, 13]]");
    let ready = scenarios::read(&text).unwrap();
    Battle::start(&ready.setup).unwrap().0
}

#[test]
fn foot_before_ground_that_slows_them_go_on_all_the_same() {
    let mut battle = fields_before_red();
    let stands = |battle: &Battle<Fogr>, group: usize| {
        let world = battle.world();
        let group = world.of_side(Side::Red).nth(group).unwrap();
        world.body(group).front_centre()
    };
    let before = [1, 2].map(|foot| stands(&battle, foot));
    let mut marshal = Fogr::enlist(PlayerName::Marshal(Temperament::Balanced), 1).unwrap();
    let mut events = Vec::new();
    while battle.world().turn.active == Side::Red && battle.world().turn.phase <= Phase::Manoeuvre {
        let Awaiting::Decision { side, request } = battle.awaiting() else { break };
        let decision = marshal.decide(&battle, *side, request, &Budget::default());
        let step = Step::Choose { side: *side, decision: decision.unwrap() };
        battle.apply_into(&step, &mut events).unwrap();
    }
    for (foot, before) in [1, 2].into_iter().zip(before) {
        assert_ne!(stands(&battle, foot), before, "battle group {} has not stirred", foot + 1);
    }
}

/// The usual battle at its first turn, both armies drawn up by `marshal`.
fn drawn_up(seed: u64) -> Battle<Fogr> {
    set_up(seed, 0, |_, _, _| None)
}

/// The usual battle, set up and fought by `marshal` for both sides except where `instead` answers for him; until a turn
/// is over, or until `instead` has an answer that nobody may give.
fn set_up(
    seed: u64,
    last_turn: u16,
    mut instead: impl FnMut(&Battle<Fogr>, Side, &Request) -> Option<Instead>,
) -> Battle<Fogr> {
    let mut battle = Battle::<Fogr>::start(&Fogr::setup(&Wish::default()).unwrap()).unwrap().0;
    let marshal = || Fogr::enlist(PlayerName::Marshal(Temperament::Balanced), seed).unwrap();
    let mut players = BySide { red: marshal(), blue: marshal() };
    let mut numbers = Numbers::new(seed);
    while battle.world().turn.number <= last_turn {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(roll) => {
                let mut face =
                    |next: &NextDie<'_>| Ok::<u8, ()>(next.face(numbers.below(usize::from(next.sides()))));
                Step::Dice(throw_with(roll, &mut face).unwrap())
            }
            Awaiting::Decision { side, request } => {
                let chosen = match instead(&battle, *side, request) {
                    Some(Instead::Stop) => break,
                    Some(Instead::Choose(decision)) => Some(decision),
                    None => players[*side].decide(&battle, *side, request, &Budget::default()),
                };
                let mut all = Vec::new();
                if chosen.is_none() {
                    Fogr::candidates(&battle, *side, request, &mut all);
                }
                let decision = chosen.or_else(|| all.into_iter().next()).unwrap();
                Step::Choose { side: *side, decision }
            }
        };
        battle.apply(&step).unwrap();
    }
    battle
}

/// What a test does in the place of a player.
enum Instead {
    Choose(Decision),
    Stop,
}

/// Puts blue's camp as near to a side edge, or as far from both, as it may lie.
fn place_camp(battle: &Battle<Fogr>, side: Side, request: &Request, near_an_edge: bool) -> Option<Instead> {
    if side != Side::Blue || !matches!(request, Request::Setup(setup::Request::Camp)) {
        return None;
    }
    let mut all = Vec::new();
    Fogr::candidates(battle, side, request, &mut all);
    let width = battle.world().field.table.width;
    let inside = |d: &Decision| match d {
        Decision::Setup(setup::Decision::Camp { camp, .. }) => camp.at.x.min(width - camp.at.x),
        _ => width,
    };
    all.sort_by_key(inside);
    let camp = if near_an_edge { all.first() } else { all.last() };
    camp.cloned().map(Instead::Choose)
}

/// The marches that red's `marshal` sends when blue's camp lies as near to a side edge, or as far from both, as it may.
fn marches_of_red(near_an_edge: bool) -> (Battle<Fogr>, Vec<MarchOrder>) {
    let mut marshal = Fogr::enlist(PlayerName::Marshal(Temperament::Balanced), 1).unwrap();
    let mut sent = None;
    let battle = set_up(1, 0, |battle, side, request| match request {
        Request::Setup(setup::Request::Outflank) if side == Side::Red => {
            match marshal.decide(battle, side, request, &Budget::default()) {
                Some(Decision::Setup(setup::Decision::Outflank(marches))) => sent = Some(marches),
                other => panic!("{other:?}"),
            }
            Some(Instead::Stop)
        }
        _ => place_camp(battle, side, request, near_an_edge),
    });
    (battle, sent.unwrap())
}

#[test]
fn horse_go_round_the_flank_where_the_camp_of_the_enemy_lies_by_the_edge() {
    // FOGR-SETUP-059: whoever comes on within 6 MU of a camp sacks it.
    let (battle, marches) = marches_of_red(true);
    let world = battle.world();
    let [march] = marches.as_slice() else { panic!("{} marches", marches.len()) };
    let camp = world.sides[Side::Blue].camp.unwrap().at.front.at.x;
    let edge = if camp < world.field.table.width.half() { TableEdge::Left } else { TableEdge::Right };
    assert_eq!(march.edge, edge);
    assert!(march.groups.len() == 1 && kinds::is_mounted(world, march.groups[0]));
    assert!(marches_of_red(false).1.is_empty(), "there is nothing to sack by the edge");
}

#[test]
fn marchers_come_on_beside_the_camp_and_sack_it() {
    // FOGR-SETUP-059. Whether they come on at all, and when, is up to their dice.
    let arrivals = (0..12).filter_map(|seed| {
        let mut arrives = false;
        let mut battle = set_up(seed, 16, |battle, side, request| {
            arrives = side == Side::Red && matches!(request, Request::Setup(setup::Request::Arrive { .. }));
            if arrives { Some(Instead::Stop) } else { place_camp(battle, side, request, true) }
        });
        assert!(!arrives || !battle.world().sides[Side::Blue].camp.unwrap().sacked);
        let mut marshal = Fogr::enlist(PlayerName::Marshal(Temperament::Balanced), seed).unwrap();
        let Awaiting::Decision { side, request } = battle.awaiting() else { return None };
        let decision = marshal.decide(&battle, *side, request, &Budget::default()).filter(|_| arrives)?;
        let step = Step::Choose { side: *side, decision };
        battle.apply(&step).unwrap();
        Some(battle.world().sides[Side::Blue].camp.unwrap().sacked)
    });
    let sacked: Vec<bool> = arrivals.collect();
    assert!(sacked.len() >= 3 && sacked.iter().all(|sacked| *sacked), "{sacked:?}");
}

#[test]
fn dragoons_lie_in_wait_before_the_line_and_come_out_when_enemies_are_near() {
    // FOGR-SETUP-038, FOGR-SETUP-045. Where cover lies is up to the dice; friends who walk over them show them, too.
    let (mut sprung, mut is_near) = (0, false);
    for seed in 0..60 {
        let _ = set_up(seed, 10, |battle, side, request| {
            let world = battle.world();
            let near = |ambush: &setup::Ambush| {
                let square = [setup::ambush::marker(&world.field, ambush.at).rect()];
                let sees =
                    |e: GroupId| caracole_plane::any_within(&square, world.rects(e), world.field.mu(8));
                ambush.hides.is_some() && world.of_side(side.other()).any(sees)
            };
            match request {
                Request::Setup(setup::Request::Reveal { marker, group }) => {
                    assert!(kinds::is_all(world, *group, TroopType::Dragoons), "seed {seed}");
                    let square = setup::ambush::marker(&world.field, marker.at).rect();
                    let forward = setup::camps::forward(&world.field, side, &square);
                    assert!(forward >= world.field.mu(10), "seed {seed}");
                    sprung += u32::from(std::mem::take(&mut is_near));
                }
                Request::Setup(setup::Request::RevealByChoice) => {
                    assert!(!is_near, "seed {seed}: they stay hidden");
                    is_near = world.setup.ambushes[side].iter().any(near);
                }
                _ => assert!(!is_near, "seed {seed}: they stay hidden"),
            }
            None
        });
        if sprung >= 2 {
            return;
        }
    }
    panic!("{sprung} ambushes in all");
}

#[test]
fn camps_lie_out_of_the_way_of_marches_and_guns_out_of_the_way_of_their_friends() {
    let mut barred = 0;
    for seed in 0..8 {
        let battle = drawn_up(seed);
        let world = battle.world();
        for side in Side::BOTH {
            let at = world.sides[side].camp.unwrap().at.front.at.x;
            assert!(at.min(world.field.table.width - at) > world.field.mu(8), "seed {seed}, {side}");
        }
        let blue = || world.of_side(Side::Blue);
        for (guns, other) in blue().flat_map(|a| blue().map(move |b| (a, b))) {
            let (before, behind) = (world.body(guns), world.body(other));
            let aside = (before.front_centre().at.x - behind.front_centre().at.x).abs();
            let overlap = aside < (before.frontage + behind.frontage).half();
            let is_before = before.front_centre().at.y < behind.front_centre().at.y;
            barred += u32::from(guns != other && kinds::is_artillery(world, guns) && overlap && is_before);
        }
    }
    assert!(barred <= 1, "guns stand before friends {barred} times in eight battles");
}

#[test]
fn horse_who_fight_in_one_rank_are_drawn_up_in_one() {
    let one_rank = |world: &World, g: GroupId| {
        let in_one_rank = |t: TroopType| matches!(t, TroopType::Cavaliers | TroopType::DeterminedHorse);
        world.profiles(g).iter().all(|b| in_one_rank(b.troop_type))
    };
    for seed in 0..4 {
        let battle = drawn_up(seed);
        let world = battle.world();
        let horse: Vec<GroupId> = world.on_table().filter(|&g| one_rank(world, g)).collect();
        assert_eq!(horse.len(), 8);
        // Bad ground and the edge of the table may leave no room for some.
        let wide = horse.iter().filter(|&&g| world.formation(g).width() == world.size(g)).count();
        assert!(wide >= 6, "{wide} of 8 with seed {seed}");
    }
}

/// Eight battles between two of a temperament.
fn among_themselves(temperament: Temperament) -> Vec<Account> {
    let (start, _) = Battle::<Fogr>::start(&Fogr::setup(&Wish::default()).unwrap()).unwrap();
    let player = PlayerName::Marshal(temperament);
    (0..8)
        .map(|seed| arena::fight(&start, &bout(700_000 + seed, player, player), &Terms::default()).unwrap())
        .collect()
}

#[test]
fn the_cautious_let_the_enemy_come_and_the_bold_charge() {
    let (cautious, bold) = (among_themselves(Temperament::Cautious), among_themselves(Temperament::Bold));
    let turns = |all: &[Account]| all.iter().map(|a| u32::from(a.turns)).sum::<u32>();
    let both = |a: &Account| Side::BOTH.map(|side| a.deeds["charges"][side]).iter().sum::<u32>();
    let charges = |all: &[Account]| all.iter().map(both).sum::<u32>();
    assert!(turns(&cautious) * 2 > turns(&bold) * 3, "{} turns against {}", turns(&cautious), turns(&bold));
    let a_turn = |all: &[Account]| charges(all) * 1_000 / turns(all);
    assert!(a_turn(&bold) > a_turn(&cautious), "{} a turn against {}", a_turn(&bold), a_turn(&cautious));
}

#[test]
fn the_account_tells_who_broke_whom() {
    // Nobody helps to break more than the enemy lost, and somebody broke those who lost the battle.
    let all = among_themselves(Temperament::Bold);
    let sum = |a: &Account, side: Side, of: &dyn Fn(&caracole_bots::Troops) -> u32| -> u32 {
        a.troops[side].values().map(of).sum()
    };
    for (account, side) in all.iter().flat_map(|a| Side::BOTH.map(|side| (a, side))) {
        let fielded = sum(account, side.other(), &|t| t.fielded);
        assert!(account.troops[side].values().all(|t| t.victims <= t.fielded * fielded));
    }
    let broken: u32 = all.iter().flat_map(|a| Side::BOTH.map(|s| sum(a, s, &|t| t.victims))).sum();
    assert!(broken >= 8, "{broken} in eight battles that ended with a rout");
}
