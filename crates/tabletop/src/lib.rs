//! Bodies on a free-measurement table: what every miniatures game needs before its rules begin.
//!
//! A game has groups of bases that stand in files and ranks, pieces of terrain, a picture of them and hands that drag them.
//! This crate measures and keeps all that. It cites no rule: what a base is, what a kind of ground means and who may go
//! where belong to the game, which fills in the types.
//!
//! # Bodies
//! ```
//! use caracole_plane::{Angle, Hand, Path, Point, Pose, Um, WheelMeasure};
//! use caracole_tabletop::*;
//!
//! /// What a base of this game is.
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Troops { Pike, Shot }
//!
//! /// A group of this game: it owns a stretch of the bases.
//! #[derive(Clone)]
//! struct Unit { name: &'static str, first: u16, count: u8 }
//!
//! impl OwnsBases for Unit {
//!     fn stretch(&self) -> (u16, u8) { (self.first, self.count) }
//!     fn set_stretch(&mut self, first: u16, count: u8) { (self.first, self.count) = (first, count); }
//! }
//!
//! /// What measuring asks the game.
//! #[derive(Clone, Copy)]
//! struct Rules;
//!
//! impl Sizes<Troops> for Rules {
//!     fn width(&self) -> Um { Um::from_mm(40) }
//!     fn depth(&self, _: &Troops) -> Um { Um::from_mm(20) }
//! }
//!
//! impl Measures<Unit, Troops> for Rules {
//!     type Note = usize;
//!     fn lead(&self, _: &Unit) -> Um { Um::ZERO }
//!     fn held_ahead(&self, _: &Unit, _: &[(BaseId, &BaseState<Troops>)]) -> Option<BaseId> { None }
//!     fn note(&self, bases: &[Troops]) -> usize { bases.iter().filter(|b| **b == Troops::Shot).count() }
//! }
//!
//! // Shot, pike, shot: three files, two ranks deep, at the near edge of the table.
//! let rank = [Troops::Shot, Troops::Pike, Troops::Shot];
//! let formation = Grid::in_ranks(&[&rank, &rank]);
//! let anchor = Pose::new(Point::from_mm(500, 100), Angle::ZERO);
//! let standing = laid_out(Rules, &formation, anchor, Um::ZERO);
//! let base = |(place, base): (&Placed<Troops>, _)| BaseState {
//!     base, at: place.at, facing: place.facing, profile: place.base, standing: true, kinks_passed: 0,
//! };
//! let mut bodies = Bodies::new(Rules, Vec::new(), Vec::new());
//! let unit = Unit { name: "Tercio", first: 0, count: 0 };
//! let unit = bodies.enlist(unit, formation.placed().zip(bases_of(&standing)).map(base));
//!
//! // What follows from where they stand is worked out once.
//! assert_eq!((bodies.size(unit), bodies.formation(unit).width(), bodies.note(unit)), (6, 3, 4));
//! assert!(bodies.stands_in_order(unit));
//!
//! // A wheel to the right, and on; then the bases are put there and everything is worked out anew.
//! let path = Path::from(bodies.body(unit))
//!     .wheel(Hand::Right, Angle::from_degrees(30), WheelMeasure::Straight)
//!     .advance(Um::from_mm(100));
//! bodies.put(unit, path.end());
//! assert_eq!(bodies.facing(unit), Angle::from_degrees(30));
//! assert_eq!(bodies[unit].name, "Tercio");
//!
//! // A base that is lost is not measured any more.
//! let last = bodies.base_ids(unit)[5];
//! bodies[last].standing = false;
//! assert_eq!(bodies.rects(unit).len(), 5);
//! ```
//!
//! # Its parts
//! | question | answer |
//! |---|---|
//! | files and ranks of a group, whatever its bases are | [`Grid`], [`Placed`], [`Position`], [`Facing`] |
//! | where a grid stands on the table | [`laid_out`], [`grid_of`], [`Sizes`] |
//! | groups and bases of a battle, with what follows from where they stand | [`Bodies`], [`Measures`] |
//! | where a move brings the bases of a group | [`Placing`] |
//! | who touches whom | [`Touch`], [`touches`] |
//! | pieces of terrain of any kind, and measuring them | [`Terrain`], [`Ground`], [`shapes`] |
//! | lengths, places and ground in scenario files | [`read`] |
//! | scenes: from the table to the screen | [`scene`] |
//! | what a hand means that drags a piece | [`drag`] |
//! | pictures | [`picture`] |

mod base;
mod bodies;
mod body;
mod contact;
pub mod drag;
mod grid;
mod land;
mod layout;
pub mod picture;
mod placing;
pub mod read;
pub mod scene;
mod shape;
pub mod shapes;

pub use base::{BaseId, BaseState, GroupId, quarter_turns};
pub use bodies::{Bodies, Measures, OwnsBases};
pub use contact::{Touch, any_touch, face_each_other_fully, touches, touches_by_front};
pub use grid::{Facing, Grid, MalformedGrid, Placed, Position};
pub use land::{Ground, Piece, Terrain};
pub use layout::{Sizes, bases_of, grid_of, laid_out, stands_as_laid_out};
pub use placing::Placing;
