//! Villages: houses with red roofs beside the road, gardens, one church.

use super::outline;
use crate::base::pose;
use crate::svg::{Path, Pt, Svg};
use crate::texture::{self, Noise, legs};

pub(super) fn draw(svg: &mut Svg, points: &[Pt], mut noise: Noise, roads: &[(&[Pt], f64)]) {
    svg.element("path").attr("d", Path::polygon(points).as_str()).fill("#cdbf93").empty();
    outline(svg, points, "none", "#7d6b45", 1.4);
    let sites: Vec<Pt> = texture::scatter(points, 37.0, 12.0, &mut noise)
        .into_iter()
        .filter(|&p| roads.iter().all(|(line, w)| texture::distance_to_legs(legs(line), p) > w / 2.0 + 9.0))
        .collect();
    let middle = {
        let (low, high) = texture::bounds(points);
        low.toward(high, 0.5)
    };
    let church = sites
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| a.distance(middle).total_cmp(&b.distance(middle)))
        .map(|(i, _)| i);
    for (i, &p) in sites.iter().enumerate() {
        if Some(i) == church {
            draw_church(svg, p);
        } else {
            let turn = (noise.unit() * 12.0).floor() * 15.0 - 90.0;
            let (w, h) = (noise.between(15.0, 21.0), noise.between(10.0, 13.0));
            draw_house(svg, p, turn, w, h, noise.unit() < 0.3);
        }
    }
}

fn draw_house(svg: &mut Svg, at: Pt, degrees: f64, w: f64, h: f64, thatched: bool) {
    let (sun, shade) = if thatched { ("#c9a566", "#a98649") } else { ("#b9694c", "#964b33") };
    svg.element("g").attr("transform", &pose(at, degrees)).open();
    let half = |svg: &mut Svg, y: f64, colour: &str| {
        svg.element("rect")
            .num("x", -w / 2.0)
            .num("y", y)
            .num("width", w)
            .num("height", h / 2.0)
            .fill(colour)
            .empty();
    };
    half(svg, -h / 2.0, sun);
    half(svg, 0.0, shade);
    svg.element("rect")
        .num("x", -w / 2.0)
        .num("y", -h / 2.0)
        .num("width", w)
        .num("height", h)
        .line("#4a2b1c", 0.8)
        .empty();
    svg.close();
}

fn draw_church(svg: &mut Svg, at: Pt) {
    svg.element("g").attr("transform", &pose(at, 0.0)).open();
    svg.raw(
        "<path d=\"M-8-6.5H15V0H-8Z\" fill=\"#9aa0a3\"/><path d=\"M-8 0H15V6.5H-8Z\" fill=\"#757b80\"/>\
         <path d=\"M-17-5.5H-6V5.5H-17Z\" fill=\"#868c90\"/><path d=\"M-17-5.5-11.5 0-6-5.5Z\" fill=\"#abb0b3\"/>\
         <path d=\"M-17-5.5H-6V5.5H-17ZM-6-6.5H15V6.5H-6\" fill=\"none\" stroke=\"#33373a\" stroke-width=\".9\"/>\
         <path d=\"M-11.5-4V4M-14-1.4h5\" fill=\"none\" stroke=\"#fffdf3\" stroke-width=\"1.5\"/>",
    );
    svg.close();
}
