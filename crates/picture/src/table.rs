//! The whole picture of a position.

use crate::base::{self, Block, RankOf};
use crate::frame::{Frame, degrees};
use crate::label::{self, Area, Beside, Label, Placing};
use crate::legend;
use crate::marks;
use crate::overlay::{self, Height, Layer};
use crate::style::{INK, INK_SOFT, LIVERIES, Livery, PAPER, RIM, livery_of};
use crate::svg::{Path, Pt, Svg, ViewBox, pt};
use crate::symbol::Art;
use crate::terrain::{self, Piece};
use crate::text::{self, Anchor, Type, Weight};
use crate::texture;
use caracole_plane::{Angle, Base, Point, Um};
use caracole_position::Overlay;
use caracole_position::Symbol;
use caracole_position::TerrainForm;
use caracole_position::{Commander, Ground, Position, PositionGroup, SideIndex, Terrain};

/// How a picture is made.
#[derive(Clone, Debug)]
pub struct Look {
    /// Width in pixels.
    pub pixels: u32,
    /// What is drawn over the table.
    pub layers: Vec<Layer>,
}

impl Look {
    /// Width of pictures unless asked otherwise.
    pub const USUAL_PIXELS: u32 = 1600;
}

impl Default for Look {
    /// 1600 pixels, with everything but the grid.
    fn default() -> Self {
        let layers = Layer::ALL.iter().map(|(_, l)| *l).filter(|l| *l != Layer::Grid).collect();
        Self { pixels: Self::USUAL_PIXELS, layers }
    }
}

impl Look {
    fn shows(&self, layer: Layer) -> bool {
        self.layers.contains(&layer)
    }
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The SVG document.
    pub svg: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Draws a position as an SVG document.
pub fn draw(position: &Position, look: &Look) -> Picture {
    let table = &position.table;
    let frame = Frame::new(table.width, table.depth, table.base_width);
    let margin = 34.0 * frame.page;
    let heading = legend::heading_height(position, &frame);
    let view = ViewBox {
        x: -margin,
        y: -heading,
        width: frame.width + 2.0 * margin,
        height: heading + frame.height + legend::height(position, &frame),
    };
    let title = if position.title.is_empty() { "Position on the table" } else { &position.title };
    let mut svg = Svg::new(view, look.pixels, title);
    definitions(&mut svg, position, &frame);
    svg.element("rect")
        .num("x", view.x)
        .num("y", view.y)
        .num("width", view.width)
        .num("height", view.height)
        .fill(PAPER)
        .empty();
    svg.element("g").attr("font-family", text::FAMILY).open();
    svg.element("g").attr("id", "heading").open();
    legend::heading(&mut svg, position, &frame);
    svg.close();
    Table { svg: &mut svg, position, frame: &frame, look }.draw();
    svg.element("g").attr("id", "legend").open();
    legend::draw(&mut svg, position, &frame);
    svg.close();
    Picture { svg: svg.finish(), width: look.pixels, height: view.pixel_height(look.pixels) }
}

/// Draws the bare ground of a position: the terrain with its names, without margins and nothing that stands on it.
pub fn draw_ground(position: &Position, pixels: u32) -> Picture {
    let table = &position.table;
    let frame = Frame::new(table.width, table.depth, table.base_width);
    let view = ViewBox { x: 0.0, y: 0.0, width: frame.width, height: frame.height };
    let mut svg = Svg::new(view, pixels, "The ground");
    svg.element("defs").open();
    svg.element("clipPath").attr("id", "table-clip").open();
    svg.element("rect").num("width", frame.width).num("height", frame.height).empty();
    svg.close();
    svg.close();
    svg.element("g").attr("font-family", text::FAMILY).attr("clip-path", "url(#table-clip)").open();
    let look = Look { pixels, layers: Vec::new() };
    let mut table = Table { svg: &mut svg, position, frame: &frame, look: &look };
    terrain::draw_ground(table.svg, frame.width, frame.height);
    let pieces = table.pieces();
    terrain::draw(table.svg, &pieces);
    table.names(&pieces, &mut Placing::new(frame.width, frame.height));
    svg.close();
    Picture { svg: svg.finish(), width: pixels, height: view.pixel_height(pixels) }
}

fn definitions(svg: &mut Svg, position: &Position, frame: &Frame) {
    svg.element("defs").open();
    svg.element("clipPath").attr("id", "table-clip").open();
    svg.element("rect").num("width", frame.width).num("height", frame.height).empty();
    svg.close();
    legend::used_liveries(position).for_each(|l| base::define_pattern(svg, l));
    legend::used_symbols(position).into_iter().for_each(|(s, _)| s.define(svg));
    svg.close();
}

struct Table<'a> {
    svg: &'a mut Svg,
    position: &'a Position,
    frame: &'a Frame,
    look: &'a Look,
}

impl Table<'_> {
    fn draw(&mut self) {
        let mut placing = Placing::new(self.frame.width, self.frame.height);
        self.svg.element("g").attr("id", "table").attr("clip-path", "url(#table-clip)").open();
        terrain::draw_ground(self.svg, self.frame.width, self.frame.height);
        let pieces = self.pieces();
        terrain::draw(self.svg, &pieces);
        if self.look.shows(Layer::Grid) {
            self.grid();
        }
        self.overlays(Height::BelowBases);
        self.ranges();
        self.camps(&mut placing);
        for (i, group) in self.position.groups.iter().enumerate() {
            self.group(i, group, &mut placing);
        }
        for commander in &self.position.commanders {
            self.commander(commander, &mut placing);
        }
        self.group_marks(&mut placing);
        self.overlays(Height::AboveBases);
        if self.look.shows(Layer::Names) {
            self.names(&pieces, &mut placing);
        }
        self.svg.close();
        self.rim();
    }

    fn pieces(&self) -> Vec<Piece> {
        let pts = |points: &[Point]| points.iter().map(|&p| self.frame.pt(p)).collect();
        let piece = |t: &Terrain| {
            let (points, width) = match &t.ground {
                Ground::Area(polygon) => (pts(polygon.corners()), 0.0),
                Ground::Line(strip) => (pts(strip.line()), self.frame.length(strip.width())),
            };
            Piece { kind: t.kind, name: t.name.clone(), points, width, crest: pts(&t.crest), cover: t.cover }
        };
        self.position.terrain.iter().map(piece).collect()
    }

    fn livery(&self, side: SideIndex) -> &'static Livery {
        self.position.sides.get(side.0).map_or(&LIVERIES[0], |s| livery_of(s.colour))
    }

    fn block(&self, base: &Base, rank: RankOf) -> Block {
        Block {
            centre: self.frame.pt(base.centre()),
            degrees: degrees(base.facing()),
            width: self.frame.length(base.width),
            depth: self.frame.length(base.depth),
            rank,
        }
    }

    fn corners(&self, base: &Base) -> [Pt; 4] {
        base.rect().corners().map(|c| self.frame.pt(c))
    }

    fn overlays(&mut self, height: Height) {
        let shown: Vec<&Overlay> = self
            .position
            .overlays
            .iter()
            .filter(|o| overlay::height(o) == height && self.look.shows(overlay::layer(o)))
            .collect();
        if shown.is_empty() {
            return;
        }
        self.svg
            .element("g")
            .attr(
                "id",
                match height {
                    Height::BelowBases => "ground-overlays",
                    Height::AboveBases => "overlays",
                },
            )
            .open();
        for o in shown {
            overlay::draw(self.svg, self.frame, o);
        }
        self.svg.close();
    }

    fn ranges(&mut self) {
        if !self.look.shows(Layer::Circles) {
            return;
        }
        for commander in &self.position.commanders {
            if let Some(radius) = commander.range {
                let circle = Overlay::Circle { centre: commander.at, radius, label: String::new() };
                overlay::draw(self.svg, self.frame, &circle);
            }
        }
    }

    fn camps(&mut self, placing: &mut Placing) {
        for camp in &self.position.camps {
            let block = self.block(&camp.base, RankOf::First);
            base::shadow(self.svg, block);
            base::draw_camp(self.svg, block, self.livery(camp.side));
            let corners = self.corners(&camp.base);
            if camp.fortified {
                self.svg
                    .element("path")
                    .attr("d", Path::polygon(&corners).as_str())
                    .line("#5a4526", 5.0 * self.frame.unit)
                    .attr("stroke-dasharray", "7 3")
                    .empty();
            }
            placing.take(Area::around(corners));
        }
    }

    fn group(&mut self, index: usize, g: &PositionGroup, placing: &mut Placing) {
        let Some(group) = &g.group else { return };
        let livery = self.livery(g.side);
        self.svg.element("g").attr("id", &format!("group-{}", index + 1)).open();
        let words = self.describe(g);
        self.svg.element("title").text(&words);
        for base in &g.lost {
            base::draw_lost(self.svg, self.block(base, RankOf::Behind));
            placing.take(Area::around(self.corners(base)));
        }
        let bases: Vec<Base> = group.bases().collect();
        for base in &bases {
            let block = self.block(base, RankOf::Behind);
            base::shadow(self.svg, block);
            if g.highlight {
                base::halo(self.svg, block, self.frame.unit);
            }
        }
        for ((base, place), &kind) in bases.iter().zip(&group.places).zip(&g.kind_of_base) {
            let first = place.rank == 0 || (place.turn != Angle::ZERO && g.column.is_none());
            let rank = if first { RankOf::First } else { RankOf::Behind };
            let symbol = g.kinds.get(kind).map_or(Symbol::Foot, |t| t.symbol);
            base::draw(self.svg, self.block(base, rank), livery, symbol);
            placing.take(Area::around(self.corners(base)));
        }
        self.svg.close();
    }

    /// "Rupert: 4 bases of horse, Royalists, disrupted".
    fn describe(&self, g: &PositionGroup) -> String {
        let mut troops: Vec<String> = Vec::new();
        for (i, troop) in g.kinds.iter().enumerate() {
            let count = g.kind_of_base.iter().filter(|&&k| k == i).count();
            let name = if troop.troop.is_empty() { troop.symbol.label() } else { &troop.troop };
            if count > 0 {
                troops.push(format!("{count} {name}"));
            }
        }
        let side = self.position.sides.get(g.side.0).map_or("", |s| s.name.as_str());
        let mut text =
            format!("{}: {}, {side}, {}", g.name, troops.join(", "), marks::cohesion_label(g.cohesion));
        for mark in &g.marks {
            text.push_str(", ");
            text.push_str(mark);
        }
        text
    }

    fn commander(&mut self, c: &Commander, placing: &mut Placing) {
        let (at, r) = (self.frame.pt(c.at), 14.0 * self.frame.unit);
        let livery = self.livery(c.side);
        self.svg.element("g").open();
        let rank = if c.rank.is_empty() { "commander" } else { &c.rank };
        self.svg.element("title").text(&format!("{}, {rank}", c.name));
        base::disc(self.svg, at, r, livery, Symbol::Commander);
        self.svg.close();
        placing.take(Area { low: at.shifted(-r, -r), high: at.shifted(r, r) });
    }

    /// Marks stand at the left rear corner of a group, one beside the other.
    fn group_marks(&mut self, placing: &mut Placing) {
        let u = self.frame.unit;
        for g in &self.position.groups {
            let Some(group) = &g.group else { continue };
            let corner = group.anchor.offset(Um::ZERO, -group.rear());
            for (i, art) in marks::arts(g.cohesion, g.disorder).into_iter().enumerate() {
                let along =
                    Um::new((f64::from(self.position.table.base_width.get()) * 0.62 * i as f64) as i64);
                let at = self.frame.pt(corner.offset(along, Um::ZERO).at);
                marks::draw(self.svg, at, u, art);
                let reach = marks::REACH * u;
                placing.take(Area { low: at.shifted(-reach, -reach), high: at.shifted(reach, reach) });
            }
        }
    }

    fn names(&mut self, pieces: &[Piece], placing: &mut Placing) {
        let u = self.frame.pen;
        self.svg.element("g").attr("id", "names").open();
        for g in &self.position.groups {
            let Some(group) = &g.group else { continue };
            let area =
                Area::around(group.bases().chain(g.lost.iter().copied()).flat_map(|b| self.corners(&b)));
            let size = 12.5 * u;
            let limit = (area.high.x - area.low.x).max(120.0 * u) * 1.15;
            let mut lines = text::wrap(&g.name, size, Weight::Bold, limit, 3);
            if !g.marks.is_empty() {
                lines.push(format!("({})", g.marks.join(", ")));
            }
            let look = label::look(size, Weight::Bold, self.livery(g.side).edge, RIM);
            placing.write(self.svg, &Label { lines, look }, &area, &sides_behind(degrees(group.facing())));
        }
        for c in &self.position.commanders {
            let (at, r) = (self.frame.pt(c.at), 14.0 * self.frame.unit);
            let area = Area { low: at.shifted(-r, -r), high: at.shifted(r, r) };
            let look = label::look(11.5 * u, Weight::Regular, self.livery(c.side).edge, RIM);
            let sides = [Beside::Right, Beside::Left, Beside::Below, Beside::Above];
            placing.write(self.svg, &Label { lines: vec![c.name.clone()], look }, &area, &sides);
        }
        for piece in pieces.iter().filter(|p| !p.name.is_empty()) {
            let look = label::look(13.0 * u, Weight::Regular, INK_SOFT, RIM);
            let area = match piece.kind.form() {
                TerrainForm::Area => Area::around(piece.points.iter().copied()),
                TerrainForm::Line => {
                    let middle = texture::middle(&piece.points);
                    let r = piece.width / 2.0;
                    Area { low: middle.shifted(-r, -r), high: middle.shifted(r, r) }
                }
            };
            // A name inside a thin line would hide it.
            let thin = piece.kind.form() == TerrainForm::Line && piece.width < 22.0 * u;
            let sides: &[Beside] = if thin {
                &[Beside::Below, Beside::Above, Beside::Right, Beside::Left]
            } else {
                &[Beside::Inside, Beside::Below, Beside::Above, Beside::Right, Beside::Left]
            };
            let lines = text::wrap(&piece.name, 13.0 * u, Weight::Regular, 190.0 * u, 2);
            placing.write(self.svg, &Label { lines, look }, &area, sides);
        }
        self.svg.close();
    }

    fn grid(&mut self) {
        let mu = self.frame.length(self.position.table.yardstick().0).max(1.0);
        let step = if self.frame.width / mu > 30.0 { 6.0 * mu } else { mu };
        let mut lines = Path::new();
        let mut x = step;
        while x < self.frame.width {
            lines.move_to(pt(x, 0.0)).line_to(pt(x, self.frame.height));
            x += step;
        }
        let mut y = self.frame.height - step;
        while y > 0.0 {
            lines.move_to(pt(0.0, y)).line_to(pt(self.frame.width, y));
            y -= step;
        }
        self.svg.element("path").attr("d", lines.as_str()).line(INK_SOFT, 0.7).opacity(0.45).empty();
    }

    /// The edge of the table with a ruler in movement units.
    fn rim(&mut self) {
        let p = self.frame.page;
        let (w, h) = (self.frame.width, self.frame.height);
        self.svg.element("g").attr("id", "rim").open();
        self.svg
            .element("rect")
            .num("x", -1.5 * p)
            .num("y", -1.5 * p)
            .num("width", w + 3.0 * p)
            .num("height", h + 3.0 * p)
            .line("#5b4a2e", 3.0 * p)
            .empty();
        let mu = self.frame.length(self.position.table.yardstick().0).max(1.0);
        let step = [1.0, 2.0, 6.0, 12.0].into_iter().find(|s| w / (s * mu) <= 24.0).unwrap_or(24.0);
        let mut ticks = Path::new();
        let look = Type {
            size: 12.0 * p,
            weight: Weight::Regular,
            anchor: Anchor::Middle,
            colour: INK_SOFT,
            rim: None,
        };
        let mut n = 0.0;
        while n * mu <= w + 0.01 {
            ticks.move_to(pt(n * mu, h + 3.0 * p)).line_to(pt(n * mu, h + 9.0 * p));
            text::write(self.svg, pt(n * mu, h + 21.0 * p), &format!("{n}"), look);
            n += step;
        }
        n = step;
        while n * mu <= h + 0.01 {
            ticks.move_to(pt(-3.0 * p, h - n * mu)).line_to(pt(-9.0 * p, h - n * mu));
            let look = Type { anchor: Anchor::End, ..look };
            text::write(self.svg, pt(-11.0 * p, h - n * mu + 4.0 * p), &format!("{n}"), look);
            n += step;
        }
        self.svg.element("path").attr("d", ticks.as_str()).line(INK, 1.2 * p).empty();
        self.svg.close();
    }
}

/// Where the name of a group goes: behind it first.
fn sides_behind(facing: f64) -> [Beside; 4] {
    use Beside::{Above, Below, Left, Right};
    if facing <= 45.0 || facing >= 315.0 {
        [Below, Above, Right, Left]
    } else if facing < 135.0 {
        [Left, Below, Above, Right]
    } else if facing <= 225.0 {
        [Above, Below, Right, Left]
    } else {
        [Right, Below, Above, Left]
    }
}
