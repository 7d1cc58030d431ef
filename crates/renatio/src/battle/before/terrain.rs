//! The secure flank, and the pieces of terrain: chosen in turn, placed by dice, adjusted by the other player.

use super::land::{Wanted, check, check_adjusted, edge_on, spots};
use super::message::{Decision, Event, Request, Spot};
use super::{ask, before, square_of, tell};
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::Game;
use crate::battle::{Asked, Bw, Cx, Flow, Input, Order};
use crate::charts::{Edge, PieceSize, Sector, SecureFlank, TerrainClass, TerrainKind};
use caracole_document::Word;
use caracole_kernel::{
    Flow as F, Input as I, NotAsked, Play, Refusal, Side,
    dice::{Die, Pool, Reroll, Roll},
};
use caracole_ledger::{enforces, not_yet, rule};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Hand, Point, Pose, TableEdge, Um};
use caracole_tabletop::shapes::{outline, pivoted, slid};
use caracole_tabletop::{Ground, Piece, Terrain};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use std::sync::Arc;

/// How far water reaches into the table, in BW.
const WATER: i32 = 4;

/// What is being done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    FlankEdge,
    /// Pieces of the secure flank, so many of them laid.
    FlankPieces(u8),
    /// Pieces are chosen.
    Choose,
    /// Dice for the next piece.
    Throw,
    /// The piece in hand.
    Place {
        side: Side,
        kind: TerrainKind,
        sector: Sector,
        touches: bool,
    },
    /// The other player throws.
    ThrowAdjust(Side),
    /// The other player may change the piece just placed.
    Adjust {
        side: Side,
        number: u8,
    },
    Done,
}

/// Slots that pieces still have to fill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Slots {
    rough: u8,
    difficult: u8,
    any: u8,
}

impl Slots {
    /// The slots after a piece of this class, if it fills one.
    fn without(self, class: TerrainClass) -> Option<Slots> {
        let mut left = self;
        let own = match class {
            TerrainClass::Rough | TerrainClass::Open => &mut left.rough,
            TerrainClass::Difficult => &mut left.difficult,
            TerrainClass::Line | TerrainClass::Flank => return None,
        };
        match (*own, left.any) {
            (1.., _) => *own -= 1,
            (0, 1..) => left.any -= 1,
            (0, 0) => return None,
        }
        Some(left)
    }

    fn is_full(self) -> bool {
        self.rough + self.difficult + self.any == 0
    }
}

/// Terrain is laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayTerrain {
    stage: Stage,
    slots: Slots,
    /// Optional pieces that each side may still choose, the defender's first.
    optional: [u8; 2],
    /// Whether the pieces in hand are optional ones.
    is_optional: bool,
    /// Pieces chosen or placed so far in this round: the sides take turns.
    count: u8,
}

impl Play<Renatio> for LayTerrain {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!(
            "RETG-PBS-018",
            "RETG-PBS-020",
            "RETG-PBS-021",
            "RETG-PBS-024",
            "RETG-PBS-025",
            "RETG-PBS-027"
        );
        match input {
            I::Dice(values) => self.read(cx, &values),
            I::Order(order) => self.carry_out(cx, order),
            _ => self.begin(cx),
        }
        let Some(pre) = before(cx.world) else { return F::Done(()) };
        let defender = pre.defender;
        loop {
            match self.stage {
                Stage::FlankEdge => return ask(defender, Request::FlankEdge),
                Stage::FlankPieces(laid) => {
                    return ask(if laid == 0 { defender } else { defender.other() }, Request::FlankPiece);
                }
                Stage::Choose if self.chooser(cx).is_some() => {
                    let side = self.chooser(cx).unwrap_or(defender);
                    return ask(side, Request::Choose);
                }
                Stage::Choose => {
                    self.count = 0;
                    self.stage = Stage::Throw;
                }
                Stage::Throw => match self.next_piece(cx) {
                    Some((side, _)) => return F::Throw(dice(side, 2, RollPurpose::PlaceTerrain)),
                    None if self.is_optional => self.stage = Stage::Done,
                    None => {
                        (self.is_optional, self.count) = (true, 0);
                        self.stage = Stage::Choose;
                    }
                },
                Stage::Place { side, .. } => {
                    if self.is_lost(cx) {
                        self.lose(cx);
                        continue;
                    }
                    return ask(side, Request::Place);
                }
                Stage::ThrowAdjust(side) => return F::Throw(dice(side, 1, RollPurpose::AdjustTerrain)),
                Stage::Adjust { side, number } => {
                    if number < cx.scenario.charts.pbs_terrain.opponent_needs[0] {
                        self.stage = Stage::Throw;
                        continue;
                    }
                    return ask(side, Request::Adjust);
                }
                Stage::Done => return F::Done(()),
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let crate::battle::Decision::Before(chosen) = decision else {
            let pass =
                *decision == crate::battle::Decision::Pass && matches!(self.stage, Stage::Adjust { .. });
            return if pass { Ok(Order::Pass) } else { Err(NotAsked.into()) };
        };
        match (self.stage, chosen) {
            (Stage::FlankEdge, Decision::Edge(_)) => {}
            (Stage::FlankPieces(_), Decision::Piece(kind, spot)) => {
                flank_piece(game, asked.side, *kind, *spot)?;
            }
            (Stage::Choose, Decision::Kind(kind)) => self.check_kind(game, asked.side, *kind)?,
            (Stage::Place { .. }, Decision::Spot(spot)) => {
                let wanted = self.wanted().ok_or(NotAsked)?;
                check(game, wanted, *spot)?;
            }
            (Stage::Adjust { number, .. }, _) => {
                adjusted(game, number, chosen)?;
            }
            _ => return Err(NotAsked.into()),
        }
        Ok(Order::Before(chosen.clone()))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let all: Vec<Decision> = match self.stage {
            Stage::FlankEdge => vec![Decision::Edge(Hand::Left), Decision::Edge(Hand::Right)],
            Stage::FlankPieces(_) => flank_choices(game, asked.side),
            Stage::Choose => TerrainKind::ALL
                .iter()
                .filter(|kind| self.check_kind(game, asked.side, **kind).is_ok())
                .map(|kind| Decision::Kind(*kind))
                .collect(),
            Stage::Place { .. } => self
                .wanted()
                .map_or_else(Vec::new, |wanted| spots(game, wanted, 8))
                .into_iter()
                .map(Decision::Spot)
                .collect(),
            Stage::Adjust { number, .. } => {
                let moves = [(300, 0), (-300, 0), (0, 300), (0, -300)]
                    .map(|(right, up)| Decision::Move { right: Bw(right), up: Bw(up) });
                let all = moves.into_iter().chain([Decision::Remove]);
                all.filter(|choice| adjusted(game, number, choice).is_ok()).collect()
            }
            _ => Vec::new(),
        };
        out.extend(all.into_iter().map(crate::battle::Decision::Before));
        if matches!(self.stage, Stage::Adjust { .. }) {
            out.push(crate::battle::Decision::Pass);
        }
    }
}

fn dice(side: Side, count: u16, purpose: RollPurpose) -> Roll<RollPurpose> {
    let pool = Pool {
        dice: count,
        die: Die::D6,
        reroll: Reroll::NONE,
        reading: caracole_kernel::dice::Reading::Each,
    };
    Roll { side: Some(side), rule: rule!("RETG-PBS-022"), purpose, pools: smallvec![pool] }
}

/// The pieces of the table as they lie now, to change them.
fn pieces<'c>(cx: &'c mut Cx<'_>) -> &'c mut Vec<Piece<TerrainKind>> {
    let whole = || Arc::new(Terrain { pieces: cx.scenario.field.terrain.pieces.clone() });
    &mut Arc::make_mut(cx.world.laid.get_or_insert_with(whole)).pieces
}

impl LayTerrain {
    fn begin(&mut self, cx: &Cx<'_>) {
        enforces!("RETG-PBS-028");
        let charts = &cx.scenario.charts;
        let Some(square) = before(cx.world).and_then(|pre| square_of(charts, pre.square)) else { return };
        let pieces = charts.pbs_terrain.pieces(square.density);
        self.slots = Slots { rough: pieces.rough, difficult: pieces.difficult, any: pieces.any };
        self.optional = [pieces.optional_each; 2];
        self.stage = if square.flank == SecureFlank::None { Stage::Choose } else { Stage::FlankEdge };
    }

    /// Whose turn it is to choose a piece; nobody's if all are chosen.
    fn chooser(&self, cx: &Cx<'_>) -> Option<Side> {
        let defender = before(cx.world)?.defender;
        if !self.is_optional {
            let side = if self.count.is_multiple_of(2) { defender } else { defender.other() };
            return (!self.slots.is_full()).then_some(side);
        }
        let first = usize::from(self.count % 2);
        let found = [first, 1 - first].into_iter().find(|who| self.optional[*who] > 0)?;
        Some(if found == 0 { defender } else { defender.other() })
    }

    fn check_kind(&self, game: Game<'_>, side: Side, kind: TerrainKind) -> Result<(), Refusal> {
        enforces!("RETG-QRS-013", "RETG-PROV-009");
        let row = game.charts().terrain.row(kind);
        let pre = before(game.world).ok_or(NotAsked)?;
        let fits = pre.territory.is_some_and(|territory| row.territories.contains(&territory));
        let fills = match self.is_optional {
            true => matches!(row.class, TerrainClass::Open | TerrainClass::Rough | TerrainClass::Difficult),
            false => self.slots.without(row.class).is_some(),
        };
        if kind == TerrainKind::Road && self.is_optional {
            let problem = "Roads are not laid before a battle yet";
            return Err(Refusal::new(not_yet!("RETG-PBS-041"), problem, "Choose another piece."));
        }
        if fits && fills {
            return Ok(());
        }
        let problem = "No such piece can be chosen now";
        let remedy = "Choose a kind of the territory that fills one of the places left.";
        Err(Refusal::new(rule!("RETG-PBS-020"), problem, remedy).fact("side", side.to_string()))
    }

    /// The next piece to be placed: the sides take turns as long as both have some.
    fn next_piece(&self, cx: &Cx<'_>) -> Option<(Side, TerrainKind)> {
        let pre = before(cx.world)?;
        let order = match self.count % 2 {
            0 => [pre.defender, pre.defender.other()],
            _ => [pre.defender.other(), pre.defender],
        };
        order.into_iter().find_map(|side| pre.chosen[side].first().map(|kind| (side, *kind)))
    }

    const fn wanted(&self) -> Option<Wanted> {
        let Stage::Place { side, kind, sector, touches } = self.stage else { return None };
        let size = if self.is_optional { PieceSize::Optional } else { PieceSize::Compulsory };
        Some(Wanted { side, kind, size, sector, touches, own_half: false })
    }

    fn is_lost(&self, cx: &Cx<'_>) -> bool {
        let game = Game::new(cx.scenario, cx.world);
        self.wanted().is_none_or(|wanted| spots(game, wanted, 1).is_empty())
    }

    fn lose(&mut self, cx: &mut Cx<'_>) {
        if let Stage::Place { side, kind, .. } = self.stage {
            tell(cx, Event::PieceLost { side, kind });
        }
        self.stage = Stage::Throw;
    }

    fn read(&mut self, cx: &mut Cx<'_>, values: &caracole_kernel::dice::Values) {
        let faces: Vec<u8> = match values.first() {
            Some(caracole_kernel::dice::Value::Faces(faces)) => faces.to_vec(),
            _ => Vec::new(),
        };
        let at = |n: usize| usize::from(faces.get(n).copied().unwrap_or(1).clamp(1, 6)) - 1;
        match self.stage {
            Stage::Throw => {
                let Some((side, kind)) = self.next_piece(cx) else { return };
                let table = &cx.scenario.charts.pbs_terrain;
                let (sector, touches) = (table.sector[at(0)], table.edge[at(1)] == Edge::Touches);
                if let Some(pre) = cx.world.before.as_mut() {
                    pre.chosen[side].remove(0);
                }
                self.count += 1;
                tell(cx, Event::PieceThrown { side, sector, touches });
                self.stage = Stage::Place { side, kind, sector, touches };
            }
            Stage::ThrowAdjust(side) => {
                let number = faces.first().copied().unwrap_or(1);
                tell(cx, Event::AdjustThrown { side, number });
                self.stage = Stage::Adjust { side, number };
            }
            _ => {}
        }
    }

    fn carry_out(&mut self, cx: &mut Cx<'_>, order: Order) {
        let chosen = match order {
            Order::Before(chosen) => chosen,
            _ => {
                self.stage = Stage::Throw;
                return;
            }
        };
        match (self.stage, chosen) {
            (Stage::FlankEdge, Decision::Edge(hand)) => self.lay_flank(cx, hand),
            (Stage::FlankPieces(laid), Decision::Piece(kind, spot)) => {
                let Some(pre) = before(cx.world) else { return };
                let side = if laid == 0 { pre.defender } else { pre.defender.other() };
                let piece = flank_piece(Game::new(cx.scenario, cx.world), side, kind, spot);
                if let Ok(piece) = piece {
                    pieces(cx).push(piece);
                    tell(cx, Event::PiecePlaced { side, kind });
                }
                self.stage = if laid == 0 { Stage::FlankPieces(1) } else { Stage::Choose };
            }
            (Stage::Choose, Decision::Kind(kind)) => self.choose(cx, kind),
            (Stage::Place { side, kind, .. }, Decision::Spot(spot)) => {
                let wanted = self.wanted();
                let game = Game::new(cx.scenario, cx.world);
                if let Some(Ok(piece)) = wanted.map(|wanted| check(game, wanted, spot)) {
                    pieces(cx).push(piece);
                    tell(cx, Event::PiecePlaced { side, kind });
                }
                self.stage = Stage::ThrowAdjust(side.other());
            }
            (Stage::Adjust { side, number }, chosen) => {
                let ground = adjusted(Game::new(cx.scenario, cx.world), number, &chosen);
                let all = pieces(cx);
                match ground {
                    Ok(Some(ground)) => {
                        if let Some(last) = all.last_mut() {
                            last.ground = ground;
                        }
                    }
                    _ => {
                        all.pop();
                    }
                }
                tell(cx, Event::Adjusted { side, removed: chosen == Decision::Remove });
                self.stage = Stage::Throw;
            }
            _ => {}
        }
    }

    fn choose(&mut self, cx: &mut Cx<'_>, kind: TerrainKind) {
        let Some(side) = self.chooser(cx) else { return };
        let class = cx.scenario.charts.terrain.row(kind).class;
        let Some(pre) = cx.world.before.as_mut() else { return };
        pre.chosen[side].push(kind);
        if self.is_optional {
            let own = usize::from(side != pre.defender);
            self.optional[own] = self.optional[own].saturating_sub(1);
        } else if let Some(left) = self.slots.without(class) {
            self.slots = left;
        }
        self.count += 1;
        tell(cx, Event::PieceChosen { side, kind });
    }

    /// The side edge of the secure flank; water is laid at once.
    fn lay_flank(&mut self, cx: &mut Cx<'_>, hand: Hand) {
        enforces!("RETG-PBS-018");
        if let Some(pre) = cx.world.before.as_mut() {
            pre.flank = Some(hand);
        }
        tell(cx, Event::FlankEdge { hand });
        let charts = &cx.scenario.charts;
        let flank = before(cx.world).and_then(|pre| square_of(charts, pre.square)).map(|square| square.flank);
        if flank != Some(SecureFlank::Water) {
            self.stage = Stage::FlankPieces(0);
            return;
        }
        let table = cx.scenario.field.table;
        let width = cx.scenario.field.width * WATER;
        let left = if hand == Hand::Left { Um::ZERO } else { table.width - width };
        let front = Pose::new(Point::new(left + width.half(), table.depth), Angle::ZERO);
        let corners = Base::new(front, width, table.depth).rect().corners().to_vec();
        if let Ok(water) = caracole_plane::Polygon::new(corners) {
            pieces(cx).push(Piece { kind: TerrainKind::RiverOrCoast, ground: Ground::Area(water) });
        }
        self.stage = Stage::Choose;
    }
}

/// The kind of pieces that lie on the secure flank.
fn flank_class(game: Game<'_>) -> Option<TerrainClass> {
    let pre = before(game.world)?;
    match square_of(game.charts(), pre.square)?.flank {
        SecureFlank::Difficult => Some(TerrainClass::Difficult),
        SecureFlank::Rough => Some(TerrainClass::Rough),
        SecureFlank::Water | SecureFlank::None => None,
    }
}

fn flank_wanted(game: Game<'_>, side: Side, kind: TerrainKind) -> Option<(Wanted, TableEdge)> {
    let hand = before(game.world)?.flank?;
    let edge = edge_on(Side::Red, hand);
    let sector = match (hand, side) {
        (Hand::Left, Side::Red) | (Hand::Right, Side::Blue) => Sector::Left,
        _ => Sector::Right,
    };
    Some((Wanted { side, kind, size: PieceSize::SecureFlank, sector, touches: true, own_half: true }, edge))
}

fn flank_piece(
    game: Game<'_>,
    side: Side,
    kind: TerrainKind,
    spot: Spot,
) -> Result<Piece<TerrainKind>, Refusal> {
    enforces!("RETG-PBS-019");
    let rule = rule!("RETG-PBS-019");
    let row = game.charts().terrain.row(kind);
    let territory = before(game.world).and_then(|pre| pre.territory);
    let fits = territory.is_some_and(|territory| row.territories.contains(&territory));
    if flank_class(game) != Some(row.class) || !fits {
        let problem = "No such piece makes this secure flank";
        return Err(Refusal::new(rule, problem, "Choose a kind of the territory and of the square's flank."));
    }
    let (wanted, edge) = flank_wanted(game, side, kind).ok_or(NotAsked)?;
    let piece = check(game, wanted, spot)?;
    if !caracole_tabletop::shapes::touches_edge(&piece.ground, &game.scenario.field.table, edge) {
        let problem = "The piece does not touch the side edge of the secure flank";
        return Err(Refusal::new(rule, problem, "Lay it against that edge."));
    }
    Ok(piece)
}

fn flank_choices(game: Game<'_>, side: Side) -> Vec<Decision> {
    let mut all = Vec::new();
    for kind in TerrainKind::ALL.iter().copied() {
        let Some((wanted, _)) = flank_wanted(game, side, kind) else { continue };
        let found = spots(game, wanted, 200).into_iter();
        let legal = found.filter(|spot| flank_piece(game, side, kind, *spot).is_ok());
        all.extend(legal.take(2).map(|spot| Decision::Piece(kind, spot)));
    }
    all
}

/// Where the piece just placed lies after an adjustment; nowhere if it is removed.
fn adjusted(game: Game<'_>, number: u8, chosen: &Decision) -> Result<Option<Ground>, Refusal> {
    enforces!("RETG-PBS-024");
    let [moves, pivots, removes] = game.charts().pbs_terrain.opponent_needs;
    let rule = rule!("RETG-PBS-024");
    let needs = |needed: u8| match number >= needed {
        true => Ok(()),
        false => {
            let problem = "The dice do not allow this";
            Err(Refusal::new(rule, problem, "Choose what the number reaches, or pass.")
                .fact("number", u32::from(number))
                .fact("needed", u32::from(needed)))
        }
    };
    let Some((last, others)) = game.terrain().pieces.split_last() else { return Err(NotAsked.into()) };
    let width = game.bw(1);
    let ground = match chosen {
        Decision::Remove => return needs(removes).map(|()| None),
        Decision::Move { right, up } => {
            needs(moves)?;
            let (right, up) = (right.um(width), up.um(width));
            let far = Point::ORIGIN.distance(Point::new(right, up));
            if far > game.bw(i32::from(game.charts().pbs_terrain.opponent_moves_bw)) + CONTACT_TOLERANCE {
                let problem = "The piece is moved too far";
                return Err(
                    Refusal::new(rule, problem, "Move it 6 BW at most.").length("distance", far.get())
                );
            }
            slid(&last.ground, right, up)
        }
        Decision::Pivot { about, degrees } => {
            needs(pivots)?;
            let point = Point::new(about[0].um(width), about[1].um(width));
            let own = outline(last).is_some_and(|outline| outline.holds(point));
            if !own {
                let problem = "A piece is pivoted on a point of its own";
                return Err(Refusal::new(rule, problem, "Name a point inside the piece."));
            }
            pivoted(&last.ground, point, Angle::from_degrees(i32::from(degrees % 360)))
        }
        _ => return Err(NotAsked.into()),
    };
    let ground = ground.ok_or(NotAsked)?;
    check_adjusted(game, &ground, others)?;
    Ok(Some(ground))
}
