//! Groups of a file: formation, kinds of base, place.

use super::check::{bounded_text, unique_name};
use super::file::{GroupFile, KindFile, PositionFile};
use super::lengths::{Measure, angle, millimetres};
use super::place::place_all;
use super::symbol::Symbol;
use super::vocabulary::Words;
use super::{MAX_BASES, MAX_ENTRIES, MAX_NAME, PositionGroup, Side, SideIndex, Table, Troop};
use caracole_document::Field;
use caracole_document::Problems;
use caracole_document::nearest;
use caracole_plane::{
    Angle, Base, Column, ColumnBase, Corner, Facing, File, Formation, Group, Hand, Kink, Pose, Rank, Um,
};

/// The sides by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a>(pub(crate) &'a [Side]);

/// Deepest base in millimetres.
const MAX_DEPTH_MM: f64 = 300.0;

/// One base of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    kind: usize,
    facing: Facing,
    lost: bool,
}

/// The shape of a group: for each file from the left, its places from the front.
pub(crate) type Grid = Vec<Vec<Option<Cell>>>;

/// A group in its place.
pub(crate) struct Placed {
    pub(crate) group: Group,
    column: Option<Column>,
    /// Where lost bases stood.
    lost: Vec<Base>,
}

/// What all checks of one group need.
pub(crate) struct Context<'a> {
    pub(crate) measure: &'a Measure,
    pub(crate) table: &'a Table,
    words: Words<'a>,
}

/// A group before it is placed.
pub(crate) struct Ready<'a> {
    pub(crate) file: &'a GroupFile,
    pub(crate) field: Field,
    pub(crate) side: SideIndex,
    kinds: Vec<Troop>,
    depths: Vec<Um>,
    pub(crate) grid: Grid,
    steps: Vec<Um>,
}

pub(crate) fn groups(
    file: &PositionFile,
    measure: &Measure,
    table: &Table,
    sides: &Sides<'_>,
    words: Words<'_>,
    problems: &mut Problems,
) -> Vec<PositionGroup> {
    let context = Context { measure, table, words };
    let mut taken = Vec::new();
    let mut ready = Vec::new();
    for (i, g) in file.groups.iter().enumerate() {
        let field = Field::top().then("group").then(i);
        unique_name(&g.name, &mut taken, "group", field.then("name"), problems);
        let side = sides.named(&g.side, field.then("side"), problems);
        for (name, text) in [("quality", &g.quality), ("formation", &g.formation)] {
            bounded_text(text, MAX_NAME, field.then(name), problems);
        }
        bounded_words(&g.marks, field.then("marks"), problems);
        let (kinds, depths, letters) = kinds(&context, g, &field, problems);
        let grid = grid(g, &letters, &field, problems);
        let steps = steps(g, &grid, measure, &field, problems);
        ready.push(Ready { file: g, field, side, kinds, depths, grid, steps });
    }
    let placed = place_all(&context, &ready, problems);
    ready.into_iter().zip(placed).map(|(ready, placed)| ready.with(placed)).collect()
}

impl Ready<'_> {
    fn with(self, placed: Option<Placed>) -> PositionGroup {
        let (g, cells) = (self.file, || self.grid.iter().flatten().flatten());
        let (kind_of_base, kind_of_lost) = (
            cells().filter(|c| !c.lost).map(|c| c.kind).collect(),
            cells().filter(|c| c.lost).map(|c| c.kind).collect(),
        );
        let (group, column, lost) = match placed {
            Some(p) => (Some(p.group), p.column, p.lost),
            None => (None, None, Vec::new()),
        };
        PositionGroup {
            name: g.name.clone(),
            side: self.side,
            group,
            column,
            kinds: self.kinds,
            kind_of_base,
            lost,
            kind_of_lost,
            quality: g.quality.clone(),
            formation: g.formation.clone(),
            cohesion: g.cohesion,
            disorder: g.disorder,
            marks: g.marks.clone(),
            highlight: g.highlight,
            off_table: g.off_table,
        }
    }
}

fn bounded_words(list: &[String], field: Field, problems: &mut Problems) {
    if list.len() > MAX_ENTRIES {
        problems.add(
            field,
            format!("there are {} entries", list.len()),
            format!("leave {MAX_ENTRIES} or fewer"),
        );
        return;
    }
    for (i, word) in list.iter().enumerate() {
        bounded_text(word, MAX_NAME, field.then(i), problems);
    }
}

/// The kinds of base of a group, their depths, and the letters of its layout.
fn kinds(
    context: &Context<'_>,
    g: &GroupFile,
    field: &Field,
    problems: &mut Problems,
) -> (Vec<Troop>, Vec<Um>, Vec<char>) {
    let (mut kinds, mut depths, mut letters) = (Vec::new(), Vec::new(), Vec::new());
    if g.kinds.len() > 26 {
        problems.add(field.then("kinds"), "there are more kinds than letters", "leave 26 or fewer");
        return (kinds, depths, letters);
    }
    if g.layout.is_empty() {
        if !g.kinds.is_empty() {
            problems.add(
                field.then("kinds"),
                "kinds are for a `layout`, and there is none",
                "add layout = [\"...\"], or describe the troops in the group itself",
            );
        }
        let own = KindFile {
            troop: g.troop.clone(),
            armour: g.armour.clone(),
            capabilities: g.capabilities.clone(),
            symbol: g.symbol,
            depth: g.depth,
        };
        kind(context, &own, field, problems, &mut kinds, &mut depths);
        return (kinds, depths, letters);
    }
    let own = [
        ("troop", !g.troop.is_empty()),
        ("armour", !g.armour.is_empty()),
        ("capabilities", !g.capabilities.is_empty()),
        ("symbol", g.symbol.is_some()),
        ("depth", g.depth.is_some()),
    ];
    for (name, _) in own.into_iter().filter(|(_, given)| *given) {
        problems.add(
            field.then(name),
            format!("a group with a `layout` has its {name} in its kinds"),
            format!("move it to [group.kinds.X] with {name} = ..."),
        );
    }
    for (key, described) in &g.kinds {
        let field = field.then("kinds").then(key.as_str());
        let mut letter = key.chars();
        match (letter.next(), letter.next()) {
            (Some(c), None) if c.is_ascii_uppercase() => {
                letters.push(c);
                kind(context, described, &field, problems, &mut kinds, &mut depths);
            }
            _ => problems.add(
                field,
                format!("`{key}` is not a capital letter"),
                "call the kind by one letter from A to Z",
            ),
        }
    }
    (kinds, depths, letters)
}

fn kind(
    context: &Context<'_>,
    k: &KindFile,
    field: &Field,
    problems: &mut Problems,
    kinds: &mut Vec<Troop>,
    depths: &mut Vec<Um>,
) {
    for (name, text) in [("troop", &k.troop), ("armour", &k.armour)] {
        bounded_text(text, MAX_NAME, field.then(name), problems);
    }
    bounded_words(&k.capabilities, field.then("capabilities"), problems);
    let symbol = k.symbol.unwrap_or_else(|| Symbol::of_troop(&k.troop, &k.capabilities));
    kinds.push(Troop {
        troop: k.troop.clone(),
        armour: k.armour.clone(),
        capabilities: k.capabilities.clone(),
        symbol,
    });
    let usual = || context.words.base_depth(&k.troop, context.table.scale);
    let depth = match k.depth {
        Some(mm) => {
            let depth = millimetres(mm).filter(|_| (5.0..=MAX_DEPTH_MM).contains(&mm));
            if depth.is_none() {
                problems.add(
                    field.then("depth"),
                    format!("a base {mm} mm deep is not usable"),
                    format!("give 5 to {MAX_DEPTH_MM} millimetres"),
                );
            }
            depth
        }
        None => {
            let depth = usual();
            if depth.is_none() {
                no_depth(context.words, &k.troop, field, problems);
            }
            depth
        }
    };
    depths.push(depth.unwrap_or(Um::from_mm(20)));
}

fn no_depth(known: Words<'_>, troop: &str, field: &Field, problems: &mut Problems) {
    if troop.is_empty() {
        problems.add(
            field.clone(),
            "it is not said what troops these are",
            "add `troop = \"...\"`, or the `depth` of the base in millimetres",
        );
    } else {
        let remedy = match nearest(troop, known.known_troops()) {
            Some(near) => format!("did you mean \"{near}\"? Otherwise add `depth` in millimetres"),
            None => "add `depth` in millimetres".to_owned(),
        };
        problems.add(field.then("troop"), format!("how deep a base of \"{troop}\" is, is not known"), remedy);
    }
}

/// The places of a group, from its numbers or from its layout.
fn grid(g: &GroupFile, letters: &[char], field: &Field, problems: &mut Problems) -> Grid {
    if g.layout.is_empty() { counted(g, field, problems) } else { laid_out(g, letters, field, problems) }
}

fn counted(g: &GroupFile, field: &Field, problems: &mut Problems) -> Grid {
    let most = MAX_BASES as u32;
    let Some(files) = g.files else {
        problems.add(
            field.clone(),
            "the formation is not given",
            "add `files` and `ranks` (or `bases`), or a `layout`",
        );
        return Vec::new();
    };
    let bases = match (g.bases, g.ranks) {
        (Some(bases), _) => bases,
        (None, Some(ranks)) => files.saturating_mul(ranks),
        (None, None) => {
            problems.add(field.clone(), "the number of bases is not given", "add `ranks` or `bases`");
            return Vec::new();
        }
    };
    let in_range = |n: u32| (1..=most).contains(&n);
    if !in_range(files) || !in_range(bases) || g.lost > most {
        let name = if !in_range(files) {
            "files"
        } else if in_range(bases) {
            "lost"
        } else if g.bases.is_some() {
            "bases"
        } else {
            "ranks"
        };
        problems.add(
            field.then(name),
            "the number is not usable",
            format!("a group has 1 to {MAX_BASES} bases"),
        );
        return Vec::new();
    }
    if bases < files {
        problems.add(
            field.then("files"),
            format!("{bases} bases cannot fill {files} files"),
            "give at most as many files as bases",
        );
        return Vec::new();
    }
    if let Some(ranks) = g.ranks
        && ranks != bases.div_ceil(files)
    {
        problems.add(
            field.then("ranks"),
            format!("{bases} bases in {files} files stand in {} ranks, not {ranks}", bases.div_ceil(files)),
            "leave `ranks` out, or correct it",
        );
    }
    let mut grid: Grid = vec![Vec::new(); files as usize];
    for i in 0..bases + g.lost {
        if let Some(f) = grid.get_mut((i % files) as usize) {
            f.push(Some(Cell { kind: 0, facing: Facing::Front, lost: i >= bases }));
        }
    }
    grid
}

fn laid_out(g: &GroupFile, letters: &[char], field: &Field, problems: &mut Problems) -> Grid {
    for (name, given) in [
        ("files", g.files.is_some()),
        ("ranks", g.ranks.is_some()),
        ("bases", g.bases.is_some()),
        ("lost", g.lost > 0),
    ] {
        if given {
            problems.add(
                field.then(name),
                format!("a group with a `layout` has no `{name}`"),
                "remove it; the layout shows it",
            );
        }
    }
    let before = problems.count();
    let mut grid: Grid = Vec::new();
    let mut count = 0;
    for (rank, row) in g.layout.iter().enumerate() {
        let field = field.then("layout").then(rank);
        for (file, word) in row.split_whitespace().enumerate() {
            count += 1;
            if count > MAX_BASES {
                problems.add(field, "the group is too large", format!("a group has 1 to {MAX_BASES} bases"));
                return Vec::new();
            }
            let cell = match cell(word, letters) {
                Ok(cell) => cell,
                Err((message, remedy)) => {
                    problems.add(field.clone(), message, remedy);
                    None
                }
            };
            if grid.len() <= file {
                if rank > 0 {
                    problems.add(
                        field.clone(),
                        "this rank is wider than the front rank",
                        "mark empty places in the ranks before it with `.`",
                    );
                    return Vec::new();
                }
                grid.push(Vec::new());
            }
            if let Some(f) = grid.get_mut(file) {
                f.resize(rank, None);
                f.push(cell);
            }
        }
    }
    if problems.count() == before {
        check_files(&grid, field, problems);
    }
    grid
}

/// Every file needs a base that is present, and lost ones only behind those.
fn check_files(grid: &Grid, field: &Field, problems: &mut Problems) {
    if grid.is_empty() {
        problems.add(field.then("layout"), "the layout has no bases", "write at least one letter of a kind");
    }
    for (i, f) in grid.iter().enumerate() {
        let last_present = f.iter().rposition(|c| c.is_some_and(|c| !c.lost));
        let first_lost = f.iter().position(|c| c.is_some_and(|c| c.lost));
        let well = match (last_present, first_lost) {
            (None, _) => false,
            (Some(present), Some(lost)) => lost > present,
            (Some(_), None) => true,
        };
        if !well {
            problems.add(
                field.then("layout"),
                format!("file {} has no base, or a lost base before one that is present", i + 1),
                "start each file with a base that is present; gaps are closed when bases are lost",
            );
        }
    }
}

fn cell(word: &str, letters: &[char]) -> Result<Option<Cell>, (String, String)> {
    if word == "." {
        return Ok(None);
    }
    let mut chars = word.chars();
    let letter = chars.next().unwrap_or(' ');
    let kind = letters.iter().position(|&l| l == letter).ok_or_else(|| {
        let known: String = letters.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
        let remedy = if known.is_empty() {
            format!("add [group.kinds.{letter}]")
        } else {
            format!("write one of {known}, or `.` for an empty place")
        };
        (format!("`{word}` begins with no letter of a kind"), remedy)
    })?;
    let (facing, lost) = match (chars.next(), chars.next()) {
        (None, _) => (Facing::Front, false),
        (Some('<'), None) => (Facing::Left, false),
        (Some('>'), None) => (Facing::Right, false),
        (Some('v'), None) => (Facing::Rear, false),
        (Some('x'), None) => (Facing::Front, true),
        _ => {
            return Err((
                format!("`{word}` is not understood"),
                "after the letter write `<`, `>` or `v` for a turned base, `x` for a lost one; part bases by blanks".into(),
            ));
        }
    };
    Ok(Some(Cell { kind, facing, lost }))
}

/// Where the bases of a group stand, and where lost ones stood, with the middle of its front here.
pub(crate) fn shape(context: &Context<'_>, r: &Ready<'_>, front: Pose, problems: &mut Problems) -> Placed {
    let (g, grid) = (r.file, &r.grid);
    let width = context.table.base_width;
    let present = formation(grid, &r.depths, &r.steps, width, Shown::Present);
    let all = formation(grid, &r.depths, &r.steps, width, Shown::All);
    let (mut group, mut whole) = (Group::form_centred(front, &present), Group::form_centred(front, &all));
    let mut column = None;
    if !g.kinks.is_empty() {
        let turns = kinks(g, grid, &r.field, problems);
        group = kinked(&group, &turns);
        whole = kinked(&whole, &turns);
        column = Some(as_column(&group, &turns));
    }
    let was_lost = grid.iter().flatten().flatten().map(|c| c.lost);
    let lost: Vec<Base> = whole.bases().zip(was_lost).filter(|(_, lost)| *lost).map(|(b, _)| b).collect();
    Placed { group, column, lost }
}

/// Which bases of a group are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Those that are present.
    Present,
    /// Lost ones too.
    All,
}

fn steps(g: &GroupFile, grid: &Grid, measure: &Measure, field: &Field, problems: &mut Problems) -> Vec<Um> {
    if !g.steps.is_empty() && g.steps.len() != grid.len() {
        problems.add(
            field.then("steps"),
            format!("there are {} steps for {} files", g.steps.len(), grid.len()),
            "give one number for each file from the left",
        );
        return Vec::new();
    }
    let steps = g.steps.iter().enumerate();
    steps.map(|(i, &s)| measure.signed_length(s, field.then("steps").then(i), problems)).collect()
}

fn formation(grid: &Grid, depths: &[Um], steps: &[Um], width: Um, shown: Shown) -> Formation {
    let files = grid.iter().enumerate().map(|(i, f)| {
        // An empty place is as deep as the base in front of it, or the first base of its file.
        let depth_of = |c: &Cell| depths.get(c.kind).copied().unwrap_or(Um::from_mm(20));
        let mut usual = f.iter().flatten().next().map_or(Um::ZERO, depth_of);
        let mut gap = Um::ZERO;
        let mut ranks = Vec::new();
        for place in f {
            match place {
                Some(c) if !c.lost || shown == Shown::All => {
                    usual = depth_of(c);
                    ranks.push(Rank { depth: usual, facing: c.facing, gap });
                    gap = Um::ZERO;
                }
                _ => gap += usual,
            }
        }
        File { width, step: steps.get(i).copied().unwrap_or(Um::ZERO), ranks }
    });
    Formation { files: files.collect() }
}

/// The turn behind each base of a column.
fn kinks(g: &GroupFile, grid: &Grid, field: &Field, problems: &mut Problems) -> Vec<Angle> {
    let bases = grid.iter().flatten().flatten().count();
    if grid.len() != 1 {
        problems.add(field.then("kinks"), "only a column one base wide can be kinked", "remove the kinks");
        return Vec::new();
    }
    let mut turns = vec![Angle::ZERO; bases];
    for (i, kink) in g.kinks.iter().enumerate() {
        let field = field.then("kinks").then(i);
        if kink.turn.abs() > 90.0 {
            problems.add(
                field.then("turn"),
                "a column cannot bend by more than 90 degrees",
                "give -90 to 90",
            );
            continue;
        }
        let turn = angle(kink.turn, field.then("turn"), problems);
        let index = (kink.after as usize).checked_sub(1).filter(|&i| i + 1 < bases);
        match index.and_then(|i| turns.get_mut(i)) {
            Some(slot) => *slot = turn,
            None => problems.add(
                field.then("after"),
                format!("the column of {bases} bases has no base behind base {}", kink.after),
                "give the number of the base before the bend, counted from the front",
            ),
        }
    }
    turns
}

/// A column whose bases follow bends: at a bend two bases share the corner on the inside.
fn kinked(column: &Group, turns: &[Angle]) -> Group {
    let mut bases: Vec<Base> = Vec::new();
    for base in column.bases() {
        let next = match (bases.last(), turns.get(bases.len().wrapping_sub(1))) {
            (Some(before), Some(&turn)) => {
                let facing = before.facing() + turn;
                // A bend to the right opens on the right, so the left corners stay together.
                let right_bend = turn.0 < Angle::HALF.0;
                let (rear, front) = if right_bend {
                    (Corner::RearLeft, Corner::FrontLeft)
                } else {
                    (Corner::RearRight, Corner::FrontRight)
                };
                Base::with_corner(front, before.corner(rear), facing, base.width, base.depth)
            }
            _ => base,
        };
        bases.push(next);
    }
    Group::of_bases(&bases).unwrap_or_else(|| column.clone())
}

/// The column with the wheels that its head made at the bends, oldest first.
fn as_column(group: &Group, turns: &[Angle]) -> Column {
    let bases: Vec<Base> = group.bases().collect();
    let mut column = Column { bases: Vec::new(), kinks: Vec::new() };
    for (i, base) in bases.iter().enumerate().rev() {
        let turn = turns.get(i).copied().unwrap_or(Angle::ZERO);
        if let Some(behind) = bases.get(i + 1)
            && turn != Angle::ZERO
        {
            // Bases behind that face further clockwise have yet to wheel to the left.
            let hand = if turn.0 < Angle::HALF.0 { Hand::Left } else { Hand::Right };
            column.kinks.push(Kink { front: behind.front, hand, by: turn.size() });
        }
        let passed = u16::try_from(column.kinks.len()).unwrap_or(u16::MAX);
        column.bases.push(ColumnBase { base: *base, passed });
    }
    column.bases.reverse();
    column
}
