//! Names on the table, placed where they hide least.

use crate::svg::{Pt, Svg, pt};
use crate::text::{self, Anchor, Type, Weight};

/// A box that names should not cover, or that a name fills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) low: Pt,
    pub(crate) high: Pt,
}

impl Area {
    pub(crate) fn around(points: impl IntoIterator<Item = Pt>) -> Self {
        let points: Vec<Pt> = points.into_iter().collect();
        let (low, high) = crate::texture::bounds(&points);
        Self { low, high }
    }

    pub(crate) fn centre(&self) -> Pt {
        self.low.toward(self.high, 0.5)
    }

    fn shared(&self, other: &Self) -> f64 {
        let w = self.high.x.min(other.high.x) - self.low.x.max(other.low.x);
        let h = self.high.y.min(other.high.y) - self.low.y.max(other.low.y);
        w.max(0.0) * h.max(0.0)
    }

    fn size(&self) -> f64 {
        (self.high.x - self.low.x) * (self.high.y - self.low.y)
    }
}

/// A name with its lines.
#[derive(Clone, Debug)]
pub(crate) struct Label<'a> {
    pub(crate) lines: Vec<String>,
    pub(crate) look: Type<'a>,
}

impl Label<'_> {
    fn size(&self) -> (f64, f64) {
        let width =
            self.lines.iter().map(|l| text::width(l, self.look.size, self.look.weight)).fold(0.0, f64::max);
        (width, self.lines.len() as f64 * self.look.size * 1.1)
    }
}

/// Where the ground is taken.
#[derive(Debug)]
pub(crate) struct Placing {
    taken: Vec<Area>,
    table: Area,
}

/// Which side of a thing its name should stand, if there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    Below,
    Above,
    Right,
    Left,
    Inside,
}

impl Placing {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { taken: Vec::new(), table: Area { low: pt(0.0, 0.0), high: pt(width, height) } }
    }

    pub(crate) fn take(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// Writes the label beside `thing`, at the first of the given sides that is free, or the least taken.
    pub(crate) fn write(&mut self, svg: &mut Svg, label: &Label<'_>, thing: &Area, sides: &[Beside]) {
        let (w, h) = label.size();
        let best = sides
            .iter()
            .flat_map(|&side| candidates(thing, side, w, h, label.look.size))
            .enumerate()
            .map(|(i, area)| (self.cost(&area) + i as f64 * 0.004, area))
            .min_by(|(a, _), (b, _)| a.total_cmp(b));
        let Some((_, area)) = best else { return };
        let look = Type { anchor: Anchor::Middle, ..label.look };
        for (i, line) in label.lines.iter().enumerate() {
            let y = area.low.y + look.size * (0.86 + 1.1 * i as f64);
            text::write(svg, pt(area.centre().x, y), line, look);
        }
        self.take(area);
    }

    /// The part of the area that hides something, counting what lies off the table.
    fn cost(&self, area: &Area) -> f64 {
        let hidden: f64 = self.taken.iter().map(|t| area.shared(t)).sum();
        let off = area.size() - area.shared(&self.table);
        (hidden + 3.0 * off) / area.size().max(0.01)
    }
}

fn candidates(thing: &Area, side: Beside, w: f64, h: f64, size: f64) -> Vec<Area> {
    let gap = size * 0.28;
    let c = thing.centre();
    let spread = ((thing.high.x - thing.low.x) / 2.0).min(w * 0.7);
    let at = |x: f64, y: f64| Area { low: pt(x - w / 2.0, y), high: pt(x + w / 2.0, y + h) };
    let row =
        |y: f64| [0.0, -0.5, 0.5, -1.0, 1.0].into_iter().map(|t| at(c.x + t * spread, y)).collect::<Vec<_>>();
    match side {
        Beside::Below => row(thing.high.y + gap),
        Beside::Above => row(thing.low.y - gap - h),
        Beside::Right => vec![at(thing.high.x + gap + w / 2.0, c.y - h / 2.0)],
        Beside::Left => vec![at(thing.low.x - gap - w / 2.0, c.y - h / 2.0)],
        Beside::Inside => [0.0, -0.25, 0.25, -0.4, 0.4]
            .into_iter()
            .map(|t| at(c.x, c.y - h / 2.0 + t * (thing.high.y - thing.low.y)))
            .collect(),
    }
}

/// Letters of a name of a group or place.
pub(crate) fn look<'a>(size: f64, weight: Weight, colour: &'a str, rim: &'a str) -> Type<'a> {
    Type { size, weight, anchor: Anchor::Middle, colour, rim: Some(rim) }
}
