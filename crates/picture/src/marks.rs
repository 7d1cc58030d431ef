//! Marks of cohesion and disorder: worse states have larger and sharper shapes, not only other colours.

use crate::base::pose;
use crate::svg::{Pt, Svg, write_number};
use caracole_position::{Cohesion, Disorder};

/// Art of a cohesion mark in a box of about 24 x 24 around the origin; `None` if all is well.
fn cohesion_art(cohesion: Cohesion) -> Option<&'static str> {
    match cohesion {
        Cohesion::Steady => None,
        Cohesion::Disrupted => Some(
            "<circle r=\"8\" fill=\"#f5d327\" stroke=\"#3a2f00\" stroke-width=\"1.4\"/>\
             <path d=\"M0-4.6V4.6\" stroke=\"#3a2f00\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>",
        ),
        Cohesion::Fragmented => Some(
            "<path d=\"M0-11.5 11.5 8.6H-11.5Z\" fill=\"#e8800c\" stroke=\"#3d1c00\" stroke-width=\"1.5\" stroke-linejoin=\"round\"/>\
             <path d=\"M-2.7-2.6V5.2M2.7-2.6V5.2\" stroke=\"#3d1c00\" stroke-width=\"2.5\" stroke-linecap=\"round\"/>",
        ),
        Cohesion::Broken => Some(
            "<path d=\"M0-14 3.6-7 10-10 8.4-3 14.5 0 8.4 3 10 10 3.6 7.4 0 14-3.6 7.4-10 10-8.4 3-14.5 0-8.4-3-10-10-3.6-7Z\" fill=\"#a3122f\" stroke=\"#2b0008\" stroke-width=\"1.5\" stroke-linejoin=\"round\"/>\
             <path d=\"M-4-4 4 4M4-4-4 4\" stroke=\"#fff\" stroke-width=\"2.8\" stroke-linecap=\"round\"/>",
        ),
    }
}

fn disorder_art(disorder: Disorder) -> Option<&'static str> {
    match disorder {
        Disorder::None => None,
        Disorder::Disordered => Some(
            "<rect x=\"-9\" y=\"-6\" width=\"18\" height=\"12\" rx=\"3\" fill=\"#f7f3e4\" stroke=\"#23211c\" stroke-width=\"1.2\"/>\
             <path d=\"M-6 0q1.5-4 3 0t3 0 3 0 3 0\" fill=\"none\" stroke=\"#23211c\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>",
        ),
        Disorder::SeverelyDisordered => Some(
            "<rect x=\"-9\" y=\"-8.5\" width=\"18\" height=\"17\" rx=\"3\" fill=\"#f7f3e4\" stroke=\"#23211c\" stroke-width=\"1.2\"/>\
             <path d=\"M-6-3.2q1.5-4.4 3 0t3 0 3 0 3 0M-6 3.6q1.5-4.4 3 0t3 0 3 0 3 0\" fill=\"none\" stroke=\"#23211c\" stroke-width=\"2\" stroke-linecap=\"round\"/>",
        ),
    }
}

/// Half the size of a mark.
pub(crate) const REACH: f64 = 13.0;

/// The marks that a group in this state wears.
pub(crate) fn arts(cohesion: Cohesion, disorder: Disorder) -> Vec<&'static str> {
    cohesion_art(cohesion).into_iter().chain(disorder_art(disorder)).collect()
}

/// Draws one mark.
pub(crate) fn draw(svg: &mut Svg, at: Pt, scale: f64, art: &str) {
    let mut place = pose(at, 0.0);
    if scale != 1.0 {
        place.push_str(" scale(");
        write_number(&mut place, scale);
        place.push(')');
    }
    svg.element("g").attr("transform", &place).open();
    svg.raw(art);
    svg.close();
}

/// Words for the legend.
pub(crate) fn cohesion_label(cohesion: Cohesion) -> &'static str {
    match cohesion {
        Cohesion::Steady => "steady",
        Cohesion::Disrupted => "disrupted",
        Cohesion::Fragmented => "fragmented",
        Cohesion::Broken => "broken",
    }
}

/// Words for the legend.
pub(crate) fn disorder_label(disorder: Disorder) -> &'static str {
    match disorder {
        Disorder::None => "in order",
        Disorder::Disordered => "disordered",
        Disorder::SeverelyDisordered => "severely disordered",
    }
}
