//! From a position file to the setup of a battle.

use crate::RefereeError;
use caracole_kernel::{BySide, Side};
use caracole_plane::{Angle, Hill, Point, Um};
use caracole_position::{self as drawn, Position, PositionGroup, SideIndex, TerrainKind as Drawn};
use caracole_renatio::army::{Army, Camp as CampList, Commander, Role, Unit};
use caracole_renatio::battle::{Begin, Bw, CampPost, CommanderPost, Lineup, Setup, UgId, UnitPost};
use caracole_renatio::charts::{CampKind, CampQuality, TerrainKind, Word};
use caracole_renatio::troops::{CommandType, Form, Grade, Name, Troops};
use caracole_tabletop::{Ground, Piece};

type Done<T> = Result<T, RefereeError>;

/// The most turns; questions are about the first.
const TURNS: u8 = 60;
/// The Commander of a side for which none is drawn.
const NOBODY: &str = "Nobody";

/// Red is the side that the file names first.
pub(super) fn side(index: SideIndex) -> Side {
    if index.0 == 0 { Side::Red } else { Side::Blue }
}

/// The number of a unit in the battle: red's come first, each side's in the order of the file.
pub(super) fn id(position: &Position, group: usize) -> UgId {
    let of = |wanted: Side, before: usize| {
        position.groups.iter().take(before).filter(|g| side(g.side) == wanted && g.group.is_some()).count()
    };
    let own = position.groups.get(group).map_or(Side::Red, |g| side(g.side));
    let first = if own == Side::Red { 0 } else { of(Side::Red, position.groups.len()) };
    caracole_tabletop::GroupId(u16::try_from(first + of(own, group)).unwrap_or(u16::MAX))
}

/// Sides whose Commanders are not drawn.
pub(super) fn without_commander(position: &Position) -> Vec<Side> {
    let led = |own: Side| position.commanders.iter().any(|c| side(c.side) == own);
    Side::BOTH.into_iter().filter(|own| !led(*own)).collect()
}

/// The setup of a battle.
pub(super) fn setup(position: &Position) -> Done<Setup> {
    if position.sides.len() != 2 {
        return Err(RefereeError::at(
            "side",
            format!("there are {} sides", position.sides.len()),
            "a battle has two: write two [[side]] entries",
        ));
    }
    let width = position.table.base_width;
    let mut lineups: BySide<Lineup> = BySide::default();
    let mut units: BySide<Vec<Unit>> = BySide::default();
    for (i, group) in position.groups.iter().enumerate() {
        let place = format!("group {} ({})", i + 1, group.name);
        let Some(body) = &group.group else { continue };
        let own = side(group.side);
        let troops = troops(group, &place)?;
        lineups[own].units.push(UnitPost {
            at: point(position, body.front_centre().at),
            facing: facing(body.facing(), &place)?,
            wide: u8::try_from(body.files()).unwrap_or(u8::MAX),
            form: form(group, &place)?,
            command: 0,
            lost: u8::try_from(group.lost.len()).unwrap_or(u8::MAX),
            wound: marked(group, "wounded"),
            dismounted: marked(group, "dismounted"),
        });
        units[own].push(Unit { name: group.name.clone(), count: 1, troops, ally: false });
    }
    let mut commanders = commanders(position, &mut lineups)?;
    for camp in &position.camps {
        let at = point(position, camp.base.front.at);
        let facing = facing(camp.base.facing(), "camp")?;
        lineups[side(camp.side)].camp = Some(CampPost { at, facing });
    }
    let armies = BySide::new_with(|own| Army {
        system: "retg".to_owned(),
        name: position.sides.get(usize::from(own == Side::Blue)).map_or("army", |s| &s.name).to_owned(),
        date: None,
        territories: Vec::new(),
        camp: CampList {
            kind: match position.camps.iter().any(|c| side(c.side) == own && c.fortified) {
                true => CampKind::Fortified,
                false => CampKind::Standard,
            },
            quality: CampQuality::Poor,
        },
        commanders: std::mem::take(&mut commanders[own]),
        units: std::mem::take(&mut units[own]),
    });
    let across = |length: Um| u8::try_from(length.get() / width.get().max(1)).unwrap_or(u8::MAX);
    Ok(Setup {
        armies,
        active: side(position.active),
        start: lineups,
        begin: Begin::Deployed,
        turns: TURNS,
        base_mm: u8::try_from(width.get() / 1000).unwrap_or(0),
        table_bw: [across(position.table.width), across(position.table.depth)],
        terrain: terrain(position)?,
        options: Default::default(),
        charts: None,
    })
}

/// Hundredths of a base width.
fn hundredths(position: &Position, length: Um) -> Bw {
    let width = i64::from(position.table.base_width.get()).max(1);
    Bw(i32::try_from((i64::from(length.get()) * 200 / width + 1).div_euclid(2)).unwrap_or(0))
}

fn point(position: &Position, at: Point) -> [Bw; 2] {
    [hundredths(position, at.x), hundredths(position, at.y)]
}

fn facing(angle: Angle, place: &str) -> Done<u16> {
    let thousandths = angle.millidegrees();
    if !thousandths.is_multiple_of(1000) {
        return Err(RefereeError::at(
            place,
            "the facing is not in whole degrees",
            "round it to whole degrees",
        ));
    }
    u16::try_from(thousandths / 1000).map_err(|_| RefereeError::at(place, "no such facing", "give degrees"))
}

fn marked(group: &PositionGroup, mark: &str) -> bool {
    group.marks.iter().any(|m| m.eq_ignore_ascii_case(mark))
}

fn form(group: &PositionGroup, place: &str) -> Done<Option<Form>> {
    if group.formation.is_empty() {
        return Ok(None);
    }
    let found = Form::ALL.iter().copied().find(|form| {
        form.key().eq_ignore_ascii_case(&group.formation)
            || form.name().eq_ignore_ascii_case(&group.formation)
    });
    found.map(Some).ok_or_else(|| {
        RefereeError::at(
            format!("{place}: formation"),
            format!("\"{}\" is no formation", group.formation),
            "write close, loose or skirmish, or leave it out",
        )
    })
}

/// The troops in the words of army files: type, quality, armour and whatever else is written.
fn troops(group: &PositionGroup, place: &str) -> Done<Troops> {
    let Some(kind) = group.kinds.first() else {
        return Err(RefereeError::at(place, "nobody is in the unit", "write its troop and bases"));
    };
    let bases = group.kind_of_base.len() + group.lost.len();
    let words = [kind.troop.as_str(), kind.armour.as_str(), group.quality.as_str()];
    let said = words.into_iter().chain(kind.capabilities.iter().map(String::as_str));
    let line: Vec<&str> = said.filter(|word| !word.is_empty()).collect();
    Troops::read(&format!("{bases} {}", line.join(", "))).map_err(|wrong| {
        RefereeError::at(
            place,
            wrong.problem,
            format!(
                "{} (the troop, its armour, quality and capabilities are read as in army files)",
                wrong.remedy
            ),
        )
    })
}

/// The Commanders of both sides. A side for which none is drawn gets one whom nothing asks for.
fn commanders(position: &Position, lineups: &mut BySide<Lineup>) -> Done<BySide<Vec<Commander>>> {
    let mut found: BySide<Vec<Commander>> = BySide::default();
    for (i, drawn) in position.commanders.iter().enumerate() {
        let place = format!("commander {} ({})", i + 1, drawn.name);
        let own = side(drawn.side);
        let words: Vec<&str> = drawn.rank.split(|c: char| !c.is_alphanumeric()).collect();
        let said = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
        let grade = Grade::ALL.iter().copied().find(|grade| said(grade.name())).unwrap_or(Grade::Competent);
        let kind = CommandType::ALL.iter().copied().find(|kind| said(kind.name()));
        let role = if found[own].is_empty() { Role::Army } else { Role::Sub };
        found[own].push(Commander {
            name: drawn.name.clone(),
            role,
            grade,
            command_type: kind.unwrap_or(CommandType::Instinctive),
        });
        let post = match drawn.with {
            None => CommanderPost::At(point(position, drawn.at)),
            Some(group) => with(position, group, drawn, &place)?,
        };
        lineups[own].commanders.push(post);
    }
    for own in without_commander(position) {
        found[own].push(Commander {
            name: NOBODY.to_owned(),
            role: Role::Army,
            grade: Grade::Competent,
            command_type: CommandType::Instinctive,
        });
        lineups[own].commanders.push(CommanderPost::With { unit: 0, file: 0, ahead: false });
    }
    Ok(found)
}

/// With the nearest file of a unit, before or behind it.
fn with(position: &Position, group: usize, commander: &drawn::Commander, place: &str) -> Done<CommanderPost> {
    let own = side(commander.side);
    let first = if own == Side::Red { 0 } else { id_of_first(position) };
    let unit = usize::from(id(position, group).0).saturating_sub(first);
    let body = position.groups.get(group).and_then(|g| g.group.as_ref());
    let Some(body) = body else {
        return Err(RefereeError::at(place, "the unit is not on the table", "place it, or him elsewhere"));
    };
    let near =
        |index: &usize| body.base(*index).map_or(Um::MAX, |b| b.rect().distance_to_point(commander.at));
    let file =
        body.front_rank().min_by_key(near).and_then(|index| body.places.get(index)).map_or(0, |p| p.file);
    let ahead = body.anchor.local(commander.at).1 > Um::ZERO;
    Ok(CommanderPost::With { unit: u8::try_from(unit).unwrap_or(u8::MAX), file, ahead })
}

fn id_of_first(position: &Position) -> usize {
    position.groups.iter().filter(|g| side(g.side) == Side::Red && g.group.is_some()).count()
}

fn terrain(position: &Position) -> Done<Vec<Piece<TerrainKind>>> {
    let mut pieces = Vec::new();
    for (i, piece) in position.terrain.iter().enumerate() {
        let place = format!("terrain {}", i + 1);
        use TerrainKind as K;
        let kind = match piece.kind {
            Drawn::GentleHill => K::Hill,
            Drawn::SteepHill => K::SteepHill,
            Drawn::BrokenGround => K::RockyGround,
            Drawn::Brush => K::Brush,
            Drawn::EnclosedFields => K::EnclosedField,
            Drawn::Village => K::Village,
            Drawn::Plantation => K::Orchard,
            Drawn::Forest => K::Wood,
            Drawn::Vineyards => K::Vineyard,
            Drawn::Gully => K::Gully,
            Drawn::Marsh => K::Marsh,
            Drawn::SoftSand => K::SoftSand,
            Drawn::OpenFields => K::PloughedField,
            Drawn::Road => K::Road,
            Drawn::River | Drawn::Coast | Drawn::Lake => K::RiverOrCoast,
            _ => {
                return Err(RefereeError::at(
                    place,
                    "the rules know no such terrain",
                    "use hills, fields, woods, marshes, villages, roads and waters",
                ));
            }
        };
        let ground = match (&piece.ground, kind) {
            (drawn::Ground::Area(outline), K::Hill | K::SteepHill) => {
                Ground::Hill(Hill { outline: outline.clone(), crest: piece.crest.clone() })
            }
            (drawn::Ground::Area(outline), _) => Ground::Area(outline.clone()),
            (drawn::Ground::Line(strip), _) => Ground::Strip(strip.clone()),
        };
        pieces.push(Piece { kind, ground });
    }
    Ok(pieces)
}
