//! Cases drawn by hand. Columns run north to south, so most lines go down column 10.

use super::*;
use crate::charts::{Charts, Tec};
use crate::hex::{Direction, Footprint, Hex, Turn};
use crate::map::{HexTerrain, HexsideFeature, Map, SlopeKind};
use caracole_ledger::proves;
use std::sync::LazyLock;

static TEC: LazyLock<Tec> = LazyLock::new(|| Charts::standard().expect("the charts are sound").tec);

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

fn flat() -> Map {
    Map::clear((1, 20), (1, 20))
}

/// A map whose rows have these levels, the last one going on to the south, with slopes of one kind.
fn stepped(levels: &[i8], kind: SlopeKind) -> Map {
    let mut map = flat();
    for h in map.hexes() {
        let level = levels.get(h.row() as usize - 1).or(levels.last()).copied().unwrap_or(0);
        map.set_elevation(h, level);
    }
    map.lay_slopes(|_, _| kind);
    map
}

fn sees(map: &Map, from: &str, to: &str) -> bool {
    why(map, from, to, &NoBlockers).is_none()
}

fn why(map: &Map, from: &str, to: &str, units: &impl Blockers) -> Option<Hides> {
    let sight = Sight::new(map, &TEC);
    let forth = sight.line_of_sight(hex(from), hex(to), Tracing::Sight, units);
    let back = sight.line_of_sight(hex(to), hex(from), Tracing::Sight, units);
    assert_eq!(forth.is_ok(), back.is_ok(), "{from} and {to} see each other or neither does");
    forth.err().map(|blocked| blocked.why)
}

struct At(Vec<(Hex, Opacity)>);

impl At {
    fn one(text: &str, opacity: Opacity) -> At {
        At(vec![(hex(text), opacity)])
    }
}

impl Blockers for At {
    fn opacity(&self, hex: Hex) -> Opacity {
        self.0.iter().find(|(h, _)| *h == hex).map_or(Opacity::Nothing, |(_, opacity)| *opacity)
    }
    fn has_benefit(&self, _: Hex, _: Direction) -> bool {
        false
    }
}

#[test]
fn a_line_of_slope_one_half_cuts_five_hexes_and_only_touches_two() {
    // Worked out on paper: from 0505 to 0908 the line meets two corners.
    let passed: Vec<Passed> = Line::new(hex("0505"), hex("0908")).expect("two hexes").take(5).collect();
    let expected = ["0606", "0706", "0707", "0808", "0908"].map(|h| Passed::Hex(hex(h)));
    assert_eq!(passed, expected);
}

#[test]
fn a_line_to_the_east_runs_along_spines() {
    let passed: Vec<Passed> = Line::new(hex("0505"), hex("0905")).expect("two hexes").take(4).collect();
    let expected = [
        Passed::Spine { left: hex("0605"), right: hex("0606") },
        Passed::Hex(hex("0705")),
        Passed::Spine { left: hex("0805"), right: hex("0806") },
        Passed::Hex(hex("0905")),
    ];
    assert_eq!(passed, expected);
}

/// Whether the open segment between two centres has a stretch inside a hex: |y| < 1 and |x| + |y| < 2 around its
/// centre, cut out of the segment one straight edge at a time in fractions.
fn clipped(from: Hex, to: Hex, other: Hex) -> bool {
    let (a, b, c) = (from.centre(), to.centre(), other.centre());
    let (x, y) = (i64::from(a.x - c.x), i64::from(a.y - c.y));
    let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    // t runs from low to high, as fractions (numerator, positive denominator).
    let (mut low, mut high) = ((0, 1), (1, 1));
    let less = |p: (i64, i64), q: (i64, i64)| p.0 * q.1 < q.0 * p.1;
    for (u, v, w) in [(0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2)] {
        // u (x + t dx) + v (y + t dy) < w
        let (slope, room) = (u * dx + v * dy, w - u * x - v * y);
        if slope == 0 {
            if room <= 0 {
                return false;
            }
        } else if slope > 0 {
            if less((room, slope), high) {
                high = (room, slope);
            }
        } else if less(low, (-room, -slope)) {
            low = (-room, -slope);
        }
    }
    less(low, high)
}

#[test]
fn lines_pass_exactly_the_hexes_that_clipping_finds() {
    let from = hex("1010");
    let mut lines = 0;
    for to in from.within(7).filter(|to| *to != from) {
        let mut inside = Vec::new();
        for passed in Line::new(from, to).expect("two hexes") {
            if let Passed::Hex(h) = passed {
                inside.push(h);
                if h == to {
                    break;
                }
            }
        }
        let mut expected: Vec<Hex> = from.within(8).filter(|h| *h != from && clipped(from, to, *h)).collect();
        inside.sort();
        expected.sort();
        assert_eq!(inside, expected, "from {from} to {to}");
        lines += 1;
    }
    assert_eq!(lines, 168, "three times seven times eight");
}

#[test]
fn woods_are_seen_into_but_not_through() {
    proves!("MPBS-10.9.2a", "MPBS-10.9.4a", "MPBS-10.9.5a", "MPBS-10.9.5d");
    let mut map = flat();
    map.set_terrain(hex("1007"), HexTerrain::Woods);
    assert!(sees(&map, "1010", "1007"));
    assert!(!sees(&map, "1010", "1006"));
    assert!(sees(&map, "1007", "1004"), "a unit in the woods looks out");
    // A line that clips the woods is blocked, one that only touches a corner of them is not.
    let mut map = flat();
    map.set_terrain(hex("0706"), HexTerrain::Woods);
    assert_eq!(why(&map, "0505", "0908", &NoBlockers), Some(Hides::Terrain));
    let mut map = flat();
    map.set_terrain(hex("0607"), HexTerrain::Woods);
    map.set_terrain(hex("0807"), HexTerrain::Woods);
    assert!(sees(&map, "0505", "0908"));
}

#[test]
fn a_spine_is_blocked_only_from_both_sides() {
    proves!("MPBS-10.9.5b");
    let mut map = flat();
    map.set_terrain(hex("0605"), HexTerrain::Woods);
    assert!(sees(&map, "0505", "0705"));
    assert_eq!(why(&map, "0505", "0705", &At::one("0606", Opacity::Blocking)), Some(Hides::Terrain));
    map.set_terrain(hex("0606"), HexTerrain::Village);
    assert!(!sees(&map, "0505", "0705"));
    // Each spine on the way by itself: left blocked on one, right on the other.
    let mut map = flat();
    map.set_terrain(hex("0605"), HexTerrain::Woods);
    map.set_terrain(hex("0806"), HexTerrain::Woods);
    assert!(sees(&map, "0505", "0905"));
}

#[test]
fn foot_and_horse_block_sight_and_other_pieces_only_guns() {
    proves!("MPBS-10.9.1a", "MPBS-10.9.2d", "MPBS-10.9.1c");
    let map = flat();
    assert_eq!(why(&map, "1010", "1005", &At::one("1007", Opacity::Blocking)), Some(Hides::Unit));
    let light = At::one("1007", Opacity::Transparent);
    assert_eq!(why(&map, "1010", "1005", &light), None);
    let fire = Sight::new(&map, &TEC).line_of_sight(hex("1010"), hex("1005"), Tracing::ArtilleryFire, &light);
    assert_eq!(fire, Err(Obstruction { hex: hex("1007"), why: Hides::UnitBeforeGuns }));
    // The ends do not hide each other.
    assert_eq!(why(&map, "1010", "1007", &At::one("1007", Opacity::Blocking)), None);
}

#[test]
fn a_steep_slope_hides_as_many_hexes_as_the_crest_is_away() {
    proves!("MPBS-10.9.3B-2");
    // Rows 1 to 5 are high; the crest hex of column 10 is 1005.
    let map = stepped(&[1, 1, 1, 1, 1, 0], SlopeKind::Steep);
    for (from, hidden) in [("1005", 0), ("1004", 1), ("1003", 2), ("1002", 3)] {
        for beyond in 1..=6 {
            let target = format!("10{:02}", 5 + beyond);
            assert_eq!(sees(&map, from, &target), beyond > hidden, "{from} looks at {target}");
        }
    }
    // Gentle slopes hide nothing.
    proves!("MPBS-10.9.3B-1", "MPBS-10.9.2c");
    let map = stepped(&[1, 1, 1, 1, 1, 0], SlopeKind::Gentle);
    assert!(sees(&map, "1002", "1006"));
}

#[test]
fn a_second_slope_has_a_zone_of_the_same_depth() {
    proves!("MPBS-10.9.3B-2");
    let map = stepped(&[2, 2, 2, 1, 1, 1, 0], SlopeKind::Steep);
    let opacity: Vec<i32> = (4..=10).filter(|row| sees(&map, "1002", &format!("10{row:02}"))).collect();
    assert_eq!(opacity, [5, 6, 8, 9, 10], "one hex below each slope is hidden");
    let opacity: Vec<i32> = (4..=10).filter(|row| sees(&map, "1003", &format!("10{row:02}"))).collect();
    assert_eq!(opacity, [4, 5, 6, 7, 8, 9, 10], "from the crest nothing is");
}

#[test]
fn what_is_in_a_dead_zone_hides_nothing_but_stops_horse() {
    proves!("MPBS-10.9.3B-3", "MPBS-10.9.2d");
    let mut map = stepped(&[1, 1, 1, 1, 1, 0], SlopeKind::Steep);
    map.set_terrain(hex("1006"), HexTerrain::Woods);
    assert!(sees(&map, "1004", "1008"));
    let sight = Sight::new(&map, &TEC);
    for opacity in [Opacity::Blocking, Opacity::Transparent] {
        let below = At::one("1006", opacity);
        assert_eq!(sight.line_of_sight(hex("1004"), hex("1008"), Tracing::ArtilleryFire, &below), Ok(()));
    }
    let blocked = sight.line_of_sight(hex("1004"), hex("1008"), Tracing::Interception, &NoBlockers);
    assert_eq!(blocked, Err(Obstruction { hex: hex("1006"), why: Hides::DeadZone }));
    assert_eq!(why(&map, "1004", "1009", &At::one("1007", Opacity::Blocking)), Some(Hides::Unit));
}

#[test]
fn from_above_a_steep_slope_woods_hide_only_the_hex_behind() {
    proves!("MPBS-10.9.4b");
    let mut map = stepped(&[1, 1, 1, 1, 1, 0], SlopeKind::Steep);
    map.set_terrain(hex("1008"), HexTerrain::Woods);
    assert!(sees(&map, "1005", "1008"));
    assert!(!sees(&map, "1005", "1009"));
    assert!(sees(&map, "1005", "1010"));
    let mut map = stepped(&[1, 1, 1, 1, 1, 0], SlopeKind::Gentle);
    map.set_terrain(hex("1008"), HexTerrain::Woods);
    assert!(!sees(&map, "1005", "1010"), "a gentle slope gives no such view");
}

#[test]
fn woods_below_both_ends_are_overlooked() {
    proves!("MPBS-10.9.4c");
    let mut map = stepped(&[1, 1, 1, 0, 0, 0, 0, 0, 1], SlopeKind::Gentle);
    map.set_terrain(hex("1006"), HexTerrain::Woods);
    assert!(sees(&map, "1002", "1010"));
    assert!(!sees(&map, "1002", "1008"));
}

#[test]
fn a_steep_ridge_hides_and_a_gentle_one_does_not() {
    proves!("MPBS-10.9.2b", "MPBS-10.9.2c");
    let ridge = [0, 0, 0, 0, 1, 0];
    assert_eq!(
        why(&stepped(&ridge, SlopeKind::Steep), "1003", "1008", &NoBlockers),
        Some(Hides::HigherGround)
    );
    assert!(sees(&stepped(&ridge, SlopeKind::Gentle), "1003", "1008"));
    // Steep on one side only: the height is defined by it.
    let mut map = stepped(&ridge, SlopeKind::Gentle);
    map.lay_slopes(|h, d| {
        let south_face = h.row().max(h.step(d).row()) == 6;
        if south_face { SlopeKind::Steep } else { SlopeKind::Gentle }
    });
    assert_eq!(why(&map, "1003", "1008", &NoBlockers), Some(Hides::HigherGround));
}

#[test]
fn a_hedge_is_seen_through_by_those_next_to_it() {
    proves!("MPBS-14.4b", "MPBS-10.9.3-1", "MPBS-10.9.3A");
    let mut map = flat();
    map.add_feature(hex("1005"), Direction::S, HexsideFeature::Hedge);
    assert!(sees(&map, "1003", "1006"), "into the hex right behind it");
    assert_eq!(why(&map, "1003", "1007", &NoBlockers), Some(Hides::Hexside));
    assert!(sees(&map, "1005", "1009"), "whoever lines the hedge looks over it");
    assert!(sees(&map, "1005", "1006"));
    let sight = Sight::new(&map, &TEC);
    let next = sight.line_of_sight(hex("1005"), hex("1006"), Tracing::ArtilleryFire, &At(Vec::new()));
    assert_eq!(next, Ok(()), "the adjacent hex even without the benefit");
}

#[test]
fn hedges_do_not_hide_from_above_a_steep_slope() {
    proves!("MPBS-14.4c");
    let mut map = stepped(&[1, 1, 1, 0], SlopeKind::Steep);
    map.add_feature(hex("1006"), Direction::S, HexsideFeature::Hedge);
    assert!(sees(&map, "1003", "1009"));
    let mut map = stepped(&[1, 1, 1, 0], SlopeKind::Gentle);
    map.add_feature(hex("1006"), Direction::S, HexsideFeature::Hedge);
    assert!(!sees(&map, "1003", "1009"));
}

#[test]
fn either_half_of_a_two_hex_unit_will_do() {
    proves!("MPBS-10.9.5c");
    let mut map = flat();
    map.set_terrain(hex("1007"), HexTerrain::Woods);
    let sight = Sight::new(&map, &TEC);
    let to = |first: &str, second: &str| {
        let target = Footprint { first: hex(first), second: Some(hex(second)) };
        sight.line_of_sight_to_unit(hex("1010"), target, Tracing::Sight, &NoBlockers)
    };
    // 1005 is behind the woods, 1105 is not.
    assert_eq!(to("1005", "1105"), Ok(hex("1105")));
    assert_eq!(to("1105", "1005"), Ok(hex("1105")));
    assert_eq!(to("1005", "1004"), Err(Obstruction { hex: hex("1007"), why: Hides::Terrain }));
}

fn grazed(map: &Map, gun: &str, target: &str, range: i32, spine: Turn) -> Vec<String> {
    line_of_fire(map, &TEC, hex(gun), hex(target), range, spine).iter().map(Hex::to_string).collect()
}

#[test]
fn grazing_fire_sweeps_beyond_the_target_to_its_range() {
    proves!("MPBS-10.8.3a", "MPBS-10.8.3b");
    let map = flat();
    assert_eq!(grazed(&map, "1010", "1008", 4, Turn::Left), ["1009", "1008", "1007", "1006"]);
    // It need only enter the hexes of others: the line of slope one half again.
    assert_eq!(grazed(&map, "0505", "0908", 5, Turn::Left), ["0606", "0706", "0707", "0808", "0908"]);
    assert_eq!(grazed(&map, "1002", "1001", 4, Turn::Left), ["1001"], "the map ends");
}

#[test]
fn grazing_fire_ends_at_slopes_and_one_hex_beyond_hedges() {
    proves!("MPBS-10.8.3c", "MPBS-10.8.3d");
    for kind in [SlopeKind::Gentle, SlopeKind::Steep] {
        let map = stepped(&[1, 1, 1, 0], kind);
        assert_eq!(grazed(&map, "1006", "1005", 4, Turn::Left), ["1005", "1004"], "uphill");
        assert_eq!(grazed(&map, "1001", "1002", 4, Turn::Left), ["1002", "1003"], "downhill");
    }
    let mut map = flat();
    map.add_feature(hex("1008"), Direction::N, HexsideFeature::Hedge);
    assert_eq!(grazed(&map, "1010", "1009", 5, Turn::Left), ["1009", "1008", "1007"]);
    let mut map = flat();
    map.add_feature(hex("1010"), Direction::N, HexsideFeature::Hedge);
    assert_eq!(grazed(&map, "1010", "1009", 3, Turn::Left), ["1009", "1008", "1007"], "the gun's own hedge");
}

#[test]
fn grazing_fire_keeps_to_one_side_of_a_spine() {
    proves!("MPBS-10.8.5");
    let map = flat();
    assert_eq!(grazed(&map, "0505", "0705", 4, Turn::Left), ["0605", "0705", "0805", "0905"]);
    assert_eq!(grazed(&map, "0505", "0705", 4, Turn::Right), ["0606", "0705", "0806", "0905"]);
}
