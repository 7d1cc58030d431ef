//! Places the groups of a file: by a point, or by words, seen from another group.

use super::resolve::{Body, Bond, Measures, resolve};
use crate::check::on_table;
use crate::file::{GroupFile, PointFile};
use crate::groups::{Context, Grid, Placed, Ready, shape};
use crate::lengths::angle;
use crate::words::RelativePlace;
use crate::words::length::Misread;
use caracole_document::{Problems, nearest};
use caracole_plane::{Base, Corner, Pose};

/// Places every group: first those with a point, then those that stand by another that has its place.
pub(crate) fn place_all(
    context: &Context<'_>,
    ready: &[Ready<'_>],
    problems: &mut Problems,
) -> Vec<Option<Placed>> {
    let mut placed: Vec<Option<Placed>> = Vec::new();
    let mut waiting = Vec::new();
    for (i, r) in ready.iter().enumerate() {
        let by_words = by_another(r, ready, problems);
        let is_worded = r.file.place.is_some();
        placed.push(if is_worded { None } else { by_point(context, r, problems) });
        waiting.extend(by_words.map(|(place, other)| (i, place, other)));
    }
    loop {
        let before = waiting.len();
        waiting.retain(|(i, place, other)| {
            let (Some(own), Some(Some(by)), Some(theirs)) =
                (ready.get(*i), placed.get(*other), ready.get(*other))
            else {
                return true;
            };
            let found = by_words(context, own, place, (theirs, by), problems);
            if let Some(slot) = placed.get_mut(*i) {
                *slot = found;
            }
            false
        });
        if waiting.len() == before {
            break;
        }
    }
    for (i, _, other) in &waiting {
        let (Some(own), Some(other)) = (ready.get(*i), ready.get(*other)) else { continue };
        let circle =
            waiting.iter().any(|(w, ..)| ready.get(*w).is_some_and(|r| r.file.name == other.file.name));
        let name = &other.file.name;
        let (wrong, remedy) = match circle {
            true => (
                format!("\"{name}\" is placed by this group in its turn"),
                "give one of them its place as `at`",
            ),
            false => (format!("\"{name}\" has no place on the table"), "give it one with `at = [x, y]`"),
        };
        problems.add(own.field.then("place"), wrong, remedy);
    }
    placed
}

/// The words for the place of a group, and the index of the group that they speak of.
fn by_another(r: &Ready<'_>, ready: &[Ready<'_>], problems: &mut Problems) -> Option<(RelativePlace, usize)> {
    let text = r.file.place.as_ref()?;
    let field = r.field.then("place");
    let by_points = points(r.file).into_iter().map(|(name, ..)| name);
    for name in by_points.chain((r.file.facing != 0.0).then_some("facing")) {
        problems.add(
            r.field.then(name),
            format!("a group with a `place` has no `{name}`"),
            "leave one of them out; `place` says \"facing it\" or \"facing away\"",
        );
    }
    let place: RelativePlace = match text.parse() {
        Ok(place) => place,
        Err(Misread { wrong, remedy }) => {
            problems.add(field, wrong, remedy);
            return None;
        }
    };
    let names: Vec<&str> = ready.iter().map(|r| r.file.name.as_str()).collect();
    match meant(&place.of, &names) {
        Some(other) if names.get(other) == Some(&r.file.name.as_str()) => {
            problems.add(field, "a group does not stand by itself", "name another group");
            None
        }
        Some(other) => Some((place, other)),
        None => {
            let remedy = match nearest(&place.of, names) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "write its name, its number, or a word that only its name has".to_owned(),
            };
            problems.add(field, format!("no group, or more than one, is called \"{}\"", place.of), remedy);
            None
        }
    }
}

/// The one name that is meant: in full, by the number that it begins with, or by a word that only it has.
pub(crate) fn meant(said: &str, names: &[&str]) -> Option<usize> {
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut found = names.iter().enumerate().filter(|(_, name)| fits(name)).map(|(i, _)| i);
        found.next().filter(|_| found.next().is_none())
    };
    only(&|name| name == said)
        .or_else(|| only(&|name| name.split_whitespace().next() == Some(said)))
        .or_else(|| only(&|name| name.split_whitespace().any(|word| word.eq_ignore_ascii_case(said))))
}

/// The points that a group may be placed by: the middle of its front, or a corner.
fn points(g: &GroupFile) -> Vec<(&'static str, PointFile, Option<Corner>)> {
    [
        ("at", g.at, None),
        ("front_left", g.front_left, Some(Corner::FrontLeft)),
        ("front_right", g.front_right, Some(Corner::FrontRight)),
        ("rear_left", g.rear_left, Some(Corner::RearLeft)),
        ("rear_right", g.rear_right, Some(Corner::RearRight)),
    ]
    .into_iter()
    .filter_map(|(name, point, corner)| Some((name, point?, corner)))
    .collect()
}

/// Places a group by a point.
fn by_point(context: &Context<'_>, r: &Ready<'_>, problems: &mut Problems) -> Option<Placed> {
    let facing = angle(r.file.facing, r.field.then("facing"), problems);
    let mut given = points(r.file).into_iter();
    let Some((name, point, corner)) = given.next() else {
        if !r.file.off_table {
            problems.add(
                r.field.clone(),
                "the group stands nowhere",
                "add `at = [x, y]`, the middle of its front edge, or `off_table = true`",
            );
        }
        return None;
    };
    for (other, ..) in given {
        problems.add(
            r.field.then(other),
            format!("the group is placed by `{name}` already"),
            "leave one of them out",
        );
    }
    let before = problems.count();
    let field = r.field.then(name);
    let at = match r.file.off_table {
        true => context.measure.point_anywhere(point, field, problems),
        false => context.measure.point(point, field, problems),
    };
    let front = match corner {
        None => Pose::new(at, facing),
        Some(corner) => {
            let ground = shape(context, r, Pose::default(), &mut Problems::default()).group.footprint();
            let placed = Base::with_corner(corner, at, facing, ground.width, ground.depth);
            placed.front.offset(-ground.front.at.x, -ground.front.at.y)
        }
    };
    let placed = shape(context, r, front, problems);
    if problems.count() == before {
        stands_on_table(context, r, &placed, name, problems);
    }
    Some(placed)
}

/// Places a group by words, seen from another that has its place.
fn by_words(
    context: &Context<'_>,
    r: &Ready<'_>,
    place: &RelativePlace,
    (theirs, by): (&Ready<'_>, &Placed),
    problems: &mut Problems,
) -> Option<Placed> {
    let field = r.field.then("place");
    let files = |grid: &Grid| u8::try_from(grid.len()).unwrap_or(u8::MAX);
    // Laid out anywhere: how it stands about its own front is the same everywhere.
    let before = problems.count();
    let laid = shape(context, r, Pose::default(), problems);
    if problems.count() > before {
        return None;
    }
    let ground = laid.group.footprint();
    let own = Body { ground, files: files(&r.grid) };
    let other = Body { ground: by.group.footprint(), files: files(&theirs.grid) };
    let bond = if r.side == theirs.side { Bond::Friends } else { Bond::Enemies };
    let table = context.table;
    let measures = Measures { unit: table.unit, mu: table.mu, width: table.base_width };
    match resolve(place, own, other, bond, measures) {
        Ok(front) => {
            // From the front of its ground to the middle of its front line.
            let ahead = ground.front.at;
            let placed = shape(context, r, front.offset(-ahead.x, -ahead.y), problems);
            stands_on_table(context, r, &placed, "place", problems);
            Some(placed)
        }
        Err(Misread { wrong, remedy }) => {
            problems.add(field, wrong, remedy);
            None
        }
    }
}

fn stands_on_table(
    context: &Context<'_>,
    r: &Ready<'_>,
    placed: &Placed,
    name: &str,
    problems: &mut Problems,
) {
    if r.file.off_table {
        return;
    }
    let what = format!("\"{}\"", r.file.name);
    for rect in &placed.group.rects() {
        if !on_table(rect, context.measure, &what, r.field.then(name), problems) {
            break;
        }
    }
}
