//! Overlays of a file: which fields each kind needs, and what they mean on the table.

use super::check::{bounded_text, group_named};
use super::file::{OverlayFile, OverlayKind, PlaceFile};
use super::lengths::{Measure, angle};
use super::measuring;
use super::overlay::Overlay;
use super::{MAX_NAME, MAX_POINTS, PositionGroup, Table};
use caracole_document::Field;
use caracole_document::Problems;
use caracole_plane::{Base, Group, Point, Pose, Um};

pub(crate) fn overlays(
    files: &[OverlayFile],
    groups: &[PositionGroup],
    measure: &Measure,
    table: &Table,
    problems: &mut Problems,
) -> Vec<Overlay> {
    let reader = Reader { groups, measure, table };
    let mut found = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let field = Field::top().then("overlay").then(i);
        bounded_text(&file.label, MAX_NAME, field.then("label"), problems);
        reader.spare_fields(file, &field, problems);
        found.extend(reader.overlay(file, &field, problems));
    }
    found
}

struct Reader<'a> {
    groups: &'a [PositionGroup],
    measure: &'a Measure,
    table: &'a Table,
}

/// What a place in a file turns out to be.
enum Target<'a> {
    Point(Point),
    Group(&'a Group),
}

impl<'a> Reader<'a> {
    /// Fields that the kind of overlay does not use are mistakes.
    fn spare_fields(&self, file: &OverlayFile, field: &Field, problems: &mut Problems) {
        use OverlayKind as K;
        let used: &[&str] = match file.kind {
            K::Arc => &["group", "range", "beyond", "long", "long_beyond"],
            K::Zone => &["group", "range", "beyond"],
            K::Circle => &["at", "range"],
            K::Path => &["points"],
            K::Distance | K::Sight => &["from", "to"],
            K::Contact => &["at", "from", "to"],
            K::Ghost => &["group", "at", "facing"],
            K::Note => &["at"],
        };
        let given = [
            ("group", file.group.is_some()),
            ("at", file.at.is_some()),
            ("from", file.from.is_some()),
            ("to", file.to.is_some()),
            ("points", !file.points.is_empty()),
            ("facing", file.facing.is_some()),
            ("range", file.range.is_some()),
            ("long", file.long.is_some()),
            ("beyond", file.beyond.is_some()),
            ("long_beyond", file.long_beyond.is_some()),
        ];
        for (name, _) in given.into_iter().filter(|(name, given)| *given && !used.contains(name)) {
            problems.add(
                field.then(name),
                format!("this kind of overlay does not use `{name}`"),
                format!("remove it; it uses {} and label", used.join(", ")),
            );
        }
    }

    fn overlay(&self, file: &OverlayFile, field: &Field, problems: &mut Problems) -> Option<Overlay> {
        let label = file.label.clone();
        match file.kind {
            OverlayKind::Arc => {
                let group = self.group(file, field, problems)?;
                let beyond = self.beyond(file.beyond, field.then("beyond"), problems);
                let long_beyond = file.long_beyond.or(file.beyond);
                let long_beyond = self.beyond(long_beyond, field.then("long_beyond"), problems);
                let range = self.range(file, field, problems)?;
                let long = file.long.map(|l| self.measure.length(l, field.then("long"), problems));
                if long.is_some_and(|l| l <= range) {
                    problems.add(
                        field.then("long"),
                        "long range does not reach beyond `range`",
                        "give a greater number, or leave it out",
                    );
                }
                let far = long.map(|l| ahead(group, l, long_beyond)).unwrap_or_default();
                Some(Overlay::Arc { near: ahead(group, range, beyond), far, label })
            }
            OverlayKind::Zone => {
                let group = self.group(file, field, problems)?;
                let beyond = self.beyond(file.beyond, field.then("beyond"), problems);
                let range = self.range(file, field, problems)?;
                Some(Overlay::Zone { ground: ahead(group, range, beyond), label })
            }
            OverlayKind::Circle => {
                let centre = match self.target(file.at.as_ref(), "at", field, problems)? {
                    Target::Point(p) => p,
                    Target::Group(g) => g.footprint().centre(),
                };
                Some(Overlay::Circle { centre, radius: self.range(file, field, problems)?, label })
            }
            OverlayKind::Path => self.path(file, field, problems),
            OverlayKind::Distance | OverlayKind::Sight => {
                let from = self.target(file.from.as_ref(), "from", field, problems);
                let to = self.target(file.to.as_ref(), "to", field, problems);
                let (from, to, exact) = self.nearest(&from?, &to?)?;
                if file.kind == OverlayKind::Sight {
                    return Some(Overlay::Sight { from, to, label });
                }
                let measured = measuring::in_words(exact, self.table.yardstick());
                let label = if label.is_empty() { measured } else { format!("{label} {measured}") };
                Some(Overlay::Distance { from, to, label })
            }
            OverlayKind::Contact => self.contact(file, field, problems),
            OverlayKind::Ghost => {
                let group = self.group(file, field, problems)?;
                let at = self.point(file.at.as_ref(), "at", field, problems)?;
                let facing = match file.facing {
                    Some(degrees) => angle(degrees, field.then("facing"), problems),
                    None => group.facing(),
                };
                let front = Pose::new(at, facing).offset(-group.frontage.half(), Um::ZERO);
                Some(Overlay::Ghost { bases: group.placed(front).bases().collect(), label })
            }
            OverlayKind::Note => {
                let at = self.point(file.at.as_ref(), "at", field, problems)?;
                if label.is_empty() {
                    problems.add(field.clone(), "the note says nothing", "add `label = \"...\"`");
                }
                Some(Overlay::Note { at, label })
            }
        }
    }

    fn path(&self, file: &OverlayFile, field: &Field, problems: &mut Problems) -> Option<Overlay> {
        let field = field.then("points");
        if !(2..=MAX_POINTS).contains(&file.points.len()) {
            problems.add(
                field,
                format!("a path of {} points cannot be drawn", file.points.len()),
                format!("give 2 to {MAX_POINTS} points [[x, y], [x, y]]"),
            );
            return None;
        }
        let points = file.points.iter().enumerate();
        let points = points.map(|(i, &p)| self.measure.point(p, field.then(i), problems)).collect();
        Some(Overlay::Path { points, label: file.label.clone() })
    }

    fn contact(&self, file: &OverlayFile, field: &Field, problems: &mut Problems) -> Option<Overlay> {
        let label = file.label.clone();
        if file.at.is_some() {
            let at = self.point(file.at.as_ref(), "at", field, problems)?;
            return Some(Overlay::Contact { stretches: vec![[at, at]], label });
        }
        let from = self.target(file.from.as_ref(), "from", field, problems);
        let to = self.target(file.to.as_ref(), "to", field, problems);
        let (Target::Group(from), Target::Group(to)) = (from?, to?) else {
            problems.add(
                field.clone(),
                "a contact is at one point, or between two groups",
                "give `at = [x, y]`, or the names of two groups as `from` and `to`",
            );
            return None;
        };
        let stretches = measuring::contact_stretches(&from.rects(), &to.rects());
        if stretches.is_empty() {
            problems.add(
                field.clone(),
                "the two groups do not touch",
                "move them together, or use a distance instead",
            );
        }
        Some(Overlay::Contact { stretches, label })
    }

    /// The nearest points of two places and their distance.
    fn nearest(&self, from: &Target<'_>, to: &Target<'_>) -> Option<(Point, Point, Um)> {
        let rects = |t: &Target<'_>| match t {
            Target::Point(p) => vec![Base::new(Pose::new(*p, Default::default()), Um::ZERO, Um::ZERO).rect()],
            Target::Group(g) => g.rects().to_vec(),
        };
        measuring::nearest(&rects(from), &rects(to))
    }

    fn group(&self, file: &OverlayFile, field: &Field, problems: &mut Problems) -> Option<&'a Group> {
        let Some(name) = &file.group else {
            problems.add(field.clone(), "it is not said whose it is", "add `group = \"name\"`");
            return None;
        };
        self.placed(name, field.then("group"), problems)
    }

    fn placed(&self, name: &str, field: Field, problems: &mut Problems) -> Option<&'a Group> {
        let found = group_named(self.groups, name, field.clone(), problems)?;
        let group = self.groups.get(found).and_then(|g| g.group.as_ref());
        if group.is_none() {
            problems.add(
                field,
                format!("\"{name}\" has no place on the table"),
                "give it one with `at = [x, y]`",
            );
        }
        group
    }

    fn target(
        &self,
        place: Option<&PlaceFile>,
        name: &str,
        field: &Field,
        problems: &mut Problems,
    ) -> Option<Target<'a>> {
        match place {
            Some(PlaceFile::Point(p)) => {
                Some(Target::Point(self.measure.point(*p, field.then(name), problems)))
            }
            Some(PlaceFile::Group(g)) => self.placed(g, field.then(name), problems).map(Target::Group),
            None => {
                problems.add(
                    field.clone(),
                    format!("`{name}` is missing"),
                    format!("add `{name} = [x, y]` or `{name} = \"name of a group\"`"),
                );
                None
            }
        }
    }

    fn point(
        &self,
        place: Option<&PlaceFile>,
        name: &str,
        field: &Field,
        problems: &mut Problems,
    ) -> Option<Point> {
        match self.target(place, name, field, problems)? {
            Target::Point(p) => Some(p),
            Target::Group(_) => {
                problems.add(field.then(name), "this must be a point", "write [x, y]");
                None
            }
        }
    }

    fn range(&self, file: &OverlayFile, field: &Field, problems: &mut Problems) -> Option<Um> {
        let range = file.range.map(|r| self.measure.length(r, field.then("range"), problems));
        if range.is_none() {
            problems.add(field.clone(), "`range` is missing", "add `range = ...`");
        }
        range
    }

    fn beyond(&self, widths: Option<f64>, field: Field, problems: &mut Problems) -> Um {
        let widths = widths.unwrap_or(0.0);
        if !(0.0..=10.0).contains(&widths) {
            problems.add(
                field,
                format!("{widths} base widths are not usable"),
                "give a number of base widths from 0 to 10",
            );
            return Um::ZERO;
        }
        Um::new((widths * f64::from(self.table.base_width.get())).round() as i64)
    }
}

/// The ground ahead of a group: one rectangle for a level front, otherwise one for each front base.
fn ahead(group: &Group, depth: Um, beyond: Um) -> Vec<Base> {
    let widened = |zone: Base| Base::new(zone.front, zone.width + beyond + beyond, zone.depth);
    let mut fronts = group.front_rank().filter_map(|i| group.places.get(i));
    let level = fronts.all(|p| p.forward == Um::ZERO && p.turn == Default::default());
    if level {
        vec![widened(group.zone_ahead(depth))]
    } else {
        group.zones_ahead(depth).into_iter().map(widened).collect()
    }
}
