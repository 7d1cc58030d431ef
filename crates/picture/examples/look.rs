//! Scratch.
use caracole_picture::{Look, draw, position::Position};
fn main() {
    let path = std::env::args().nth(1);
    let text = path.map(|p| std::fs::read_to_string(p).unwrap()).unwrap_or(caracole_picture::position::DEMO.into());
    let width = std::env::args().nth(2).map_or(1600, |w| w.parse().unwrap());
    let position = Position::parse(&text).unwrap_or_else(|e| { println!("{e}"); std::process::exit(1) });
    let svg = draw(&position, &Look::default()).svg;
    println!("{} bytes", svg.len());
    std::fs::write("/tmp/demo.png", caracole_picture::png::png(&svg, width).unwrap()).unwrap();
    std::fs::write("/tmp/demo.svg", svg).unwrap();
    let svg = caracole_picture::symbol_sheet(1200);
    std::fs::write("/tmp/sheet.png", caracole_picture::png::png(&svg, 1200).unwrap()).unwrap();
    use caracole_picture::chart::*;
    let bars = [("breaks", 4.2), ("fragmented", 17.5), ("disrupted", 31.0), ("holds", 47.3)].map(|(l, v)| Bar { label: l.into(), value: v, livery: 1 });
    let svg = bar_chart(&bars, &ChartLook { title: "Skippon's foot after the impact".into(), unit: "%".into(), value_label: "chance".into(), ..Default::default() });
    std::fs::write("/tmp/bar.png", caracole_picture::png::png(&svg, 800).unwrap()).unwrap();
    let s = [("Royalists", 0.3), ("Parliament", 0.45), ("draw", 0.1)].map(|(l, k)| Series { label: l.into(), points: (0..20).map(|i| (f64::from(i), 50.0 * k * f64::from(i) / (3.0 + f64::from(i)))).collect() });
    let svg = line_chart(&s, "turn", &ChartLook { title: "Attrition".into(), value_label: "points".into(), ..Default::default() });
    std::fs::write("/tmp/line.png", caracole_picture::png::png(&svg, 800).unwrap()).unwrap();
}
