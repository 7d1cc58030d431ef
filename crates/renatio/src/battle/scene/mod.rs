//! The battle as clients draw it.

mod drag;
mod ground;
mod overlays;
mod picture;

pub use drag::{drag, grips};
pub use ground::ground;
pub use overlays::overlays;
pub use picture::position;

use super::position::broken::losses;
use super::turn::phase_name;
use super::view::sees_hands;
use super::words::colour;
use super::world::{Ambush, CommanderId, Game, Presence, UgId};
use crate::cards::{Cards, Colour};
use crate::charts::DeathDice;
use crate::dice::{Face as Sign, ShootingDice, death_pool, shooting_pool};
use crate::troops::Name;
use caracole_document::Word;
use caracole_kernel::{
    BySide, Colour as Paint, Face, Hand, Item, Part, Piece, Ruler, Scene, Side, Standing, Viewer, dice::Pool,
};
use caracole_position::Symbol;
use caracole_tabletop::scene::{outline, units};
use std::borrow::Cow;

/// A card as it is drawn.
pub fn card(of: Colour) -> Face {
    let (paint, symbol) = match of {
        Colour::Black => (Paint::Black, "0"),
        Colour::White => (Paint::White, "1"),
        Colour::Green => (Paint::Green, "2"),
        Colour::Yellow => (Paint::Yellow, "3"),
        Colour::Red => (Paint::Red, "4"),
    };
    Face { colour: paint, symbol: Cow::Borrowed(symbol), name: Cow::Borrowed(colour(of)) }
}

/// A face of a Death Dice as it is drawn: the colour is told from how the dice are read.
pub fn death_face(dice: &DeathDice, pool: &Pool, face: u8) -> Option<Face> {
    let plain =
        Colour::ALL.iter().map(|colour| (*colour, [true, false].map(|s| death_pool(dice, *colour, 1, s))));
    let plus = shooting_pool(dice, ShootingDice::WhitePlus, 1);
    let found = plain.into_iter().find(|(_, pools)| pools.iter().any(|own| own.reading == pool.reading));
    let of = match found {
        Some((colour, _)) => colour,
        None if plus.reading == pool.reading => Colour::White,
        None => return None,
    };
    let (symbol, name) = match dice.faces(of).of_d6(face) {
        Sign::Blank => (" ", "blank"),
        Sign::S => ("S", "S"),
        Sign::Wound => ("W", "wound"),
        Sign::Skull => ("X", "Skull"),
    };
    Some(Face { symbol: Cow::Borrowed(symbol), name: Cow::Borrowed(name), ..card(of) })
}

/// What a viewer sees.
pub fn scene(game: Game<'_>, viewer: Viewer) -> Scene {
    let (world, field) = (game.world, &game.scenario.field);
    let lost = BySide::new_with(|side| losses(game, side));
    let standing = Side::BOTH.map(|side| {
        let (army, lost) = (&game.scenario.armies[side].name, lost[side].tugs);
        Standing { side, text: format!("{army}: {lost} battle troops lost") }
    });
    let camps = Side::BOTH.into_iter().filter_map(|side| camp(game, side));
    let commanders =
        (0u8..).map(CommanderId).zip(&world.commanders).filter_map(|(id, _)| commander(game, id));
    let commanders = commanders.filter(|_| world.before.is_none());
    Scene {
        width: units(field.table.width),
        height: units(field.table.depth),
        ruler: Ruler { name: Cow::Borrowed("BW"), length: units(field.width) },
        ground: format!(
            "retg-{}-{}-{:x}",
            field.table.width.get(),
            field.table.depth.get(),
            ground::mark(game)
        ),
        heading: heading(game),
        standing: standing.into(),
        items: camps
            .chain(ambushes(game, viewer))
            .chain(world.seen().map(|ug| unit(game, ug)))
            .chain(commanders)
            .collect(),
        land: ground::land(game),
        hands: hands(game, viewer),
    }
}

fn heading(game: Game<'_>) -> String {
    let when = game.world.when;
    match game.world.before {
        Some(_) => "Before the battle".to_owned(),
        None => format!(
            "Turn {} of {}, {}, {} is active",
            when.turn,
            game.scenario.turns,
            phase_name(when.phase),
            when.active
        ),
    }
}

/// The symbol of a base, by names that every client draws.
const fn symbol(of: Symbol) -> &'static str {
    match of {
        Symbol::Pike => "pike",
        Symbol::Shot => "shot",
        Symbol::Bow | Symbol::Crossbow => "bow",
        Symbol::LightFoot | Symbol::LightHorse => "light",
        Symbol::Horse | Symbol::Lancers => "horse",
        Symbol::Dragoons => "dragoon",
        Symbol::LightArtillery | Symbol::MediumArtillery | Symbol::HeavyArtillery => "gun",
        Symbol::Elephant => "elephant",
        Symbol::Wagon => "wagon",
        _ => "foot",
    }
}

fn unit(game: Game<'_>, ug: UgId) -> Item {
    let (world, table) = (game.world, &game.scenario.field.table);
    let state = &world[ug];
    let bases = world.bases_of(ug);
    let part = |base: &caracole_tabletop::BaseState<super::BaseKind>| Part {
        outline: outline(table, &base.base),
        symbol: Cow::Borrowed(symbol(picture::symbol(game, ug, base.profile))),
    };
    let mut states: Vec<Cow<'static, str>> = vec![Cow::Borrowed(state.form.name())];
    if state.wound {
        states.push(Cow::Borrowed("wounded"));
    }
    if state.square {
        states.push(Cow::Borrowed("in square"));
    }
    if state.slow.total() > 0 {
        states.push(Cow::Owned(format!("slowed by {} BW", state.slow.total())));
    }
    if state.presence == Presence::Routing {
        states.push(Cow::Borrowed("broken"));
    }
    if world.charges.iter().any(|charge| charge.ug == ug && !charge.moved) {
        states.push(Cow::Borrowed("charges"));
    }
    if state.acted {
        states.push(Cow::Borrowed("has acted"));
    }
    let lost = u16::from(state.base_count).saturating_sub(u16::try_from(bases.len()).unwrap_or(u16::MAX));
    let says = format!(
        "{}, {}: {} bases of {}, {}.",
        game.title(ug),
        state.side,
        bases.len(),
        state.base_count,
        states.join(", ")
    );
    Item {
        piece: ug.piece(),
        side: Some(state.side),
        name: game.title(ug).to_owned(),
        parts: bases.iter().map(part).collect(),
        level: u8::from(state.presence != Presence::OnTable),
        states,
        lost,
        says,
    }
}

fn commander(game: Game<'_>, id: CommanderId) -> Option<Item> {
    let commander = game.world.commander(id)?;
    let base = game.world.commander_base(id)?;
    let name = game.name(id).to_owned();
    let grade = commander.grade.name();
    let says =
        format!("{name}, {}: {grade} Commander with {} cards.", commander.side, commander.hand.total());
    Some(Item {
        piece: id.piece(),
        side: Some(commander.side),
        name,
        parts: vec![Part {
            outline: outline(&game.scenario.field.table, &base),
            symbol: Cow::Borrowed("commander"),
        }],
        level: 0,
        states: vec![Cow::Borrowed(grade)],
        lost: 0,
        says,
    })
}

fn camp(game: Game<'_>, side: Side) -> Option<Item> {
    let base = game.world.camps[side]?.base;
    Some(Item {
        piece: Piece::new("camp", 1 + u32::from(side == Side::Blue)),
        side: Some(side),
        name: format!("Camp of {side}"),
        parts: vec![Part {
            outline: outline(&game.scenario.field.table, &base),
            symbol: Cow::Borrowed("camp"),
        }],
        level: 0,
        states: Vec::new(),
        lost: 0,
        says: format!("The camp of {side}."),
    })
}

/// Ambush cards on the table: who lies there is told to their owner alone.
fn ambushes(game: Game<'_>, viewer: Viewer) -> Vec<Item> {
    let item = |ambush: &Ambush| {
        let number = u32::from(ambush.card) + if ambush.side == Side::Blue { 10 } else { 0 };
        let name = format!("Ambush {} of {}", ambush.card, ambush.side);
        let lies = match (viewer.knows(ambush.side), ambush.lurk) {
            (false, _) => String::new(),
            (true, None) => " It is a bluff.".to_owned(),
            (true, Some(lurk)) => format!(" {} lies there.", game.title(lurk.ug)),
        };
        Item {
            piece: Piece::new("ambush", number),
            side: Some(ambush.side),
            says: format!("{name}.{lies}"),
            name,
            parts: vec![Part {
                outline: outline(&game.scenario.field.table, &ambush.base),
                symbol: Cow::Borrowed("ambush"),
            }],
            level: 0,
            states: Vec::new(),
            lost: 0,
        }
    };
    game.world.secrets.ambushes.iter().map(item).collect()
}

/// The hand of each Commander.
fn hands(game: Game<'_>, viewer: Viewer) -> Vec<Hand> {
    if let Some(pre) = &game.world.before {
        let of = |side: Side| {
            let seen = sees_hands(game, side, viewer);
            let (shown, hidden) =
                if seen { (pre.hands[side], 0) } else { (Cards::NONE, pre.hands[side].total()) };
            Hand {
                side,
                holder: "map and scouts".to_owned(),
                cards: shown.iter().map(card).collect(),
                hidden,
            }
        };
        return Side::BOTH.map(of).to_vec();
    }
    let all = (0u8..).map(CommanderId).zip(&game.world.commanders);
    all.map(|(id, c)| {
        let seen = sees_hands(game, c.side, viewer);
        let (shown, hidden) = if seen { (c.hand, 0) } else { (c.shown, c.hand.total() - c.shown.total()) };
        Hand {
            side: c.side,
            holder: game.name(id).to_owned(),
            cards: shown.iter().map(card).collect(),
            hidden,
        }
    })
    .collect()
}
