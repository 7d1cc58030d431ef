//! What a battle looks like, in terms that every client can draw: a ground, and things on it that can be pointed at.

use crate::{Battle, Piece, Rules, Side, Viewer, dice::Pool};
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A battle drawn: the table, what a choice would do on it, and what a piece drawn across it stands for.
pub trait Scenery: Rules {
    /// What `viewer` sees, ready to be drawn; `None` if the system is not drawn.
    fn scene(_battle: &Battle<Self>, _viewer: Viewer) -> Option<Scene> {
        None
    }

    /// A place on the table read out, if it has a name and this is it: a hex by its number.
    fn place(_battle: &Battle<Self>, _name: &str) -> Option<String> {
        None
    }

    /// The picture of the ground that a scene names, as an SVG document of the scene's width and height.
    fn ground(_battle: &Battle<Self>) -> String {
        String::new()
    }

    /// What a legal decision would do, laid over the table.
    fn overlays(_battle: &Battle<Self>, _order: &Self::Order) -> Vec<Overlay> {
        Vec::new()
    }

    /// What can be laid over the table for as long as a viewer likes.
    const LAYERS: &'static [Layer] = &[];

    /// One of [`Scenery::LAYERS`] as it is now, made only of what the viewer may see; of one piece, if one is named.
    fn layer(_battle: &Battle<Self>, _viewer: Viewer, _id: &str, _about: Option<&Piece>) -> Vec<Overlay> {
        Vec::new()
    }

    /// What a piece drawn across the table stands for: its way goes through these points of the scene.
    fn drag(
        _battle: &Battle<Self>,
        _side: Side,
        _request: &Self::Request,
        _piece: &Piece,
        _way: &[At],
    ) -> Pull<Self::Decision> {
        Pull::none()
    }

    /// Where a piece can be taken hold of, and what is meant by that, where it matters.
    fn grips(_battle: &Battle<Self>, _side: Side, _request: &Self::Request, _piece: &Piece) -> Vec<Overlay> {
        Vec::new()
    }

    /// What a face of a pool shows, if that is not its number: a symbol on a coloured die, a card.
    fn face(_scenario: &Self::Scenario, _purpose: Self::Purpose, _pool: &Pool, _face: u8) -> Option<Face> {
        None
    }

    /// What an event is about, those who act or throw dice first: there a client shows it.
    fn about(_event: &Self::Event) -> Vec<Piece> {
        Vec::new()
    }
}

/// A point in the units of its scene; y grows downwards, as on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct At(pub i32, pub i32);

/// What distances are counted in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ruler {
    /// Its name: "MU", "hexes".
    pub name: Cow<'static, str>,
    /// Its length in the units of the scene.
    pub length: i32,
}

/// A battle as it looks to one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scene {
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
    /// What distances are counted in.
    pub ruler: Ruler,
    /// Fingerprint of the ground, whose picture is asked for by itself because it seldom changes.
    pub ground: String,
    /// Where the battle has got to: "Turn 5, impact phase".
    pub heading: String,
    /// How each side stands: "3 of 12 lost".
    pub standing: Vec<Standing>,
    /// Everything that can be pointed at, lowest first.
    pub items: Vec<Item>,
    /// What lies on the ground, lowest first, for those who have it read out or drawn in letters; others look at the
    /// ground's own picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub land: Vec<Land>,
    /// The cards that players hold, as far as the viewer may see them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
}

/// The cards that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hand {
    /// Whose.
    pub side: Side,
    /// Who holds them: a commander, an army.
    pub holder: String,
    /// The cards that the viewer sees, in the order in which they are shown.
    pub cards: Vec<Face>,
    /// How many more there are that the viewer sees only from behind.
    pub hidden: u16,
}

/// A face of a die, or a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Face {
    /// Its colour.
    pub colour: Colour,
    /// One or two characters that are drawn on it.
    pub symbol: Cow<'static, str>,
    /// Its name: for those who have it read out, and for all who point at it.
    pub name: Cow<'static, str>,
}

/// Colours of dice and cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they are what they say")]
pub enum Colour {
    Black,
    White,
    Green,
    Yellow,
    Red,
    Blue,
}

/// A piece of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Land {
    /// Its name.
    pub name: String,
    /// What it looks like: `hill`, `wood`, `water`, `road`, `houses`, `wall`, `rough`.
    pub symbol: Cow<'static, str>,
    /// The corners of each of its patches; two for something that lies on a line.
    pub outlines: Vec<Vec<At>>,
    /// The whole of it read out.
    pub says: String,
}

/// How a side stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Which.
    pub side: Side,
    /// In a few words.
    pub text: String,
}

/// Something that can be pointed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// What it is.
    pub piece: Piece,
    /// Whose.
    pub side: Option<Side>,
    /// Its name.
    pub name: String,
    /// What it is made of: bases, counters.
    pub parts: Vec<Part>,
    /// How bad its order is: 0 is good.
    pub level: u8,
    /// Its states in words.
    pub states: Vec<Cow<'static, str>>,
    /// How many of its parts are lost.
    pub lost: u16,
    /// The whole of it read out.
    pub says: String,
}

/// A base or counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// Its corners with the clock; the front edge runs from the first to the second.
    pub outline: Vec<At>,
    /// Which symbol it shows.
    pub symbol: Cow<'static, str>,
}

/// Kinds of things laid over the table for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverlayKind {
    /// Ground that a rule speaks of.
    Zone,
    /// Where shooting reaches.
    Arc,
    /// Where a move reaches.
    Reach,
    /// The way of a move.
    Path,
    /// Where something would stand.
    Ghost,
    /// A line between two things.
    Line,
    /// A danger.
    Threat,
    /// Where a piece can be taken hold of: one point.
    Grip,
}

/// Something laid over the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Overlay {
    /// What.
    pub kind: OverlayKind,
    /// Its corners, or the points of a line.
    pub outline: Vec<At>,
    /// A few words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

/// Something that a viewer can have laid over the table for as long as he likes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layer {
    /// By which it is asked for: `charges`.
    pub id: Cow<'static, str>,
    /// In words: "Who can charge whom".
    pub name: Cow<'static, str>,
}

impl Layer {
    /// A layer of a system.
    pub const fn new(id: &'static str, name: &'static str) -> Self {
        Layer { id: Cow::Borrowed(id), name: Cow::Borrowed(name) }
    }
}

/// Choices that a piece drawn across the table by hand stands for, the nearest to what the hand wants first. Not all need
/// be legal: the refusal of the first says what stands in the way. None where pieces are not moved by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pull<D> {
    /// Each takes the piece all the way, or as far as it may go.
    Whole(Vec<D>),
    /// Each takes the piece one step along its way; from there it is asked again with the same way.
    Step(Vec<D>),
}

impl<D> Pull<D> {
    /// The piece is not moved by hand.
    pub const fn none() -> Self {
        Pull::Whole(Vec::new())
    }

    /// The same with other choices.
    pub fn map<E>(self, each: impl FnMut(D) -> E) -> Pull<E> {
        match self {
            Pull::Whole(all) => Pull::Whole(all.into_iter().map(each).collect()),
            Pull::Step(all) => Pull::Step(all.into_iter().map(each).collect()),
        }
    }
}
