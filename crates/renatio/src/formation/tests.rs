//! Set formations, legal shapes, battlewagons.

use super::*;
use crate::charts::Charts;
use crate::claims::Facing;
use crate::troops::Shape;
use caracole_document::Word;
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn set_formations_have_their_bases_and_widths() {
    proves!("RETG-GLOS-044", "RETG-GLOS-090");
    let charts = charts();
    let of = |shape| {
        let rows = layout(shape).expect("a set formation");
        let count = |cell| rows.iter().flat_map(|row| row.iter()).filter(|c| **c == cell).count();
        (rows[0].len(), rows.len(), count(Cell::Pike), count(Cell::Shot))
    };
    assert_eq!(of(Shape::PikeAndShot), (3, 2, 2, 4));
    assert_eq!(of(Shape::EarlyPikeAndShot), (3, 3, 3, 6));
    assert_eq!(of(Shape::Keil), (3, 4, 12, 0));
    assert_eq!(of(Shape::LateKeil), (4, 4, 8, 4));
    assert_eq!(of(Shape::Tercio), (4, 6, 8, 8));
    assert_eq!(of(Shape::Colunela), (2, 3, 4, 2));
    for shape in Shape::ALL.iter().copied() {
        let Some(rows) = layout(shape) else { continue };
        let formation = charts.formations.of(shape);
        assert_eq!(
            (rows[0].len(), rows.len()),
            (usize::from(formation.wide), usize::from(formation.deep)),
            "{shape:?}"
        );
    }
}

#[test]
fn shapes_out_of_combat() {
    proves!("RETG-FORM-001", "RETG-FORM-002", "RETG-FORM-003", "RETG-GLOS-012");
    let charts = charts();
    let rule =
        |shape, bases, wide| check_shape(&charts, shape, bases, wide).map_err(|refusal| refusal.rule.id());
    assert_eq!(rule(Shape::PikeAndShot, 6, 3), Ok(()));
    assert_eq!(rule(Shape::PikeAndShot, 6, 2), Err("RETG-FORM-003"));
    assert_eq!(rule(Shape::PikeAndShot, 5, 3), Ok(()));
    assert_eq!(rule(Shape::Mounted, 4, 2), Ok(()));
    assert_eq!(rule(Shape::Mounted, 4, 1), Err("RETG-FORM-002"));
    assert_eq!(rule(Shape::Warband, 9, 2), Err("RETG-FORM-002"));
    assert_eq!(rule(Shape::Warband, 8, 2), Ok(()));
    assert_eq!(rule(Shape::Battlewagons, 4, 1), Ok(()));
    // The last base of a unit stands alone.
    assert_eq!(rule(Shape::Mounted, 1, 1), Ok(()));
}

#[test]
fn battlewagons_fight_six_times_and_shoot_four_times() {
    proves!("RETG-GLOS-014", "RETG-GLOS-015");
    // RETG-EX-026.
    assert_eq!((fights(4, 2), shots(4)), (6, 4));
    assert_eq!((fights(1, 0), shots(0)), (1, 0));
    assert!(
        has_no_flank(Shape::Battlewagons, Facing::Rear) && !has_no_flank(Shape::PikeAndShot, Facing::Flank)
    );
}
