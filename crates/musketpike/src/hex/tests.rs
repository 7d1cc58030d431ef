//! Geometry of the grid, checked against cases laid out by hand.

use super::*;
use caracole_ledger::proves;

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

fn names(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    hexes.into_iter().map(|h| h.to_string()).collect()
}

fn line(left: &str, facing: Facing) -> Placement {
    Placement::Line { left: hex(left), facing }
}

#[test]
fn numbers_are_read_and_written() {
    for text in ["0101", "1907", "9999", "0000"] {
        assert_eq!(hex(text).to_string(), text);
    }
    for text in ["", "190", "19071", "19 7", "x907", "१९०७", "+907"] {
        assert!(text.parse::<Hex>().is_err(), "{text}");
    }
}

#[test]
fn odd_columns_stand_half_a_hex_lower() {
    // Even column: neighbours in rows -1 and 0; odd column: rows 0 and +1.
    assert_eq!(names(hex("1005").neighbours()), ["1004", "1104", "1105", "1006", "0905", "0904"]);
    assert_eq!(names(hex("1105").neighbours()), ["1104", "1205", "1206", "1106", "1006", "1005"]);
}

#[test]
fn distance_counts_the_far_hex_and_not_the_near_one() {
    proves!("MPBS-10.1.2a");
    assert_eq!(hex("1005").distance(hex("1005")), 0);
    assert_eq!(hex("1005").distance(hex("1009")), 4);
    assert_eq!(hex("1005").distance(hex("1205")), 2);
    assert_eq!(hex("0101").distance(hex("0501")), 4);
    assert_eq!(hex("1005").within(3).count(), 37, "1 + 6 + 12 + 18");
    assert!(hex("1005").within(3).all(|h| h.distance(hex("1005")) <= 3));
}

#[test]
fn a_one_hex_unit_has_two_front_two_flank_and_two_rear_hexes() {
    proves!("MPBS-6.1a", "MPBS-6.1b");
    let unit = Placement::One { hex: hex("1005"), facing: Facing::E };
    assert_eq!(names(unit.front()), ["1104", "1105"]);
    assert_eq!(names(unit.flanks()), ["1004", "1006"]);
    assert_eq!(names(unit.rear()), ["0904", "0905"]);
    for facing in Facing::ALL {
        let unit = Placement::One { hex: hex("1005"), facing };
        for (zone, hexes) in
            [(Zone::Front, unit.front()), (Zone::Flank, unit.flanks()), (Zone::Rear, unit.rear())]
        {
            assert_eq!(hexes.len(), 2);
            assert!(hexes.iter().all(|h| unit.zone(*h) == Some(zone)));
        }
    }
}

#[test]
fn a_two_hex_unit_has_three_front_two_flank_and_three_rear_hexes() {
    proves!("MPBS-6.1c", "MPBS-GLOSSARY-TWO-HEX-UNIT");
    // Facing east in 1005 and 1006: the left half is the northern one.
    let unit = line("1005", Facing::E);
    assert_eq!(names(unit.footprint().iter()), ["1005", "1006"]);
    assert_eq!(names(unit.front()), ["1104", "1105", "1106"]);
    assert_eq!(unit.centre_front(), Some(hex("1105")));
    assert_eq!(names(unit.flanks()), ["1004", "1007"]);
    assert_eq!(names(unit.rear()), ["0904", "0905", "0906"]);
    for facing in Facing::ALL {
        let unit = line("1105", facing);
        let around = unit.footprint().neighbours();
        assert_eq!(around.len(), 8);
        let count = |zone| around.iter().filter(|h| unit.zone(**h) == Some(zone)).count();
        assert_eq!((count(Zone::Front), count(Zone::Flank), count(Zone::Rear)), (3, 2, 3), "{facing:?}");
        let centre = unit.centre_front().expect("a line has one");
        assert!(unit.footprint().iter().all(|half| half.is_adjacent(centre)));
    }
}

#[test]
fn two_hexes_hold_two_lines_back_to_back() {
    let [one, other] = Placement::lines_on(hex("1005"), hex("1006")).expect("adjacent");
    assert_eq!((one, other), (line("1005", Facing::E), line("1006", Facing::W)));
    assert_eq!(one.counter_marched(), other);
    assert_eq!(Placement::line(hex("1006"), hex("1005"), Facing::E), Some(line("1005", Facing::E)));
    assert_eq!(Placement::line(hex("1006"), hex("1005"), Facing::Se), None);
    assert_eq!(Placement::lines_on(hex("1005"), hex("1007")), None);
}

#[test]
fn counter_march_exchanges_front_and_rear() {
    proves!("MPBS-6.2.2a");
    for facing in Facing::ALL {
        let unit = line("1005", facing);
        let turned = unit.counter_marched();
        let sorted = |p: Placement| {
            let mut hexes: Vec<Hex> = p.footprint().iter().collect();
            hexes.sort();
            hexes
        };
        assert_eq!(sorted(unit), sorted(turned));
        let mut rear = turned.rear();
        rear.reverse();
        assert_eq!(unit.front(), rear);
        assert_eq!(turned.counter_marched(), unit);
    }
}

#[test]
fn a_wheel_brings_the_outer_half_into_the_centre_front_hex() {
    proves!("MPBS-6.2.1c");
    let unit = line("1005", Facing::E);
    // To the right about the southern half: the northern half goes to 1105 and the unit looks south-east.
    let right = unit.wheeled(Turn::Right).expect("a line wheels");
    assert_eq!(right, line("1105", Facing::Se));
    assert_eq!(names(right.footprint().iter()), ["1105", "1006"]);
    let left = unit.wheeled(Turn::Left).expect("a line wheels");
    assert_eq!(names(left.footprint().iter()), ["1005", "1105"]);
    assert_eq!(left.facing(), Some(Facing::Ne));
    for facing in Facing::ALL {
        let unit = line("1005", facing);
        for (turn, stays) in [(Turn::Right, Half::Right), (Turn::Left, Half::Left)] {
            let wheeled = unit.wheeled(turn).expect("a line wheels");
            assert_eq!(wheeled.half(stays), unit.half(stays));
            assert_eq!(Some(wheeled.half(stays.other())), unit.centre_front());
            assert_eq!(unit.pivoted(stays, turn, 1), Some(wheeled));
        }
    }
    assert_eq!(Placement::One { hex: hex("1005"), facing: Facing::E }.wheeled(Turn::Left), None);
}

#[test]
fn a_pivot_swings_a_half_round_the_other() {
    let unit = line("1005", Facing::E);
    let back = unit.pivoted(Half::Left, Turn::Right, 2).expect("a line pivots");
    assert_eq!(back.half(Half::Left), hex("1005"));
    assert_eq!((back.half(Half::Right), back.facing()), (hex("0904"), Some(Facing::Sw)));
}

#[test]
fn a_columns_right_half_leads_and_the_tail_follows() {
    proves!("MPBS-6.3.4d", "MPBS-6.3.4e", "MPBS-6.3.4g");
    let unit = line("1005", Facing::E);
    let column = unit.as_column().expect("a line of two hexes");
    assert_eq!(column, Placement::Column { head: hex("1006"), front: Direction::S });
    assert_eq!(names(column.front()), ["1007"]);
    assert_eq!((column.half(Half::Right), column.half(Half::Left)), (hex("1006"), hex("1005")));
    let moved = column.shifted(Direction::S);
    assert_eq!(moved.half(Half::Left), column.half(Half::Right), "the tail takes the hex the head left");
    let turned = column.turned(1).expect("a column turns");
    assert_eq!((turned.half(Half::Right), turned.half(Half::Left)), (hex("1006"), hex("1105")));
    assert_eq!(column.as_lines(), Some([unit, unit.counter_marched()]));
    assert_eq!(column.zone(hex("1007")), Some(Zone::Front));
    assert_eq!(column.zone(hex("1106")), None);
}

#[test]
fn squeezing_over_a_bridge_keeps_the_facing_and_leaves_the_bridge_behind() {
    proves!("MPBS-7.3.5c", "MPBS-7.3.5d");
    let unit = line("1005", Facing::E);
    // The bridge crosses the hexside from 1005 to 1104.
    let ends = unit.beyond_bridge_hexside(hex("1104"));
    assert_eq!(ends.as_slice(), [line("1104", Facing::E), line("1103", Facing::E)]);
    assert!(ends.iter().all(|end| end.zone(hex("1005")) == Some(Zone::Rear)));
    assert!(unit.beyond_bridge_hexside(hex("0904")).is_empty(), "not behind");
    // The bridge is the hex 1105.
    let ends = unit.beyond_bridge_hex(hex("1105"));
    assert_eq!(ends.len(), 3);
    for end in &ends {
        assert_eq!(end.zone(hex("1105")), Some(Zone::Rear));
        assert_eq!(end.facing(), Some(Facing::E));
        assert!(!end.footprint().contains(hex("1105")));
    }
    assert!(unit.beyond_bridge_hex(hex("1007")).is_empty(), "a flank is not the front");
}

#[test]
fn the_frontal_arc_is_a_third_of_the_circle_with_its_edges() {
    proves!("MPBS-9.1.2b");
    let gun = hex("1010");
    for facing in Facing::ALL {
        for radius in 1..=6 {
            let ring = gun.within(radius).filter(|h| h.distance(gun) == radius);
            let count = ring.filter(|h| facing.frontal_arc(gun, *h)).count() as i32;
            // At even distances the two edges run through hex centres; a third of the ring is 2 * radius hexes.
            assert_eq!(
                count,
                if radius % 2 == 0 { 2 * radius + 1 } else { 2 * radius },
                "{facing:?} {radius}"
            );
        }
    }
    assert!(Facing::E.frontal_arc(gun, hex("1210")));
    assert!(Facing::E.frontal_arc(gun, hex("1108")), "the edge runs along the spine between 1009 and 1109");
    assert!(!Facing::E.frontal_arc(gun, hex("1009")));
    assert!(!Facing::E.frontal_arc(gun, gun));
}

#[test]
fn front_and_flank_arcs_are_the_half_plane_with_the_flank_rows() {
    proves!("MPBS-9.3.1b");
    let horse = hex("1010");
    for facing in Facing::ALL {
        for radius in 1..=4 {
            let ring = horse.within(radius).filter(|h| h.distance(horse) == radius);
            let count = ring.filter(|h| facing.front_and_flank_arc(horse, *h)).count() as i32;
            assert_eq!(count, 3 * radius + 1, "half the ring and one more: {facing:?} {radius}");
        }
    }
    assert!(
        Facing::E.front_and_flank_arc(horse, hex("1006"))
            && Facing::E.front_and_flank_arc(horse, hex("1013"))
    );
    assert!(!Facing::E.front_and_flank_arc(horse, hex("0909")));
    let foot = line("1005", Facing::E);
    assert!(foot.front_and_flank_arc(hex("1002")) && !foot.front_and_flank_arc(hex("1006")));
}

#[test]
fn facings_turn_by_the_shorter_way() {
    assert_eq!(Facing::Ne.vertices_to(Facing::Nw), 1);
    assert_eq!(Facing::E.vertices_to(Facing::W), 3);
    assert_eq!(Facing::E.toward(Turn::Right), Facing::Se);
    assert_eq!(Facing::E.opposite(), Facing::W);
}

#[test]
fn steps_back_keep_the_facing() {
    let unit = line("1005", Facing::E);
    let back: Vec<Placement> = unit.backward().into_iter().map(|d| unit.shifted(d)).collect();
    assert_eq!(back, [line("0904", Facing::E), line("0905", Facing::E)]);
    let forward: Vec<Placement> = unit.forward().into_iter().map(|d| unit.shifted(d)).collect();
    assert_eq!(forward, [line("1104", Facing::E), line("1105", Facing::E)]);
}
