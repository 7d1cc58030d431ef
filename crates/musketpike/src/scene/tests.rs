//! Pictures are well-formed, complete and always the same.

use super::*;
use crate::charts::Charts;
use crate::scenario::LIBRARY;

fn scenarios() -> Vec<Scenario> {
    let charts = Charts::standard().expect("sound charts");
    LIBRARY.iter().map(|(id, _)| Scenario::by_id(id, &charts).expect("known").expect("sound")).collect()
}

#[test]
fn every_piece_is_in_the_picture_and_the_picture_is_always_the_same() {
    for scenario in scenarios() {
        let svg = scenario_svg(&scenario);
        assert_eq!(svg, scenario_svg(&scenario));
        for leader in scenario.leaders.iter().zip(&scenario.leader_starts).filter(|(_, at)| at.is_some()) {
            let name = leader.0.name.replace('&', "&amp;").replace('\'', "&apos;");
            assert!(svg.contains(&name) || svg.contains(&leader.0.name), "{}: {name}", scenario.id);
        }
        for place in &scenario.map.names {
            let upper = place.name.to_uppercase();
            assert!(svg.contains(&place.name) || svg.contains(&upper), "{}: {}", scenario.id, place.name);
        }
        // One turned group for each unit, at least.
        assert!(svg.matches("rotate(").count() >= scenario.units.len());
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }
}

#[test]
fn a_scene_shows_losses_and_states() {
    let scenario = scenarios().swap_remove(0);
    let mut scene = Moment::opening(&scenario);
    scene.caption = "Turn 3".to_owned();
    scene.units[0].casualties = 3;
    scene.units[0].morale = MoraleMark::Shaken;
    scene.units[0].formation = FormationState::Broken;
    let (before, after) = (scenario_svg(&scenario), scene_svg(&scenario, &scene));
    // The first unit is 4-7; with three losses it is 1-7.
    assert!(!before.contains(">1-7<") && after.contains(">1-7<"));
    assert!(after.contains(">MS<") && after.contains(">FB<") && after.contains("Turn 3"));
}

/// Not a test: writes the opening positions as PNG into the folder `PICTURES`.
#[test]
#[ignore = "writes files"]
fn write_pictures() {
    let Ok(folder) = std::env::var("PICTURES") else { return };
    for scenario in scenarios() {
        let picture = scene_picture(&scenario, &Moment::opening(&scenario), usual_pixels(&scenario));
        let bytes = caracole_picture::png::png(&picture.svg, picture.width).expect("a picture");
        std::fs::write(format!("{folder}/{}.png", scenario.id), bytes).expect("a file");
    }
}
