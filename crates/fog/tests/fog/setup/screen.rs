//! Nothing looks behind the screen.

use crate::battle_common::screen::{HIDES, LOOKS, compared_if_list};
use caracole_fog::RollPurpose;
use caracole_fog::battle::setup::Event;
use caracole_fog::battle::{self, Fogr, GroupId};
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::Quality;
use caracole_kernel::dice::Roll;
use caracole_kernel::{Tally, Viewer, Views};
use caracole_ledger::{proves, rule};

#[test]
fn nothing_of_what_is_hidden_reaches_the_other_side() {
    proves!("TABLE-009", "TABLE-013");
    let compared: Vec<(usize, usize)> = (0..24).map(compared_if_list::<Renaissance>).collect();
    let battles = compared.iter().filter(|(positions, _)| *positions > 3).count();
    assert!(battles >= 8, "too few battles hide something: {compared:?}");
    let onwards: usize = compared.iter().map(|(_, steps)| steps).sum();
    assert!(onwards > 500, "too few steps onwards: {compared:?}");
}

/// A roll that fails shows that it failed: neither the dice, which are read by who marches, nor the score.
#[test]
fn dice_of_marches_show_only_what_came_of_them() {
    proves!("FOGR-SETUP-050", "FOGR-SETUP-053", "TABLE-013");
    let score = |n| {
        let mut tally = Tally::new("arrival roll");
        tally.add(rule!("FOGR-SETUP-050"), "field commander", n);
        tally
    };
    let seen = |event: Event, viewer| Fogr::event_seen_by(&battle::Event::Setup(event), viewer).unwrap();
    let arrival = |n| Event::ArrivalRolled { side: HIDES, score: Some(score(n)), announced: None };
    let straggling = |g, n| Event::StragglingTested {
        side: HIDES,
        group: Some(GroupId(g)),
        score: Some(score(n)),
        straggles: true,
    };
    for viewer in [Viewer::from(LOOKS), Viewer::Spectator] {
        assert_eq!(seen(arrival(3), viewer), seen(arrival(9), viewer));
        assert_eq!(seen(straggling(1, 3), viewer), seen(straggling(2, 4), viewer));
    }
    assert_ne!(seen(arrival(3), HIDES.into()), seen(arrival(9), HIDES.into()));
    for rule in [rule!("FOGR-SETUP-050"), rule!("FOGR-SETUP-053")] {
        let pools = |quality| [caracole_fog::renaissance::straggling_pool(quality)].into_iter().collect();
        let roll = |quality| Roll {
            side: Some(HIDES),
            rule,
            purpose: RollPurpose::OutflankingMarch,
            pools: pools(quality),
        };
        let (elite, poor) = (roll(Quality::Elite), roll(Quality::Poor));
        assert_ne!(elite, poor);
        assert_eq!(Fogr::roll_seen_by(&elite, LOOKS.into()), Fogr::roll_seen_by(&poor, LOOKS.into()));
        assert_eq!(Fogr::roll_seen_by(&elite, HIDES.into()), elite.shown());
    }
}
