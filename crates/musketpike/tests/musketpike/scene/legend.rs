//! The legend below the picture of a battle.

use crate::common::position::Position;
use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    counters::Orders,
    scenario::{Options, StartingOrders},
    scene::{Moment, scene_svg},
};

#[test]
fn the_legend_of_a_moment_tells_of_that_moment() {
    let game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    let picture = |battle: &Battle<MusketPike>| {
        let scene = Moment::of(battle, "Turn 1".to_owned());
        scene_svg(&battle.scenario().scenario, &scene)
    };
    let changed = game.battle.with_world(|world| {
        world.wings[0].orders = Orders::Rally;
        world.wings[1].commander = None;
    });
    let svg = picture(&changed);
    assert!(svg.contains("ra, ra (0): Rally") && svg.contains("ba, no commander: Make Ready"), "{svg}");
    // While starting Orders are secret they are not told.
    let options = Options { starting_orders: StartingOrders::Secret, ..Options::default() };
    let game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .options(options)
        .start();
    let svg = picture(&game.battle);
    assert!(svg.contains("ra, ra (0): secret Orders") && !svg.contains("Make Ready"), "{svg}");
}
