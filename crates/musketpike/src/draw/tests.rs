//! Pictures are well-formed, complete and always the same.

use super::*;
use crate::charts::Charts;
use crate::scenario::LIBRARY;

fn scenarios() -> Vec<Scenario> {
    let charts = Charts::standard().expect("sound charts");
    LIBRARY.iter().map(|(id, _)| Scenario::by_id(id, &charts).expect("known").expect("sound")).collect()
}

/// Writes PNGs to look at: `cargo test -p caracole-musketpike look_at -- --ignored`, with DRAW_TO naming a folder.
#[test]
#[ignore = "for looking at the pictures"]
fn look_at() {
    let folder = std::path::PathBuf::from(std::env::var("DRAW_TO").expect("DRAW_TO names a folder"));
    for scenario in scenarios() {
        let svg = scenario_svg(&scenario);
        let png = caracole_picture::png::png(&svg, 2000).expect("it draws");
        std::fs::write(folder.join(format!("{}.svg", scenario.id)), &svg).expect("writable");
        std::fs::write(folder.join(format!("{}.png", scenario.id)), png).expect("writable");
    }
}
