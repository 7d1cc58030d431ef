//! A sheet of all symbols in all liveries, for looking at.

use crate::base::{self, Block, RankOf};
use crate::style::{INK, LIVERIES, PAPER};
use crate::svg::{Svg, ViewBox, pt};
use crate::symbol::Art;
use crate::text::{self, Anchor, Type, Weight};
use caracole_position::{SYMBOLS, Symbol};

/// Every symbol on a base of its usual depth, once in each livery.
pub fn symbol_sheet(pixels: u32) -> String {
    let (step_x, step_y) = (52.0, 50.0);
    let columns = LIVERIES.len();
    let view = ViewBox {
        x: 0.0,
        y: 0.0,
        width: 2.0 * (120.0 + step_x * columns as f64),
        height: 20.0 + step_y * (SYMBOLS.len() as f64 / 2.0).ceil(),
    };
    let mut svg = Svg::new(view, pixels, "Symbols of troops");
    svg.element("defs").open();
    LIVERIES.iter().for_each(|l| base::define_pattern(&mut svg, l));
    SYMBOLS.iter().for_each(|s| s.define(&mut svg));
    svg.close();
    svg.element("rect").num("width", view.width).num("height", view.height).fill(PAPER).empty();
    svg.element("g").attr("font-family", text::FAMILY).open();
    for (i, &symbol) in SYMBOLS.iter().enumerate() {
        let left = (i % 2) as f64 * view.width / 2.0;
        let y = 32.0 + step_y * (i / 2) as f64;
        let look =
            Type { size: 11.0, weight: Weight::Regular, anchor: Anchor::Start, colour: INK, rim: None };
        text::write(&mut svg, pt(left + 10.0, y + 4.0), symbol.label(), look);
        for (j, livery) in LIVERIES.iter().enumerate() {
            let depth = usual_depth(symbol);
            let block = Block {
                centre: pt(left + 145.0 + step_x * j as f64, y),
                degrees: 0.0,
                width: 40.0,
                depth,
                rank: RankOf::First,
            };
            base::draw(&mut svg, block, livery, symbol);
        }
    }
    svg.finish()
}

fn usual_depth(symbol: Symbol) -> f64 {
    match symbol {
        Symbol::Mob
        | Symbol::Horse
        | Symbol::DeterminedHorse
        | Symbol::Lancers
        | Symbol::Cavaliers
        | Symbol::Cavalry
        | Symbol::LightHorse
        | Symbol::Camelry => 30.0,
        Symbol::Dragoons
        | Symbol::LightArtillery
        | Symbol::MediumArtillery
        | Symbol::HeavyArtillery
        | Symbol::Wagon
        | Symbol::Elephant
        | Symbol::Camp
        | Symbol::Commander => 40.0,
        _ => 20.0,
    }
}
