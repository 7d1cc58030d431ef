//! Drawn cases: small positions that show what each predicate and move means.
//!
//! Every case has a name, a sentence that says what it shows, and marks to draw. The test
//! `drawn_cases` proves each sentence; pictures of them are drawn from the same marks.

use crate::{
    Angle, Base, Column, Corner, Edge, FireArc, Formation, Group, Hand, Hill, Path, Point, Polygon, Pose,
    Strip, Um, WheelMeasure,
};

/// A named position that shows one thing.
#[derive(Clone, Debug)]
pub struct Case {
    /// A name fit for a file name.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// What to draw, in order.
    pub marks: Vec<Mark>,
}

/// Something to draw.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A base of the side that acts.
    Own(Base),
    /// A base of the other side.
    Other(Base),
    /// Where a base comes to.
    Ghost(Base),
    /// A rectangle of ground.
    Zone(Base),
    /// The outline of some ground.
    Area(Vec<Point>),
    /// A line.
    Line(Point, Point),
    /// A point.
    Spot(Point),
}

impl Case {
    fn new(name: &'static str, shows: &'static str) -> Case {
        Case { name, shows, marks: Vec::new() }
    }

    fn with(mut self, mark: Mark) -> Case {
        self.marks.push(mark);
        self
    }

    fn with_all(mut self, marks: impl IntoIterator<Item = Mark>) -> Case {
        self.marks.extend(marks);
        self
    }

    /// The bases of the acting side, in order.
    pub fn own(&self) -> Vec<Base> {
        self.bases(|mark| matches!(mark, Mark::Own(_)))
    }

    /// The bases of the other side, in order.
    pub fn other(&self) -> Vec<Base> {
        self.bases(|mark| matches!(mark, Mark::Other(_)))
    }

    /// Where bases come to, in order.
    pub fn ghosts(&self) -> Vec<Base> {
        self.bases(|mark| matches!(mark, Mark::Ghost(_)))
    }

    /// The zones, in order.
    pub fn zones(&self) -> Vec<Base> {
        self.bases(|mark| matches!(mark, Mark::Zone(_)))
    }

    fn bases(&self, pick: fn(&Mark) -> bool) -> Vec<Base> {
        let base = |mark: &Mark| match mark {
            Mark::Own(base) | Mark::Other(base) | Mark::Ghost(base) | Mark::Zone(base) => Some(*base),
            _ => None,
        };
        self.marks.iter().filter(|mark| pick(mark)).filter_map(base).collect()
    }
}

const WIDTH: Um = Um::from_mm(40);
const DEPTH: Um = Um::from_mm(20);
/// A movement unit of 25 mm.
pub const MU: Um = Um::from_mm(25);

fn base(x: i32, y: i32, degrees: i32) -> Base {
    Base::new(Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees)), WIDTH, DEPTH)
}

/// The group that most moves are shown with: four files of two ranks facing up the table.
pub fn shown_group() -> Group {
    let formation = Formation::block(8, 4, WIDTH, DEPTH);
    Group::form_centred(Pose::new(Point::from_mm(150, 100), Angle::ZERO), &formation)
}

/// The wood that sight and entry are shown with: a bay opens towards the near side.
pub fn shown_wood() -> Vec<Point> {
    let corners =
        [(90, 120), (130, 120), (130, 160), (170, 160), (170, 120), (210, 120), (210, 200), (90, 200)];
    corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()
}

/// The ridge that crests are shown with.
pub fn shown_ridge() -> (Vec<Point>, Vec<Point>) {
    let outline = [(60, 60), (240, 60), (240, 200), (60, 200)].map(|(x, y)| Point::from_mm(x, y));
    let crest = [(100, 130), (200, 130)].map(|(x, y)| Point::from_mm(x, y));
    (outline.to_vec(), crest.to_vec())
}

fn own(group: &Group) -> Vec<Mark> {
    group.bases().map(Mark::Own).collect()
}

fn ghosts(group: &Group) -> Vec<Mark> {
    group.bases().map(Mark::Ghost).collect()
}

/// All drawn cases.
pub fn cases() -> Vec<Case> {
    let mut all = contact_cases();
    all.extend(place_cases());
    all.extend(zone_and_fire_cases());
    all.extend(move_cases());
    all.extend(formation_cases());
    all.extend(terrain_cases());
    all
}

fn contact_cases() -> Vec<Case> {
    let pair = |name, shows, own: Base, other: Base| {
        Case::new(name, shows).with(Mark::Own(own)).with(Mark::Other(other))
    };
    let mid = base(150, 150, 0);
    let slanting = Base::with_corner(
        Corner::FrontRight,
        Point::from_mm(150, 150),
        Angle::from_degrees(135),
        WIDTH,
        DEPTH,
    );
    vec![
        pair("front-to-front-full", "Front edge to front edge, corner to corner.", mid, base(150, 150, 180)),
        pair(
            "front-to-front-partial",
            "Front edges in partial contact, 15 mm offset.",
            mid,
            base(165, 150, 180),
        ),
        pair(
            "front-to-flank",
            "The front edge covers a flank edge; front corners meet.",
            base(130, 130, 90),
            mid,
        ),
        pair("front-to-rear", "Front edge against rear edge.", base(150, 130, 0), mid),
        pair("corner-to-corner", "Front corner to front corner and nothing else.", mid, base(190, 150, 180)),
        pair(
            "front-corner-to-edge",
            "A front corner stands against the front edge of the other.",
            slanting,
            mid,
        ),
        pair("side-by-side", "Side edges touch and front corners meet.", mid, base(190, 150, 0)),
        pair("not-side-by-side", "Side edges touch, but the fronts are not level.", mid, base(190, 158, 0)),
        pair("overlapping", "The two share ground.", mid, base(165, 160, 20)),
        pair("apart", "The shortest distance runs from corner to corner: 50 mm.", mid, base(220, 210, 0)),
    ]
}

fn place_cases() -> Vec<Case> {
    let mid = base(150, 150, 0);
    let line = Mark::Line(Point::from_mm(20, 150), Point::from_mm(280, 150));
    let left = Mark::Line(Point::from_mm(130, 150), Point::from_mm(130, 280));
    let right = Mark::Line(Point::from_mm(170, 150), Point::from_mm(170, 280));
    vec![
        Case::new("directly-ahead", "At least partly between the lines that extend the side edges forward.")
            .with(Mark::Own(mid))
            .with(Mark::Other(base(185, 230, 180)))
            .with_all([line.clone(), left.clone(), right.clone()]),
        Case::new("ahead-but-not-directly", "Ahead of the front line, but beside the strip of the front.")
            .with(Mark::Own(mid))
            .with(Mark::Other(base(200, 230, 180)))
            .with_all([line.clone(), left, right]),
        Case::new("behind-the-front-line", "Entirely behind the line that extends the front edge.")
            .with(Mark::Own(mid))
            .with(Mark::Other(base(240, 135, 315)))
            .with(line.clone()),
        Case::new("astride-the-front-line", "The line that extends the front edge passes through the other.")
            .with(Mark::Own(mid))
            .with(Mark::Other(base(240, 160, 0)))
            .with(line),
        Case::new(
            "flank-charge-start",
            "No base directly ahead of the target, and one entirely behind its front line.",
        )
        .with_all([base(250, 125, 270), base(250, 165, 270)].map(Mark::Own))
        .with(Mark::Other(mid))
        .with(Mark::Line(Point::from_mm(20, 150), Point::from_mm(280, 150))),
        Case::new(
            "no-flank-charge-start",
            "One base is directly ahead of the target: a charge would hit its front.",
        )
        .with_all([base(175, 200, 225), base(250, 140, 270)].map(Mark::Own))
        .with(Mark::Other(mid))
        .with(Mark::Line(Point::from_mm(20, 150), Point::from_mm(280, 150))),
        Case::new("supporter-behind-the-rear-line", "Entirely behind the line that extends the rear edge.")
            .with(Mark::Own(mid))
            .with(Mark::Other(base(190, 110, 0)))
            .with(Mark::Line(Point::from_mm(20, 130), Point::from_mm(280, 130))),
    ]
}

fn zone_and_fire_cases() -> Vec<Case> {
    let group = shown_group();
    let shooter = base(150, 60, 0);
    let rect = shooter.rect();
    let strip = FireArc::Strip { margin: WIDTH };
    let wedge = FireArc::Wedge { outward: Angle::EIGHTH };
    let range = Um::from_mm(200);
    let friend = base(150, 130, 0);
    let target = base(150, 220, 180);
    let sight = |to: Point| rect.edge(Edge::Front).map(|eye| Mark::Line(eye, to));
    vec![
        Case::new(
            "zone-ahead",
            "The zone ahead, 2 MU deep; the near enemy is partly in it, the far one is not.",
        )
        .with_all(own(&group))
        .with(Mark::Zone(group.zone_ahead(MU * 2)))
        .with(Mark::Other(base(240, 140, 180)))
        .with(Mark::Other(base(100, 155, 180))),
        Case::new(
            "fire-strip",
            "One base width to either side: the left target is in arc, the right one is not.",
        )
        .with(Mark::Own(shooter))
        .with(Mark::Area(rect.arc_outline(strip, range).to_vec()))
        .with(Mark::Other(base(80, 180, 180)))
        .with(Mark::Other(base(232, 180, 180))),
        Case::new("fire-wedge", "An eighth of a turn from the front corners: left in arc, right not.")
            .with(Mark::Own(shooter))
            .with(Mark::Area(rect.arc_outline(wedge, range).to_vec()))
            .with(Mark::Other(base(80, 140, 180)))
            .with(Mark::Other(base(270, 100, 180))),
        Case::new("sight-blocked", "No point of the target can be reached from both front corners.")
            .with(Mark::Own(shooter))
            .with(Mark::Own(friend))
            .with(Mark::Other(target))
            .with_all(sight(Point::from_mm(150, 220))),
        Case::new("sight-past-a-friend", "Lines from both front corners meet in one point of the target.")
            .with(Mark::Own(shooter))
            .with(Mark::Own(base(196, 130, 0)))
            .with(Mark::Other(target))
            .with_all(sight(Point::from_mm(130, 220))),
    ]
}

fn move_cases() -> Vec<Case> {
    let group = shown_group();
    let by = Angle::from_degrees(30);
    let wheel = Path::from(&group).wheel(Hand::Right, by, WheelMeasure::Straight);
    let double = Path::from(&group).wheel(Hand::Right, by, WheelMeasure::Straight).advance(MU).wheel(
        Hand::Left,
        by,
        WheelMeasure::Straight,
    );
    let outer = |path: &Path| Mark::Line(group.front_corner(Hand::Left), path.end().front_corner(Hand::Left));
    let column = Column::straight(Pose::new(Point::from_mm(150, 150), Angle::ZERO), &[(WIDTH, DEPTH); 5]);
    let kinked = column.wheel(Hand::Right, Angle::from_degrees(40)).advance(DEPTH);
    let enemies = [base(90, 100, 180), base(130, 112, 180), base(170, 124, 180), base(210, 165, 180)];
    let rects = enemies.map(|enemy| enemy.rect());
    let (stepped, _) = group.step_forward(&rects, &[], MU * 2);
    let enemy = base(150, 150, 195);
    let crooked = Group::form_centred(
        Pose::new(Point::from_mm(162, 148), Angle::from_degrees(5)),
        &Formation::block(6, 3, WIDTH, DEPTH),
    );
    let conformed = crooked
        .ways_to_conform(2, &enemy, Edge::Front)
        .into_iter()
        .next()
        .map_or(crooked.clone(), |w| w.group);
    vec![
        Case::new("advance", "A straight advance of 3 MU.")
            .with_all(own(&group))
            .with_all(ghosts(Path::from(&group).advance(MU * 3).end())),
        Case::new(
            "wheel",
            "A wheel to the right about the right front corner; its cost is the straight line.",
        )
        .with_all(own(&group))
        .with_all(ghosts(wheel.end()))
        .with(outer(&wheel)),
        Case::new("double-wheel", "Right, forward, and left again: the facing is the old one.")
            .with_all(own(&group))
            .with_all(ghosts(double.end())),
        Case::new("shift", "A sideways shift of half a base width with an advance of 1 MU.")
            .with_all(own(&group))
            .with_all(ghosts(Path::from(&group).advance(MU).shift(Hand::Right, WIDTH.half()).end())),
        Case::new("kinked-column", "Two bases have passed the kink, three still march the old way.")
            .with_all(kinked.bases.iter().map(|b| Mark::Own(b.base))),
        Case::new("step-forward", "The second and third files step into contact; the fourth is beyond 2 MU.")
            .with_all(own(&group))
            .with_all(enemies.map(Mark::Other))
            .with_all(ghosts(&stepped)),
        Case::new(
            "conform",
            "The group pivots and slides until its middle file is aligned with the enemy front.",
        )
        .with_all(own(&crooked))
        .with(Mark::Other(enemy))
        .with_all(ghosts(&conformed)),
    ]
}

fn formation_cases() -> Vec<Case> {
    let group = shown_group();
    let column = Formation::block(8, 1, WIDTH, DEPTH);
    // Square bases turn without opening a gap.
    let mut turned = Formation::block(8, 4, WIDTH, WIDTH);
    if let Some(file) = turned.files.first_mut() {
        file.ranks.truncate(1);
        file.ranks.iter_mut().for_each(|rank| rank.facing = crate::Facing::Left);
    }
    let mut tercio = Formation::block(12, 4, WIDTH, DEPTH);
    for index in [0, 3] {
        if let Some(file) = tercio.files.get_mut(index) {
            file.step = DEPTH;
            file.ranks.truncate(2);
            if let Some(rank) = file.ranks.get_mut(1) {
                rank.gap = DEPTH * 3;
            }
        }
    }
    let place = |formation: &Formation| {
        Group::form_centred(Pose::new(Point::from_mm(150, 150), Angle::ZERO), formation)
    };
    vec![
        Case::new("turn-right-into-column", "A turn of 90 degrees: the right front corner stays.")
            .with_all(own(&group))
            .with_all(ghosts(&group.turned_to(Hand::Right, &column)))
            .with(Mark::Spot(group.front_corner(Hand::Right))),
        Case::new("turn-about", "A turn of 180 degrees: the front lies where the rear edge was.")
            .with_all(own(&group))
            .with_all(ghosts(&group.turned_about(&Formation::block(8, 4, WIDTH, DEPTH)))),
        Case::new("expand", "One file more on either side.")
            .with_all(own(&group))
            .with_all(ghosts(&group.reshaped(&Formation::block(8, 6, WIDTH, DEPTH), WIDTH))),
        Case::new("contract", "One file less, the right front corner stays.")
            .with_all(own(&group))
            .with_all(ghosts(&group.reformed(&Formation::block(8, 3, WIDTH, DEPTH), Hand::Right))),
        Case::new("short-rear-rank", "Seven bases on three files.")
            .with_all(own(&place(&Formation::block(7, 3, WIDTH, DEPTH)))),
        Case::new("turned-base", "The left file has turned to face the left flank.")
            .with_all(own(&place(&turned))),
        Case::new("tercio-horns", "Horns of shot before and behind the corners of the pike.")
            .with_all(own(&place(&tercio))),
    ]
}

fn terrain_cases() -> Vec<Case> {
    let wood = Mark::Area(shown_wood());
    let (hill, crest) = shown_ridge();
    let ridge: Vec<Mark> = crest
        .windows(2)
        .filter_map(|pair| match pair {
            [from, to] => Some(Mark::Line(*from, *to)),
            _ => None,
        })
        .collect();
    let road = [(60, 40), (150, 130), (150, 260)].map(|(x, y)| Point::from_mm(x, y)).to_vec();
    let road = Strip::new(road, WIDTH).map(|road| road.outline().corners().to_vec()).unwrap_or_default();
    vec![
        Case::new(
            "in-terrain",
            "From left to right: wholly in the wood, partly in it, in the bay and so outside.",
        )
        .with(wood.clone())
        .with(Mark::Own(base(110, 190, 0)))
        .with(Mark::Own(base(215, 190, 0)))
        .with(Mark::Own(base(150, 150, 0))),
        Case::new(
            "first-entry",
            "As wide as the bay, the base goes 110 mm to its head before it enters the wood.",
        )
        .with(wood)
        .with(Mark::Own(base(150, 50, 0)))
        .with(Mark::Ghost(base(150, 160, 0))),
        Case::new("crest", "Below the crest and facing it; above the crest, with the crest behind: uphill.")
            .with(Mark::Area(hill))
            .with_all(ridge)
            .with(Mark::Own(base(150, 100, 0)))
            .with(Mark::Own(base(150, 190, 0))),
        Case::new(
            "road-with-a-bend",
            "The banks of a bent feature meet in a point; the base is wholly on it.",
        )
        .with(Mark::Area(road))
        .with(Mark::Own(base(150, 200, 0))),
    ]
}

/// The ridge as a hill, `None` if its outline were no polygon.
pub fn shown_hill() -> Option<Hill> {
    let (outline, crest) = shown_ridge();
    Polygon::new(outline).ok().map(|outline| Hill { outline, crest })
}
