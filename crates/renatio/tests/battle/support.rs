//! Small battles to test with: red stands low and faces up the table, blue the other way.

use caracole_kernel::{Awaiting, BySide, Refusal, Session, Side, dice::Scripted};
use caracole_plane::{Point, Um};
use caracole_renatio::army::{Army, Camp, Commander, Role, Unit};
use caracole_renatio::battle::*;
use caracole_renatio::cards::{Cards, Colour, Payment};
use caracole_renatio::charts::{CampKind, CampQuality, Territory};
use caracole_renatio::readings::{Reading, Readings};
use caracole_renatio::troops::{CommandType, Grade, Troops};

pub use caracole_renatio::cards::Colour::{Black, Green, Red, White, Yellow};

pub const PIKE_AND_SHOT: &str = "6 foot, close, formed, protected, musket, pike and shot";
pub const DRILLED: &str = "6 foot, loose, drilled, musket";
pub const HORSE: &str = "4 mounted, loose, formed, protected, charging pistol";
pub const SKIRMISHERS: &str = "6 foot, skirmishers, musket";

/// Red's only Commander, and blue's: blue stands far away with one unit, unless a test says otherwise.
pub const HORN: CommanderId = CommanderId(0);

/// A unit of a test: its troops, the middle of its front in hundredths of a BW, and its files.
pub type Placed<'t> = (&'t str, [i32; 2], u8);

pub fn ug(number: u16) -> UgId {
    caracole_tabletop::GroupId(number - 1)
}

fn post(at: [i32; 2], wide: u8, side: Side) -> UnitPost {
    let facing = if side == Side::Red { 0 } else { 180 };
    let (form, command, lost, wound, dismounted) = (None, 0, 0, false, false);
    UnitPost { at: at.map(Bw), facing, wide, form, command, lost, wound, dismounted }
}

pub fn commander(name: &str, role: Role, grade: Grade, command_type: CommandType) -> Commander {
    Commander { name: name.to_owned(), role, grade, command_type }
}

fn army(name: &str, leader: &str, units: &[Placed<'_>]) -> Army {
    let units = units.iter().enumerate().map(|(n, (troops, ..))| Unit {
        name: format!("Unit {n}"),
        count: 1,
        troops: Troops::read(troops).unwrap_or_else(|e| panic!("{troops}: {e}")),
        ally: false,
    });
    Army {
        system: "retg".to_owned(),
        name: name.to_owned(),
        date: None,
        territories: Territory::ALL.to_vec(),
        camp: Camp { kind: CampKind::Standard, quality: CampQuality::Poor },
        commanders: vec![commander(leader, Role::Army, Grade::Competent, CommandType::Instinctive)],
        units: units.collect(),
    }
}

use caracole_renatio::charts::Word;

/// Red's Commander stands behind the first file of red's first unit, blue's likewise. Red holds the deck.
pub fn setup(red: &[Placed<'_>], blue: &[Placed<'_>]) -> Setup {
    let lineup = |units: &[Placed<'_>], side| Lineup {
        units: units.iter().map(|(_, at, wide)| post(*at, *wide, side)).collect(),
        commanders: vec![CommanderPost::With { unit: 0, file: 0, ahead: false }],
        ..Lineup::default()
    };
    Setup {
        armies: BySide { red: army("Red", "Horn", red), blue: army("Blue", "Baner", blue) },
        active: Side::Red,
        begin: Begin::Deployed,
        start: BySide { red: lineup(red, Side::Red), blue: lineup(blue, Side::Blue) },
        turns: 4,
        base_mm: 40,
        table_bw: [45, 30],
        terrain: Vec::new(),
        options: Readings::default(),
        charts: None,
    }
}

pub fn with_option(mut setup: Setup, reading: Reading) -> Setup {
    setup.options = Readings::of(&[reading]);
    setup
}

/// Blue far away, where it disturbs nobody.
pub fn far() -> [Placed<'static>; 1] {
    [(PIKE_AND_SHOT, [4000, 2900], 3)]
}

pub fn start(setup: &Setup) -> Session<Renatio> {
    Session::start(setup.clone()).unwrap_or_else(|e| panic!("{e}"))
}

/// Deals literal hands, one for each draw that is awaited.
pub fn deal(session: &mut Session<Renatio>, hands: &[&[Colour]]) -> Vec<Event> {
    let mut events = Vec::new();
    for hand in hands {
        assert!(matches!(session.battle().awaiting(), Awaiting::Dice(_)), "a draw is awaited");
        let mut source = Scripted::new(hand.iter().map(|colour| *colour as u8));
        events.extend(session.throw(&mut source).unwrap());
        assert_eq!(source.left(), 0, "all cards of {hand:?} are drawn");
    }
    events.extend(through_clear(session));
    events
}

/// Everybody passes where a SuG may make way and a Commander may move.
pub fn through_clear(session: &mut Session<Renatio>) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some((side, Request::Charge(charging::Request::Clear))) = asked(session) {
        events.extend(does(session, side, Decision::Pass));
    }
    events
}

/// A battle at the declaration of charges of turn 1, with these hands of red's and blue's only Commanders.
pub fn charging_with(setup: &Setup, red: &[Colour], blue: &[Colour]) -> Session<Renatio> {
    let mut session = start(setup);
    deal(&mut session, &[red, blue]);
    session
}

/// Throws literal dice, one list for each throw.
pub fn throw(session: &mut Session<Renatio>, throws: &[&[u8]]) -> Vec<Event> {
    let mut events = Vec::new();
    for dice in throws {
        assert!(
            matches!(session.battle().awaiting(), Awaiting::Dice(_)),
            "dice are awaited, not {:?}",
            asked(session)
        );
        let mut source = Scripted::new(dice.iter().copied());
        events.extend(session.throw(&mut source).unwrap_or_else(|e| panic!("{e}")));
        assert_eq!(source.left(), 0, "all dice of {dice:?} are thrown");
    }
    events
}

/// The colours of the dice that are awaited, by their faces: how many blanks, S, wounds and Skulls each has.
pub fn awaited(session: &Session<Renatio>) -> Vec<(u16, [usize; 4])> {
    let Awaiting::Dice(roll) = session.battle().awaiting() else { panic!("no dice are awaited") };
    let faces = |pool: &caracole_kernel::dice::Pool| {
        let caracole_kernel::dice::Reading::Classes(class) = pool.reading else { panic!("no Death Dice") };
        let mut of = [0; 4];
        (1..=6).for_each(|face: usize| of[usize::from(class[face])] += 1);
        (pool.dice, of)
    };
    roll.pools.iter().map(faces).collect()
}

/// A charge of a unit straight ahead.
pub fn charge(number: u16, paid: Option<Paid>) -> Decision {
    let approach = Approach::default();
    Decision::Charge(charging::Decision::Declare { ugs: vec![ug(number)], approach, paid })
}

/// Cards of a Commander.
pub fn by(commander: CommanderId, card: Colour) -> Paid {
    Paid { by: commander, cards: pay(card) }
}

/// Everybody passes until something else than a declaration or an answer is asked.
pub fn nothing_more(session: &mut Session<Renatio>) -> Vec<Event> {
    use charging::Request as R;
    let mut events = Vec::new();
    loop {
        match asked(session) {
            Some((side, Request::Charge(R::Clear | R::Declare | R::Counter))) => {
                events.extend(does(session, side, Decision::Pass));
            }
            // Everybody shoots at chargers who may.
            Some((side, request @ Request::Shooting(_))) => {
                let first = offered(session, side, &request)[0].clone();
                events.extend(does(session, side, first));
            }
            _ => return events,
        }
    }
}

/// Every choice that is offered.
pub fn offered(session: &Session<Renatio>, side: Side, request: &Request) -> Vec<Decision> {
    let offers = caracole_kernel::offers(session.battle(), side, request);
    offers.into_iter().map(|offer| offer.decision).collect()
}

/// Every choice that is offered to whom it is asked now.
pub fn offers(session: &Session<Renatio>) -> Vec<Decision> {
    let Some((side, request)) = asked(session) else { panic!("nobody is asked") };
    offered(session, side, &request)
}

/// Throws this face on every dice that is awaited.
pub fn throw_all(session: &mut Session<Renatio>, face: u8) -> Vec<Event> {
    let Awaiting::Dice(roll) = session.battle().awaiting() else { panic!("no dice are awaited") };
    let count: u16 = roll.pools.iter().map(|pool| pool.dice).sum();
    let dice = vec![face; usize::from(count)];
    throw(session, &[&dice])
}

/// Three regiments of blue's far away, so that the loss of one unit does not break the army.
pub const RESERVE: [Placed<'static>; 3] = [
    ("6 foot, close, formed, protected", [2600, 2900], 3),
    ("6 foot, close, formed, protected", [3300, 2900], 3),
    ("6 foot, close, formed, protected", [4000, 2900], 3),
];

/// Both Commanders stand by themselves, far from everybody.
pub fn apart(mut setup: Setup) -> Setup {
    let at = |y| vec![CommanderPost::At([1300, y].map(Bw))];
    (setup.start.red.commanders, setup.start.blue.commanders) = (at(300), at(2700));
    setup
}

/// Passes while passing is allowed and dice are not awaited.
pub fn pass_on(session: &mut Session<Renatio>) {
    while let Some((side, _)) = asked(session) {
        if session.choose(side, Decision::Pass).is_err() {
            return;
        }
    }
}

/// A battle in the Movement Phase of turn 1, red to go with this hand; blue holds three BLACK cards.
pub fn moving(setup: &Setup, hand: &[Colour]) -> Session<Renatio> {
    let mut session = start(setup);
    deal(&mut session, &[hand, &[Black, Black, Black]]);
    // Nobody does anything before the Movement Phase.
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, Request::Shooting(_) | Request::Charge(_) | Request::Combat(_))) = asked(&session)
        else {
            break;
        };
        does(&mut session, side, Decision::Pass);
    }
    session
}

/// A battle in which red has one unit with its Commander.
pub fn alone(troops: &str, wide: u8, hand: &[Colour]) -> Session<Renatio> {
    moving(&setup(&[(troops, [1000, 800], wide)], &far()), hand)
}

pub fn pay(card: Colour) -> Payment {
    Payment { card, extra: Cards::NONE, upgrade: None }
}

pub fn pay_more(card: Colour, extra: &[Colour]) -> Payment {
    Payment { card, extra: Cards::of(extra), upgrade: None }
}

pub fn raised(card: Colour) -> Payment {
    Payment { card, extra: Cards::NONE, upgrade: Some(card) }
}

pub fn forward(bw: i32) -> Leg {
    Leg::Forward(Bw(bw))
}

pub fn march(ugs: &[u16], legs: &[Leg]) -> Action {
    let ugs = ugs.iter().map(|n| ug(*n)).collect();
    Action::March(March { ugs, pulled: Vec::new(), legs: legs.to_vec(), second: None })
}

pub fn prompt(action: Action, cards: Payment) -> Decision {
    Decision::Prompt { action, by: HORN, cards, leave: false }
}

pub fn does(session: &mut Session<Renatio>, side: Side, decision: Decision) -> Vec<Event> {
    session.choose(side, decision).unwrap_or_else(|e| panic!("{e}"))
}

/// The rule by which red is refused; nothing has changed then.
pub fn refused(session: &mut Session<Renatio>, decision: Decision) -> Refusal {
    let before = session.battle().hash();
    let refusal = session.choose(Side::Red, decision).unwrap_err();
    assert_eq!(session.battle().hash(), before);
    refusal
}

pub fn rule_of(session: &mut Session<Renatio>, action: Action, cards: Payment) -> &'static str {
    refused(session, prompt(action, cards)).rule.id()
}

/// The left front corner of a unit in hundredths of a BW.
pub fn corner(session: &Session<Renatio>, number: u16) -> [i32; 2] {
    let Point { x, y } = session.battle().world().anchor(ug(number)).at;
    [x, y].map(|length: Um| (length.get() + 200) / 400)
}

/// Who is asked what.
pub fn asked(session: &Session<Renatio>) -> Option<(Side, Request)> {
    match session.battle().awaiting() {
        Awaiting::Decision { side, request } => Some((*side, *request)),
        _ => None,
    }
}
