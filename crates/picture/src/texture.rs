//! Scattered marks that are the same in every run: hashes instead of chance, and bounded in number.

use crate::svg::{Pt, pt};
use caracole_kernel::Numbers;

/// Most marks that one piece of ground gets.
const MAX_MARKS: f64 = 1500.0;

/// A fixed sequence of numbers from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Noise(Numbers);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        // Neighbouring seeds are spread out, so that their marks differ from the first.
        Self(Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// From 0 up to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.draw() >> 40) as f64 / 16_777_216.0
    }

    /// From `low` up to `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

/// Upper left and lower right corner of the box around the points.
pub(crate) fn bounds(points: &[Pt]) -> (Pt, Pt) {
    points.iter().fold((pt(f64::MAX, f64::MAX), pt(f64::MIN, f64::MIN)), |(low, high), p| {
        (pt(low.x.min(p.x), low.y.min(p.y)), pt(high.x.max(p.x), high.y.max(p.y)))
    })
}

/// The edges of a polygon.
pub(crate) fn edges(polygon: &[Pt]) -> impl Iterator<Item = (Pt, Pt)> + Clone + '_ {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(&a, &b)| (a, b))
}

/// The legs of a line.
pub(crate) fn legs(line: &[Pt]) -> impl Iterator<Item = (Pt, Pt)> + Clone + '_ {
    line.iter().zip(line.iter().skip(1)).map(|(&a, &b)| (a, b))
}

/// The point lies inside the polygon (for drawing; rules ask the geometry crate).
pub(crate) fn inside(polygon: &[Pt], p: Pt) -> bool {
    edges(polygon)
        .filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
        .count()
        % 2
        == 1
}

/// The nearest point of a leg.
pub(crate) fn nearest_on_leg(a: Pt, b: Pt, p: Pt) -> Pt {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    if length <= 0.0 {
        return a;
    }
    a.toward(b, (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0))
}

/// Distance from a point to the nearest of the legs; very far if there are none.
pub(crate) fn distance_to_legs(legs: impl Iterator<Item = (Pt, Pt)>, p: Pt) -> f64 {
    legs.map(|(a, b)| nearest_on_leg(a, b, p).distance(p)).fold(f64::MAX, f64::min)
}

/// Marks scattered over a polygon, about `step` apart and at least `margin` from its edge, from top to bottom.
pub(crate) fn scatter(polygon: &[Pt], step: f64, margin: f64, noise: &mut Noise) -> Vec<Pt> {
    let (low, high) = bounds(polygon);
    let area = (high.x - low.x).max(0.0) * (high.y - low.y).max(0.0);
    let step = step.max((area / MAX_MARKS).sqrt());
    let row = step * 0.87;
    let (rows, columns) = (((high.y - low.y) / row) as u32 + 2, ((high.x - low.x) / step) as u32 + 2);
    let mut marks = Vec::new();
    for r in 0..rows {
        let shift = if r % 2 == 0 { 0.0 } else { step / 2.0 };
        for c in 0..columns {
            let jitter = (noise.between(-0.27, 0.27) * step, noise.between(-0.27, 0.27) * step);
            let p = pt(low.x + f64::from(c) * step + shift + jitter.0, low.y + f64::from(r) * row + jitter.1);
            if inside(polygon, p) && distance_to_legs(edges(polygon), p) >= margin {
                marks.push(p);
            }
        }
    }
    marks
}

/// Points at equal steps along legs, each with the direction of its leg; at most [`MAX_MARKS`].
pub(crate) fn along(legs: impl Iterator<Item = (Pt, Pt)> + Clone, step: f64) -> Vec<(Pt, Pt)> {
    let total: f64 = legs.clone().map(|(a, b)| a.distance(b)).sum();
    let step = step.max(total / MAX_MARKS).max(0.01);
    let mut marks = Vec::new();
    let mut next = step / 2.0;
    for (a, b) in legs {
        let length = a.distance(b);
        while next < length {
            marks.push((a.toward(b, next / length), a.direction(b)));
            next += step;
        }
        next -= length;
    }
    marks
}

/// The point half way along legs.
pub(crate) fn middle(line: &[Pt]) -> Pt {
    let half = legs(line).map(|(a, b)| a.distance(b)).sum::<f64>() / 2.0;
    let mut gone = 0.0;
    for (a, b) in legs(line) {
        let length = a.distance(b);
        if gone + length >= half && length > 0.0 {
            return a.toward(b, (half - gone) / length);
        }
        gone += length;
    }
    line.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Pt; 4] = [pt(0.0, 0.0), pt(100.0, 0.0), pt(100.0, 100.0), pt(0.0, 100.0)];

    #[test]
    fn scattered_marks_keep_their_margin_and_repeat() {
        let marks = scatter(&SQUARE, 10.0, 5.0, &mut Noise::new(7));
        assert!(marks.len() > 50);
        assert!(marks.iter().all(|p| (5.0..=95.0).contains(&p.x) && (5.0..=95.0).contains(&p.y)));
        assert_eq!(marks, scatter(&SQUARE, 10.0, 5.0, &mut Noise::new(7)));
    }

    #[test]
    fn marks_are_bounded_however_fine_the_step() {
        assert!(scatter(&SQUARE, 0.0001, 0.0, &mut Noise::new(1)).len() < 2500);
        assert!(along(edges(&SQUARE), 0.000_001).len() < 1600);
    }

    #[test]
    fn steps_along_a_line_are_equal() {
        let line = [pt(0.0, 0.0), pt(10.0, 0.0), pt(10.0, 10.0)];
        let marks: Vec<_> = along(legs(&line), 8.0).into_iter().map(|(p, _)| p).collect();
        assert_eq!(marks, [pt(4.0, 0.0), pt(10.0, 2.0)]);
    }
}
