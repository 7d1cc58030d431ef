//! The checks that turn a file into a position.

use super::file::{CampFile, Colour, CommanderFile, PointFile, PositionFile, SideFile, TerrainFile};
use super::groups::{self, Sides};
use super::lengths::{Measure, angle};
use super::overlays;
use super::question;
use super::shape;
use super::terrain::{TerrainForm, TerrainKind};
use super::vocabulary::{Vocabulary, Words};
use super::{
    Camp, Commander, Ground, MAX_ENTRIES, MAX_GROUPS, MAX_NAME, MAX_NOTE, MAX_POINTS, Position,
    PositionGroup, Side, SideIndex, Table, Terrain, base_width, camp_size,
};
use caracole_document::Field;
use caracole_document::Problems;
use caracole_document::nearest;
use caracole_plane::{Base, BaseRect, Point, Polygon, Pose, Strip, StripError, Um};

pub(crate) fn position(file: &PositionFile, known: &[&Vocabulary]) -> Result<Position, Problems> {
    let mut problems = Problems::default();
    let top = Field::top();
    if file.schema != 1 {
        problems.add(
            top.then("schema"),
            format!("version {} of the format is not known to this program", file.schema),
            "write `schema = 1`, or use a newer program",
        );
        return Err(problems);
    }
    for (name, text) in [("title", &file.title), ("note", &file.note)] {
        bounded_text(text, MAX_NOTE, top.then(name), &mut problems);
    }
    for (name, length, most) in [
        ("side", file.sides.len(), Colour::ALL.len()),
        ("terrain", file.terrain.len(), MAX_ENTRIES),
        ("group", file.groups.len(), MAX_GROUPS),
        ("commander", file.commanders.len(), MAX_ENTRIES),
        ("camp", file.camps.len(), MAX_ENTRIES),
        ("overlay", file.overlays.len(), MAX_ENTRIES),
        ("question", file.questions.len(), MAX_ENTRIES),
    ] {
        if length > most {
            problems.add(
                top.then(name),
                format!("there are {length} entries; the limit is {most}"),
                "leave some out",
            );
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let (measure, mu) = Measure::of_table(&file.table, &mut problems);
    let table = Table {
        width: measure.width,
        depth: measure.depth,
        mu,
        base_width: base_width(file.table.scale),
        scale: file.table.scale,
        unit: file.table.unit,
    };
    let sides = sides(&file.sides, &mut problems);
    let names = Sides(&sides);
    let words = Words::of(file.system, known);
    let terrain = terrain(&file.terrain, &measure, &mut problems);
    let groups = groups::groups(file, &measure, &table, &names, words, &mut problems);
    let camps = camps(&file.camps, &measure, &table, &names, &mut problems);
    let commanders = commanders(&file.commanders, &groups, &measure, &table, &names, &mut problems);
    // Overlaps and overlays only make sense where everything stands in its place.
    if problems.is_empty() {
        overlaps(&groups, &camps, &mut problems);
    }
    let overlays = overlays::overlays(&file.overlays, &groups, &measure, &table, &mut problems);
    let questions = question::questions(&file.questions, &groups, &measure, &mut problems);
    let active = match &file.active {
        Some(name) => names.named(name, top.then("active"), &mut problems),
        None => SideIndex(0),
    };
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Position {
        title: file.title.clone(),
        note: file.note.clone(),
        system: file.system,
        table,
        sides,
        terrain,
        groups,
        commanders,
        camps,
        overlays,
        active,
        whole_armies: file.whole_armies,
        questions,
    })
}

/// Adds a problem if the text is too long.
pub(crate) fn bounded_text(text: &str, most: usize, field: Field, problems: &mut Problems) {
    let length = text.chars().count();
    if length > most {
        problems.add(field, format!("the text has {length} characters"), format!("shorten it to {most}"));
    }
}

/// Adds a problem if a name is empty, too long or taken.
pub(crate) fn unique_name<'a>(
    name: &'a str,
    taken: &mut Vec<&'a str>,
    what: &str,
    field: Field,
    problems: &mut Problems,
) {
    if name.trim().is_empty() {
        problems.add(field, "the name is empty", "give it a name");
    } else if taken.contains(&name) {
        problems.add(field, format!("there is another {what} called \"{name}\""), "give each its own name");
    } else {
        bounded_text(name, MAX_NAME, field, problems);
        taken.push(name);
    }
}

fn sides(files: &[SideFile], problems: &mut Problems) -> Vec<Side> {
    let mut taken = Vec::new();
    let mut colours: Vec<Colour> = files.iter().filter_map(|s| s.colour).collect();
    let mut sides = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let field = Field::top().then("side").then(i);
        unique_name(&file.name, &mut taken, "side", field.then("name"), problems);
        if let Some(chosen) = file.colour
            && sides.iter().any(|s: &Side| s.colour == chosen)
        {
            problems.add(
                field.then("colour"),
                format!("another side is {} already", chosen.name()),
                "give each side its own colour",
            );
        }
        let free = || Colour::ALL.into_iter().find(|c| !colours.contains(c));
        let colour = file.colour.or_else(free).unwrap_or(Colour::Blue);
        colours.push(colour);
        sides.push(Side { name: file.name.clone(), colour });
    }
    sides
}

fn terrain(files: &[TerrainFile], measure: &Measure, problems: &mut Problems) -> Vec<Terrain> {
    let mut pieces = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let field = Field::top().then("terrain").then(i);
        bounded_text(&file.name, MAX_NAME, field.then("name"), problems);
        let (kind, label) = (file.kind, file.kind.label());
        let ground = match kind.form() {
            TerrainForm::Area => area(file, measure, &field, problems).map(Ground::Area),
            TerrainForm::Line => line(file, measure, &field, problems).map(Ground::Line),
        };
        let is_hill = matches!(kind, TerrainKind::GentleHill | TerrainKind::SteepHill);
        if !is_hill && (!file.crest.is_empty() || file.cover.is_some()) {
            let name = if file.crest.is_empty() { "cover" } else { "crest" };
            problems.add(field.then(name), format!("a {label} has no {name}"), "remove it; it is for hills");
        }
        if let Some(cover) = file.cover
            && !can_cover(cover)
        {
            problems.add(
                field.then("cover"),
                format!("a hill cannot be covered with {}", cover.label()),
                "write broken ground, brush, plantation, vineyards, forest or village",
            );
        }
        if kind != TerrainKind::River && file.grade.is_some() {
            problems.add(
                field.then("grade"),
                format!("a {label} has no grade of its own"),
                "remove it; it is for rivers",
            );
        }
        let crest = many_points(&file.crest, "crest", measure, &field, problems);
        let crest = if crest.len() > 2 { shape::round_line(&crest) } else { crest };
        pieces.extend(ground.map(|ground| Terrain {
            kind,
            name: file.name.clone(),
            ground,
            crest,
            cover: file.cover,
            grade: file.grade,
        }));
    }
    pieces
}

fn can_cover(kind: TerrainKind) -> bool {
    use TerrainKind as K;
    matches!(kind, K::BrokenGround | K::Brush | K::Plantation | K::Vineyards | K::Forest | K::Village)
}

fn many_points(
    list: &[PointFile],
    name: &str,
    measure: &Measure,
    field: &Field,
    problems: &mut Problems,
) -> Vec<Point> {
    if list.len() > MAX_POINTS {
        problems.add(
            field.then(name),
            format!("there are {} points; the limit is {MAX_POINTS}", list.len()),
            "leave some out",
        );
        return Vec::new();
    }
    let points = list.iter().enumerate();
    points.map(|(i, &p)| measure.point(p, field.then(name).then(i), problems)).collect()
}

fn area(file: &TerrainFile, measure: &Measure, field: &Field, problems: &mut Problems) -> Option<Polygon> {
    let label = file.kind.label();
    for (name, given) in [("line", !file.line.is_empty()), ("width", file.width.is_some())] {
        if given {
            problems.add(
                field.then(name),
                format!("{label} is an area and has no {name}"),
                "give its corners as `outline` instead",
            );
        }
    }
    let corners = many_points(&file.outline, "outline", measure, field, problems);
    if corners.len() < 3 {
        problems.add(
            field.then("outline"),
            format!("{label} needs an outline of at least three corners"),
            "write outline = [[x, y], [x, y], [x, y]]",
        );
        return None;
    }
    let smooth = file.smooth.unwrap_or(file.kind.smooth_by_default());
    let points = if smooth { shape::round_outline(&corners, |p| measure.on_edge(p)) } else { corners };
    let polygon = Polygon::new(points);
    if polygon.is_err() {
        problems.add(
            field.then("outline"),
            "the outline crosses or touches itself",
            "list the corners in the order in which one walks round the piece",
        );
    }
    polygon.ok()
}

fn line(file: &TerrainFile, measure: &Measure, field: &Field, problems: &mut Problems) -> Option<Strip> {
    let label = file.kind.label();
    if !file.outline.is_empty() {
        problems.add(
            field.then("outline"),
            format!("a {label} is a line and has no outline"),
            "give its course as `line` and its `width` instead",
        );
    }
    let corners = many_points(&file.line, "line", measure, field, problems);
    let stands_still = corners.iter().zip(corners.iter().skip(1)).any(|(a, b)| a == b);
    if corners.len() < 2 || stands_still {
        problems.add(
            field.then("line"),
            format!("a {label} needs a line of at least two different points"),
            "write line = [[x, y], [x, y]]",
        );
        return None;
    }
    let Some(width) = file.width else {
        problems.add(field.clone(), format!("the {label} has no width"), "add a line `width = ...`");
        return None;
    };
    let width = measure.length(width, field.then("width"), problems);
    let smooth = file.smooth.unwrap_or(file.kind.smooth_by_default());
    let points = if smooth { shape::round_line(&corners) } else { corners };
    match Strip::new(points, width) {
        Ok(strip) => Some(strip),
        Err(StripError::NoWidth(_)) => {
            problems.add(field.then("width"), format!("the {label} has no width"), "give a width above 0");
            None
        }
        Err(_) => {
            problems.add(
                field.then("line"),
                format!("the {label} turns back on itself or is too wide for its bends"),
                "bend it less sharply, or make it narrower",
            );
            None
        }
    }
}

fn camps(
    files: &[CampFile],
    measure: &Measure,
    table: &Table,
    sides: &Sides<'_>,
    problems: &mut Problems,
) -> Vec<Camp> {
    let mut camps = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let field = Field::top().then("camp").then(i);
        let side = sides.named(&file.side, field.then("side"), problems);
        let at = measure.point(file.at, field.then("at"), problems);
        let facing = angle(file.facing, field.then("facing"), problems);
        let (width, depth) = camp_size(table.scale);
        let base = Base::new(Pose::new(at, facing), width, depth);
        on_table(&base.rect(), measure, "the camp", field.then("at"), problems);
        camps.push(Camp { side, base, fortified: file.fortified });
    }
    camps
}

/// Adds a problem if a corner lies off the table; says whether all is well.
pub(crate) fn on_table(
    rect: &BaseRect,
    measure: &Measure,
    what: &str,
    field: Field,
    problems: &mut Problems,
) -> bool {
    // Corners are rounded to a micrometre; what touches the edge is on the table.
    let slack = caracole_plane::CONTACT_TOLERANCE;
    let well = rect.corners().iter().all(|c| {
        (-slack..=measure.width + slack).contains(&c.x) && (-slack..=measure.depth + slack).contains(&c.y)
    });
    if !well {
        problems.add(field, format!("{what} reaches over the edge of the table"), "move it onto the table");
    }
    well
}

fn commanders(
    files: &[CommanderFile],
    groups: &[PositionGroup],
    measure: &Measure,
    table: &Table,
    sides: &Sides<'_>,
    problems: &mut Problems,
) -> Vec<Commander> {
    let mut taken = Vec::new();
    let mut commanders = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let field = Field::top().then("commander").then(i);
        unique_name(&file.name, &mut taken, "commander", field.then("name"), problems);
        bounded_text(&file.rank, MAX_NAME, field.then("rank"), problems);
        let side = sides.named(&file.side, field.then("side"), problems);
        let range = file.range.map(|r| measure.length(r, field.then("range"), problems));
        let with = file.with.as_deref().and_then(|name| {
            let found = group_named(groups, name, field.then("with"), problems)?;
            if groups.get(found).is_some_and(|g| g.side != side) {
                problems.add(
                    field.then("with"),
                    format!("\"{name}\" belongs to another side"),
                    "name a group of his own side",
                );
            }
            Some(found)
        });
        let at = match (file.at, with) {
            (Some(p), _) => measure.point(p, field.then("at"), problems),
            (None, Some(g)) => match groups.get(g).and_then(|g| g.group.as_ref()) {
                // Behind the group, his base against its rear edge.
                Some(group) => {
                    let back = group.depth() + Um::new(i64::from(table.base_width.get()) * 35 / 100);
                    let at = group.front_centre().offset(Um::ZERO, -back).at;
                    Point::new(at.x.clamp(Um::ZERO, table.width), at.y.clamp(Um::ZERO, table.depth))
                }
                None => {
                    problems.add(
                        field.then("with"),
                        "his group is off the table",
                        "leave him out, or give his place as `at`",
                    );
                    Point::ORIGIN
                }
            },
            (None, None) => {
                if file.with.is_none() {
                    problems.add(
                        field.clone(),
                        "the commander stands nowhere",
                        "add `at = [x, y]`, or `with = \"name of a group\"`",
                    );
                }
                Point::ORIGIN
            }
        };
        commanders.push(Commander {
            name: file.name.clone(),
            side,
            at,
            with,
            rank: file.rank.clone(),
            range,
        });
    }
    commanders
}

/// The index of a group by its name; an unknown name is a problem.
pub(crate) fn group_named(
    groups: &[PositionGroup],
    name: &str,
    field: Field,
    problems: &mut Problems,
) -> Option<usize> {
    let found = groups.iter().position(|g| g.name == name);
    if found.is_none() {
        let names = groups.iter().map(|g| g.name.as_str());
        let remedy = match nearest(name, names) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "write the name of a [[group]]".to_owned(),
        };
        problems.add(field, format!("there is no group called \"{name}\""), remedy);
    }
    found
}

impl Sides<'_> {
    /// The side called so; an unknown name is a problem.
    pub(crate) fn named(&self, name: &str, field: Field, problems: &mut Problems) -> SideIndex {
        if let Some(i) = self.0.iter().position(|s| s.name == name) {
            return SideIndex(i);
        }
        let names = self.0.iter().map(|s| s.name.as_str());
        let remedy = match nearest(name, names.clone()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if self.0.is_empty() => format!("add [[side]] with name = \"{name}\""),
            None => format!("write one of {}", names.collect::<Vec<_>>().join(", ")),
        };
        problems.add(field, format!("there is no side called \"{name}\""), remedy);
        SideIndex(0)
    }
}

/// Reports bases that share ground, one problem for each pair of bodies.
fn overlaps(groups: &[PositionGroup], camps: &[Camp], problems: &mut Problems) {
    let group_field = |i: usize| Field::top().then("group").then(i).then("at");
    let mut bodies: Vec<(String, Field, Vec<BaseRect>)> = Vec::new();
    for (i, g) in groups.iter().enumerate() {
        if let Some(group) = &g.group {
            let rects: Vec<_> = group.rects().to_vec();
            let clash =
                rects.iter().enumerate().any(|(a, r)| rects.iter().skip(a + 1).any(|s| r.overlaps(s)));
            if clash {
                problems.add(
                    group_field(i),
                    format!("bases of \"{}\" overlap each other", g.name),
                    "change its steps, kinks or turned bases",
                );
            }
            bodies.push((format!("\"{}\"", g.name), group_field(i), rects));
        }
    }
    for (i, camp) in camps.iter().enumerate() {
        let field = Field::top().then("camp").then(i).then("at");
        bodies.push((format!("camp {}", i + 1), field, vec![camp.base.rect()]));
    }
    for (i, (name, _, rects)) in bodies.iter().enumerate() {
        for (other, field, others) in bodies.iter().skip(i + 1) {
            if caracole_plane::any_overlap(rects, others) {
                problems.add(field.clone(), format!("{other} overlaps {name}"), "move one of them");
            }
        }
    }
}
