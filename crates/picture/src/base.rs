//! One base: a crisp block in the colour and pattern of its side, a symbol, a bright front edge.

use crate::style::{FRONT, INK_SOFT, Livery, Pattern, SYMBOL};
use crate::svg::{Pt, Svg, pt, write_number};
use crate::symbol::Art;
use caracole_position::Symbol;

/// A base as it is drawn: the front edge looks up before it is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) centre: Pt,
    /// Clockwise degrees from straight up.
    pub(crate) degrees: f64,
    pub(crate) width: f64,
    pub(crate) depth: f64,
    pub(crate) rank: RankOf,
}

/// The first rank shows its front edge boldly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RankOf {
    First,
    Behind,
}

/// `translate(x y) rotate(d)`.
pub(crate) fn pose(at: Pt, degrees: f64) -> String {
    let mut s = String::from("translate(");
    write_number(&mut s, at.x);
    s.push(' ');
    write_number(&mut s, at.y);
    s.push(')');
    if degrees != 0.0 {
        s.push_str(" rotate(");
        write_number(&mut s, degrees);
        s.push(')');
    }
    s
}

/// Writes the pattern definition of a livery.
pub(crate) fn define_pattern(svg: &mut Svg, livery: &Livery) {
    let art = match livery.pattern {
        Pattern::Plain => return,
        Pattern::Stripes => "<path d=\"M-1 1 1-1M0 6 6 0M5 7 7 5\" stroke-width=\"1.7\"/>",
        Pattern::Dots => {
            "<path d=\"M1.5 1.5h.01M4.5 4.5h.01\" stroke-width=\"1.7\" stroke-linecap=\"round\"/>"
        }
        Pattern::Lattice => "<path d=\"M0 0 6 6M0 6 6 0\" stroke-width=\"1.1\"/>",
    };
    svg.raw(&format!(
        "  <pattern id=\"pattern-{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" fill=\"none\" stroke=\"{}\">{art}</pattern>",
        livery.name, livery.line
    ));
}

/// Draws a base that is present.
pub(crate) fn draw(svg: &mut Svg, block: Block, livery: &Livery, symbol: Symbol) {
    let (w, d) = (block.width, block.depth);
    svg.element("g").attr("transform", &pose(block.centre, block.degrees)).open();
    body(svg, block, livery);
    // The art stands between the front edge and the rear rim, turned so that it is never upside down.
    let (front, rim) = (front_thickness(block), rim_thickness(w));
    let room = (w - 5.0 * rim, d - front - 3.6 * rim);
    let upside_down = block.degrees > 90.01 && block.degrees < 269.99;
    let middle = pt(0.0, (front + rim * 0.6) / 2.0 - 0.1);
    art(svg, symbol, middle, if upside_down { 180.0 } else { 0.0 }, room, w / 40.0 * 1.25);
    svg.close();
}

/// Draws a supply camp: trodden ground inside a rim of the side's colour, and tents.
pub(crate) fn draw_camp(svg: &mut Svg, block: Block, livery: &Livery) {
    let (w, d) = (block.width, block.depth);
    let rim = w * 0.045;
    svg.element("g").attr("transform", &pose(block.centre, block.degrees)).open();
    body(svg, block, livery);
    svg.element("rect")
        .num("x", -w / 2.0 + rim)
        .num("y", -d / 2.0 + rim)
        .num("width", w - 2.0 * rim)
        .num("height", d - 2.0 * rim)
        .fill("#9a875c")
        .empty();
    let turn = if block.degrees > 90.01 && block.degrees < 269.99 { 180.0 } else { 0.0 };
    art(svg, Symbol::Camp, pt(0.0, 0.0), turn, (w * 0.56, d * 0.56), 10.0);
    svg.close();
}

/// Draws a base without a symbol.
pub(crate) fn draw_blank(svg: &mut Svg, block: Block, livery: &Livery) {
    svg.element("g").attr("transform", &pose(block.centre, block.degrees)).open();
    body(svg, block, livery);
    svg.close();
}

fn body(svg: &mut Svg, block: Block, livery: &Livery) {
    let (w, d) = (block.width, block.depth);
    let rect = |svg: &mut Svg, fill: &str| {
        let e = svg.element("rect").num("x", -w / 2.0).num("y", -d / 2.0).num("width", w).num("height", d);
        e.fill(fill).empty();
    };
    rect(svg, livery.body);
    if livery.pattern != Pattern::Plain {
        rect(svg, &format!("url(#pattern-{})", livery.name));
    }
    let (front, rim) = (front_thickness(block), rim_thickness(w));
    svg.element("rect")
        .num("x", -w / 2.0 + rim / 2.0)
        .num("y", -d / 2.0 + rim / 2.0)
        .num("width", w - rim)
        .num("height", d - rim)
        .line(livery.edge, rim)
        .empty();
    svg.element("rect")
        .num("x", -w / 2.0 + rim)
        .num("y", -d / 2.0 + rim * 0.6)
        .num("width", w - 2.0 * rim)
        .num("height", front)
        .fill(FRONT)
        .empty();
}

/// Places a symbol in the middle of a room, as large as fits but no larger than `most`.
fn art(svg: &mut Svg, symbol: Symbol, at: Pt, degrees: f64, room: (f64, f64), most: f64) {
    let (sw, sh) = symbol.size();
    let scale = (room.0 / sw).min(room.1 / sh).min(most).max(0.01);
    let mut place = pose(at, degrees);
    place.push_str(" scale(");
    write_number(&mut place, scale);
    place.push(')');
    svg.element("use").attr("href", &format!("#symbol-{}", symbol.id())).attr("transform", &place).empty();
}

/// Draws a round base, for commanders.
pub(crate) fn disc(svg: &mut Svg, at: Pt, r: f64, livery: &Livery, symbol: Symbol) {
    let circle = |svg: &mut Svg, at: Pt, fill: &str, opacity: f64| {
        let e = svg.element("circle").num("cx", at.x).num("cy", at.y).num("r", r).fill(fill);
        if opacity < 1.0 { e.opacity(opacity).empty() } else { e.empty() }
    };
    circle(svg, at.shifted(r * 0.1, r * 0.14), "#000000", 0.28);
    circle(svg, at, livery.body, 1.0);
    if livery.pattern != Pattern::Plain {
        circle(svg, at, &format!("url(#pattern-{})", livery.name), 1.0);
    }
    let ring = r * 0.14;
    svg.element("circle").num("cx", at.x).num("cy", at.y).num("r", r - ring / 2.0).line(FRONT, ring).empty();
    svg.element("circle").num("cx", at.x).num("cy", at.y).num("r", r).line(livery.edge, r * 0.08).empty();
    art(svg, symbol, at.shifted(-r * 0.04, 0.0), 0.0, (r * 1.3, r * 1.3), 10.0);
}

/// A soft shadow, so that blocks stand out from the ground.
pub(crate) fn shadow(svg: &mut Svg, block: Block) {
    let (w, d) = (block.width, block.depth);
    let lift = w * 0.04;
    svg.element("rect")
        .num("x", -w / 2.0)
        .num("y", -d / 2.0)
        .num("width", w)
        .num("height", d)
        .attr("transform", &pose(block.centre.shifted(lift, lift * 1.3), block.degrees))
        .fill("#000000")
        .opacity(0.26)
        .empty();
}

/// A bright rim round a base, for what must be looked at.
pub(crate) fn halo(svg: &mut Svg, block: Block, unit: f64) {
    let (w, d) = (block.width, block.depth);
    for (colour, width) in [("#3a2f00", 11.0), ("#fff27a", 8.4)] {
        svg.element("rect")
            .num("x", -w / 2.0)
            .num("y", -d / 2.0)
            .num("width", w)
            .num("height", d)
            .attr("transform", &pose(block.centre, block.degrees))
            .line(colour, width * unit)
            .attr("stroke-linejoin", "round")
            .empty();
    }
}

fn rim_thickness(width: f64) -> f64 {
    width * 0.022
}

/// How thick the front edge is drawn.
fn front_thickness(block: Block) -> f64 {
    match block.rank {
        RankOf::First => block.width * 0.072,
        RankOf::Behind => block.width * 0.032,
    }
}

/// Draws the pale outline of a base that was lost.
pub(crate) fn draw_lost(svg: &mut Svg, block: Block) {
    let (w, d) = (block.width, block.depth);
    svg.element("rect")
        .num("x", -w / 2.0 + 1.0)
        .num("y", -d / 2.0 + 1.0)
        .num("width", w - 2.0)
        .num("height", d - 2.0)
        .attr("transform", &pose(block.centre, block.degrees))
        .fill(SYMBOL)
        .num("fill-opacity", 0.28)
        .stroke(INK_SOFT, 0.8)
        .attr("stroke-dasharray", "3 2.2")
        .num("stroke-opacity", 0.7)
        .empty();
}
