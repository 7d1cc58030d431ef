//! One base: a crisp block in the colour and pattern of its side, a symbol, a bright front edge.

use crate::style::{FRONT, INK_SOFT, Livery, Pattern, SYMBOL};
use crate::svg::{Pt, Svg, write_number};
use crate::symbol::Symbol;

/// A base as it is drawn: the front edge looks up before it is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) centre: Pt,
    /// Clockwise degrees from straight up.
    pub(crate) degrees: f64,
    pub(crate) width: f64,
    pub(crate) depth: f64,
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
    let body = |svg: &mut Svg, fill: &str| {
        svg.element("rect")
            .num("x", -w / 2.0)
            .num("y", -d / 2.0)
            .num("width", w)
            .num("height", d)
            .fill(fill)
            .empty();
    };
    body(svg, livery.body);
    if livery.pattern != Pattern::Plain {
        body(svg, &format!("url(#pattern-{})", livery.name));
    }
    let rim = 0.9;
    svg.element("rect")
        .num("x", -w / 2.0 + rim / 2.0)
        .num("y", -d / 2.0 + rim / 2.0)
        .num("width", w - rim)
        .num("height", d - rim)
        .line(livery.edge, rim)
        .empty();
    let front = front_thickness(w);
    svg.element("rect")
        .num("x", -w / 2.0 + rim)
        .num("y", -d / 2.0 + rim * 0.6)
        .num("width", w - 2.0 * rim)
        .num("height", front)
        .fill(FRONT)
        .empty();
    // The art stands between the front edge and the rear rim, turned so that it is never upside down.
    let room = (w - 4.0 * rim, d - front - 3.0 * rim);
    let (sw, sh) = symbol.size();
    let scale = (room.0 / sw).min(room.1 / sh).min(w / 40.0 * 1.25);
    let upside_down = block.degrees > 90.01 && block.degrees < 269.99;
    let mut place = pose(crate::svg::pt(0.0, (front + rim * 0.6) / 2.0 - 0.1), if upside_down { 180.0 } else { 0.0 });
    place.push_str(" scale(");
    write_number(&mut place, scale);
    place.push(')');
    svg.element("use").attr("href", &format!("#symbol-{}", symbol.id())).attr("transform", &place).empty();
    svg.close();
}

/// How thick the front edge of a base `width` wide is drawn.
pub(crate) fn front_thickness(width: f64) -> f64 {
    width * 0.06
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
