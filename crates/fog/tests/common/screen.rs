//! Nothing looks behind the screen: random battles are played twice with other troops hidden, and everything that the
//! other side can get is compared, byte by byte: views, scenes, layers, questions, offers, refusals and plans of any
//! choice with every number in it, what is told, and dice.

use super::set_up::army;
use caracole_fog::RollPurpose;
use caracole_fog::battle::setup::ambush::discovered;
use caracole_fog::battle::setup::march::Progress;
use caracole_fog::battle::setup::{Ambushers, Decision as Hide, Event, MarchOrder, Request as Asked};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{self, ArmyChoice, Decision, Fog, GroupId, Played, Request, Setup, World};
use caracole_fog::troops::{Quality, TroopType};
use caracole_kernel::dice::{Roll, Throw, Thrown};
use caracole_kernel::{
    At, Awaiting, Battle, Piece, Rules, Scenery, Side, Step, Tally, Viewer, Views, Words, offers,
};
use caracole_plane::TableEdge;
use serde_json::{Value, json};

pub struct Chance(pub u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    pub fn throw(&mut self, roll: &Roll<RollPurpose>) -> Throw {
        let mut throw = Throw::default();
        for pool in &roll.pools {
            let face = |c: &mut Chance| pool.die.lowest + c.below(usize::from(pool.die.sides())) as u8;
            let dice: Vec<u8> = (0..pool.dice).map(|_| face(self)).collect();
            let again = dice.iter().filter(|f| pool.reroll.faces.has(**f)).count();
            let mut thrown = Thrown::default();
            thrown.dice.extend(dice);
            thrown.again.extend((0..again).map(|_| face(self)));
            throw.0.push(thrown);
        }
        throw
    }
}

/// The side that hides something, and the side that looks.
pub const HIDES: Side = Side::Red;
pub const LOOKS: Side = Side::Blue;

/// A choice by chance; what hides something is chosen where it can be.
pub fn choice<B: Played>(
    chance: &mut Chance,
    battle: &Battle<Fog<B>>,
    side: Side,
    request: &Request,
) -> Decision {
    let mut all = Vec::new();
    Fog::<B>::candidates(battle, side, request, &mut all);
    let hides = |d: &Decision| match d {
        Decision::Setup(Hide::Ambushes(markers)) => markers.iter().any(|m| m.hides.is_some()),
        Decision::Setup(Hide::Outflank(marches)) => !marches.is_empty(),
        Decision::Setup(Hide::Detach(plan)) => !plan.parties.is_empty(),
        // Markers stay as long as they may.
        Decision::Setup(Hide::Reveal(marker)) => marker.is_none(),
        _ => false,
    };
    let hiding: Vec<Decision> = all.iter().filter(|d| hides(d)).cloned().collect();
    let from = if hiding.is_empty() || side == LOOKS { all } else { hiding };
    from[chance.below(from.len())].clone()
}

/// What those who are hidden are changed to: light foot lurk where others are seen.
const KINDS: [TroopType; 3] = [TroopType::LightHorse, TroopType::MediumFoot, TroopType::LightFoot];

fn hidden(world: &World) -> Vec<GroupId> {
    let is = |g: &GroupId| {
        world[*g].side == HIDES && matches!(world[*g].presence, Presence::Ambush | Presence::FlankMarch)
    };
    world.ids().filter(is).collect()
}

/// The same battle with everything changed that is hidden: who lies under which marker, who marches, by which edge and
/// under whom, and what they are.
fn changed<B: Played>(battle: &Battle<Fog<B>>, chance: &mut Chance) -> Battle<Fog<B>> {
    let found = hidden(battle.world());
    let turned: Vec<GroupId> = found.iter().skip(1).chain(found.first()).copied().collect();
    let free = |w: &World, c: &battle::CommanderId| w[*c].side == HIDES && !w[*c].is_on_table();
    let commanders: Vec<_> = battle.world().commander_ids().filter(|c| free(battle.world(), c)).collect();
    battle.with_world(|w| {
        let other = |g: GroupId| found.iter().position(|f| *f == g).map_or(g, |i| turned[i]);
        let presences: Vec<(GroupId, Presence)> = found.iter().map(|g| (other(*g), w[*g].presence)).collect();
        for (group, presence) in presences {
            w[group].presence = presence;
            let ids: Vec<_> = w.all_base_ids(group).collect();
            for id in ids {
                w[id].profile.quality = [Quality::Elite, Quality::Poor][chance.below(2)];
                w[id].profile.troop_type = KINDS[chance.below(KINDS.len())];
            }
        }
        for marker in &mut w.setup.ambushes[HIDES] {
            marker.hides = match marker.hides {
                Some(who) if chance.below(3) > 0 => Some(Ambushers::of(other(who.group))),
                _ => None,
            };
        }
        for march in w.setup.marches[HIDES].iter_mut().filter(|m| m.progress == Progress::Marching) {
            let MarchOrder { edge, commander, groups } = &mut march.order;
            *edge = if *edge == TableEdge::Left { TableEdge::Right } else { TableEdge::Left };
            *commander = commanders.get(chance.below(commanders.len())).copied().unwrap_or(*commander);
            groups.iter_mut().for_each(|g| *g = other(*g));
        }
        for marker in &mut w.setup.markers[HIDES] {
            marker.bases = 1 + chance.below(4) as u8;
        }
    })
}

/// Every decision that comes of putting each number up to `most` in the place of each small number of a decision.
fn with_every_number(decision: &Value, most: u64, out: &mut Vec<Value>) {
    fn places(value: &Value, path: &mut Vec<String>, out: &mut Vec<String>) {
        match value {
            Value::Number(n) if n.as_u64().is_some_and(|n| n < 200) => out.push(path.concat()),
            Value::Array(list) => {
                for (i, inner) in list.iter().enumerate() {
                    path.push(format!("/{i}"));
                    places(inner, path, out);
                    path.pop();
                }
            }
            Value::Object(fields) => {
                for (name, inner) in fields {
                    path.push(format!("/{name}"));
                    places(inner, path, out);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    places(decision, &mut Vec::new(), &mut found);
    for place in found.iter().take(6) {
        for n in 0..=most {
            let mut other = decision.clone();
            if let Some(at) = other.pointer_mut(place) {
                *at = json!(n);
            }
            out.push(other);
        }
    }
}

/// Everything that the looking side can get, as text.
fn everything<B: Played>(battle: &Battle<Fog<B>>, names: &[String], chance: &mut Chance) -> Vec<String> {
    let mut out = Vec::new();
    let mut add = |value: Value| out.push(value.to_string());
    let most = battle.world().ids().count() as u64 + 2;
    for viewer in [Viewer::from(LOOKS), Viewer::Spectator] {
        add(json!(Fog::<B>::view(battle, viewer)));
        add(json!(Fog::<B>::scene(battle, viewer)));
        for layer in Fog::<B>::LAYERS {
            add(json!(Fog::<B>::layer(battle, viewer, &layer.id, None)));
            for number in 0..most {
                let piece = Piece { kind: "group".into(), number: number as u32 };
                add(json!(Fog::<B>::layer(battle, viewer, &layer.id, Some(&piece))));
            }
        }
        if let Awaiting::Decision { side, request } = battle.awaiting() {
            let seen = Fog::<B>::request_seen_by(request, *side, viewer);
            add(json!(seen.is_some().then(|| Fog::<B>::prompt(battle, *side, request))));
        }
        add(awaited(battle, viewer));
    }
    add(json!(Fog::<B>::ground(battle)));
    for name in names {
        add(json!(Fog::<B>::place(battle, name)));
    }
    // Whoever is asked: what is refused to those who must wait says no more.
    for number in 0..most {
        let stand = serde_json::from_value(json!({ "impact": { "stand": { "group": number } } })).unwrap();
        let refused = battle.plan(LOOKS, &stand).err();
        add(json!(refused.map(|refusal| Fog::<B>::refusal_seen_by(battle, refusal, LOOKS.into()))));
    }
    let Awaiting::Decision { side: LOOKS, request } = battle.awaiting() else { return out };
    let all = offers(battle, LOOKS, request);
    add(json!(all));
    for _ in 0..3 {
        let Some(offer) = all.get(chance.below(all.len())) else { break };
        add(json!(foretold(battle, &offer.decision)));
    }
    let mut asked: Vec<Value> = Vec::new();
    for _ in 0..3 {
        let Some(offer) = all.get(chance.below(all.len())) else { break };
        let decision = json!(offer.decision);
        with_every_number(&decision, most, &mut asked);
        asked.push(decision);
    }
    // Choices of other parts of the battle, too: they name any battle group.
    for number in 0..most {
        asked.push(json!({ "joint": { "commander": { "commander": number, "goes": { "join": number } } } }));
        asked.push(json!({ "impact": { "stand": { "group": number } } }));
        asked.push(json!({ "manoeuvre": { "move": { "group": number, "action": "turn_about" } } }));
    }
    for decision in asked {
        let Ok(decision) = serde_json::from_value::<Decision>(decision) else { continue };
        match battle.plan(LOOKS, &decision) {
            Ok(order) => add(json!([order, Fog::<B>::overlays(battle, &order)])),
            Err(refusal) => add(json!(Fog::<B>::refusal_seen_by(battle, refusal, LOOKS.into()))),
        }
    }
    let verbs = ["move", "charge", "shoot", "turn", "feed"];
    let numbers = (0..most).map(|n| n.to_string());
    for word in names.iter().cloned().chain(numbers) {
        let verb = verbs[chance.below(verbs.len())];
        match Fog::<B>::read_command(battle, LOOKS, request, &format!("{verb} {word} forward 2")) {
            Ok(decision) => add(json!(decision)),
            Err(refusal) => add(json!(Fog::<B>::refusal_seen_by(battle, refusal, LOOKS.into()))),
        }
    }
    for number in 0..most {
        let piece = Piece { kind: "group".into(), number: number as u32 };
        add(json!(Fog::<B>::grips(battle, LOOKS, request, &piece)));
        let way = [At(90_000, 60_000), At(90_000 + chance.below(40_000) as i32, 60_000)];
        add(json!(format!("{:?}", Fog::<B>::drag(battle, LOOKS, request, &piece, &way))));
    }
    out
}

/// What is awaited, as it is seen.
fn awaited<B: Played>(battle: &Battle<Fog<B>>, viewer: Viewer) -> Value {
    match battle.awaiting() {
        Awaiting::Decision { side, request } => {
            json!([side, Fog::<B>::request_seen_by(request, *side, viewer)])
        }
        Awaiting::Dice(roll) => json!(Fog::<B>::roll_seen_by(roll, viewer)),
        Awaiting::Nothing(outcome) => json!(outcome),
    }
}

/// What is foretold of a choice to those who look: all of it until something hidden would be shown.
fn foretold<B: Played>(battle: &Battle<Fog<B>>, decision: &Decision) -> Vec<String> {
    let mut imagined = Fog::<B>::imagine(battle, LOOKS, &mut |_| 0).into_owned();
    match imagined.apply(&Step::Choose { side: LOOKS, decision: decision.clone() }) {
        Ok(events) if events.iter().any(Fog::<B>::reveals) => vec!["something is shown".to_owned()],
        Ok(events) => {
            let mut told = told::<B>(battle.scenario(), &events);
            told.push(awaited(&imagined, LOOKS.into()).to_string());
            told
        }
        Err(refusal) => vec![json!(Fog::<B>::refusal_seen_by(battle, refusal, LOOKS.into())).to_string()],
    }
}

/// Whether something of what was hidden is shown: from then on the battles may differ.
fn shows(event: &battle::Event) -> bool {
    use Event as E;
    let battle::Event::Setup(event) = event else { return false };
    matches!(
        event,
        E::AmbushRevealed { .. }
            | E::Arrived { .. }
            | E::ArrivalRolled { announced: Some(_), .. }
            | E::MarchesMet { .. }
            | E::StragglingTested { .. }
            | E::CommanderStraggled { .. }
            | E::NoRoom { .. }
            // Whoever still comes to the table does not march.
            | E::Deployed { .. }
            | E::CommanderDeployed { .. }
    )
}

/// Whether two battles that differ in what is hidden go on alike for those who look, as long as the same is chosen and
/// thrown: nobody is asked, and no dice are thrown, for the sake of what is hidden alone. Gives how many steps they went.
fn go_on_alike<B: Played>(mut a: Battle<Fog<B>>, mut b: Battle<Fog<B>>, chance: &mut Chance) -> usize {
    for n in 0..12 {
        let (step, by) = match a.awaiting() {
            Awaiting::Nothing(_) => return n,
            Awaiting::Dice(roll) => (Step::Dice(chance.throw(roll)), roll.side),
            Awaiting::Decision { side, request } => {
                (Step::Choose { side: *side, decision: choice(chance, &a, *side, request) }, Some(*side))
            }
        };
        let in_a = a.apply(&step).unwrap();
        let in_b = match b.apply(&step) {
            Ok(events) => events,
            // What they do who hide may be another matter there.
            Err(_) if by == Some(HIDES) => return n,
            Err(refusal) => panic!("{step:?} is refused in one battle only: {refusal}"),
        };
        if in_a.iter().chain(&in_b).any(shows) {
            return n;
        }
        assert_eq!(told::<B>(a.scenario(), &in_a), told::<B>(b.scenario(), &in_b), "after {step:?}");
        for viewer in [Viewer::from(LOOKS), Viewer::Spectator] {
            assert_eq!(awaited(&a, viewer), awaited(&b, viewer), "after {step:?}");
        }
    }
    12
}

/// The same setup, but the hidden troops of the hiding side have other names.
fn renamed(setup: &Setup, groups: &[GroupId]) -> Setup {
    let mut other = setup.clone();
    if let ArmyChoice::List(_) = other.armies[HIDES] {
        let army = army(&mut other.armies[HIDES]);
        for group in groups {
            if let Some(named) = army.battle_groups.get_mut(usize::from(group.0)) {
                named.name = format!("Secret {}", group.0);
            }
        }
    }
    other
}

/// What is told of a step to those who look.
fn told<B: Played>(scenario: &battle::Scenario, events: &[battle::Event]) -> Vec<String> {
    let mut out = Vec::new();
    for viewer in [Viewer::from(LOOKS), Viewer::Spectator] {
        for event in events.iter().filter_map(|e| Fog::<B>::event_seen_by(e, viewer)) {
            let seen = json!([event, Fog::<B>::tell(scenario, &event), Fog::<B>::about(&event)]);
            out.push(seen.to_string());
        }
    }
    out
}

/// Plays until something is hidden; says who.
fn until_hidden<B: Played>(
    setup: &Setup,
    chance: &mut Chance,
) -> Option<(Vec<Step<Decision>>, Vec<GroupId>)> {
    let (mut battle, _) = Battle::<Fog<B>>::start(setup).ok()?;
    let mut steps = Vec::new();
    for _ in 0..120 {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => return None,
            Awaiting::Dice(roll) => Step::Dice(chance.throw(roll)),
            Awaiting::Decision { side, request } => {
                if matches!(request, Request::Setup(Asked::Deploy { .. })) {
                    break;
                }
                Step::Choose { side: *side, decision: choice(chance, &battle, *side, request) }
            }
        };
        battle.apply(&step).unwrap_or_else(|r| panic!("{step:?}: {r}"));
        steps.push(step);
    }
    let found = hidden(battle.world());
    (!found.is_empty()).then_some((steps, found))
}

/// Where the first of two lists differs, cut short to be read.
fn first_difference(a: &[String], b: &[String]) -> Option<String> {
    let pair = a.iter().zip(b).find(|(a, b)| a != b);
    let at = |a: &str, b: &str| a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(0);
    let cut =
        |text: &str, from: usize| text.chars().skip(from.saturating_sub(200)).take(400).collect::<String>();
    match pair {
        Some((a, b)) => Some(format!("{}\n---\n{}", cut(a, at(a, b)), cut(b, at(a, b)))),
        None => (a.len() != b.len()).then(|| format!("{} and {} answers", a.len(), b.len())),
    }
}

/// How many positions of a battle were compared, and how many steps onwards from them.
pub fn compare<B: Played>(number: u64) -> (usize, usize) {
    let setup = B::random_setup(number);
    let mut chance = Chance(number);
    let Some((opening, secret)) = until_hidden::<B>(&setup, &mut chance) else { return (0, 0) };
    let other = renamed(&setup, &secret);
    let (mut a, _) = Battle::<Fog<B>>::start(&setup).unwrap();
    let (mut b, _) = Battle::<Fog<B>>::start(&other).unwrap();
    for step in &opening {
        let (in_a, in_b) = (a.apply(step).unwrap(), b.apply(step).unwrap());
        assert_eq!(told::<B>(a.scenario(), &in_a), told::<B>(b.scenario(), &in_b), "battle {number}");
    }
    let names: Vec<String> =
        secret.iter().flat_map(|g| [a.scenario().name(*g).to_lowercase(), "secret".to_owned()]).collect();
    let (mut compared, mut onwards) = (0, 0);
    for n in 0..400 {
        let about_them = match a.awaiting() {
            Awaiting::Dice(roll) => roll.rule.id().contains("-SETUP-"),
            Awaiting::Decision { side, request } => *side == HIDES && matches!(request, Request::Setup(_)),
            Awaiting::Nothing(_) => false,
        };
        if n % 6 == 0 || about_them {
            // Troops who would be seen where they lie can't be there.
            let seen_now = |battle: &Battle<Fog<B>>| discovered(battle.world(), HIDES);
            let other =
                (0..30).map(|_| changed(&b, &mut chance)).find(|other| seen_now(other) == seen_now(&a));
            if let Some(behind) = other {
                let seed = chance.below(1 << 30) as u64;
                let seen = everything(&a, &names, &mut Chance(seed));
                let differs = first_difference(&seen, &everything(&behind, &names, &mut Chance(seed)));
                assert!(differs.is_none(), "battle {number}, step {n}: {}", differs.unwrap_or_default());
                compared += 1;
                onwards += go_on_alike(a.clone(), behind, &mut Chance(seed));
            }
        }
        let step = match a.awaiting() {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(roll) => Step::Dice(chance.throw(roll)),
            Awaiting::Decision { side, request } => {
                Step::Choose { side: *side, decision: choice(&mut chance, &a, *side, request) }
            }
        };
        let (in_a, in_b) = (a.apply(&step).unwrap(), b.apply(&step).unwrap());
        // As soon as one of those who were hidden is on the table its name may be known.
        let shown = |e: &battle::Event| {
            matches!(
                e,
                battle::Event::Setup(Event::AmbushRevealed { group: Some(_), .. } | Event::Arrived { .. })
            )
        };
        if in_a.iter().any(shown) || hidden(a.world()).len() < secret.len() {
            break;
        }
        assert_eq!(
            told::<B>(a.scenario(), &in_a),
            told::<B>(b.scenario(), &in_b),
            "battle {number}, step {n}"
        );
    }
    (compared, onwards)
}

/// Armies of the book keep their names.
pub fn compared_if_list<B: Played>(number: u64) -> (usize, usize) {
    match B::random_setup(number).armies[HIDES] {
        ArmyChoice::List(_) => compare::<B>(number),
        ArmyChoice::BuiltIn(_) => (0, 0),
    }
}
