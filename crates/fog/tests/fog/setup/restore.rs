//! A snapshot and the setup give the battle again, after every step from the choice of the ground on.

use crate::battle_common::screen::{Chance, choice};
use caracole_fog::battle::Fogr;
use caracole_fog::renaissance::random_setup;
use caracole_kernel::{Awaiting, Battle, Scenery, Step, Viewer, Views, offers};
use caracole_ledger::proves;
use serde_json::json;

#[test]
fn a_battle_is_restored_from_its_setup_and_a_snapshot_after_every_step() {
    proves!("TABLE-012");
    for number in [1, 3, 6] {
        let setup = random_setup(number);
        let mut chance = Chance(number);
        let (mut battle, _) = Battle::<Fogr>::start(&setup).unwrap();
        for n in 0..250 {
            let step = match battle.awaiting() {
                Awaiting::Nothing(_) => break,
                Awaiting::Dice(roll) => Step::Dice(chance.throw(roll)),
                Awaiting::Decision { side, request } => {
                    Step::Choose { side: *side, decision: choice(&mut chance, &battle, *side, request) }
                }
            };
            let mut again =
                Battle::<Fogr>::restore(&setup, battle.rules(), &battle.snapshot().unwrap()).unwrap();
            assert_eq!(again.hash(), battle.hash(), "battle {number}, step {n}");
            assert_eq!(again.awaiting(), battle.awaiting(), "battle {number}, step {n}");
            // Whoever looks sees the same, is offered the same, and the same comes of it.
            if let (0, Awaiting::Decision { side, request }) = (n % 8, battle.awaiting()) {
                for viewer in Viewer::ALL {
                    let all = |b: &Battle<Fogr>| json!([Fogr::view(b, viewer), Fogr::scene(b, viewer)]);
                    assert_eq!(all(&again), all(&battle), "battle {number}, step {n}");
                }
                let offered = |b: &Battle<Fogr>| json!(offers(b, *side, request));
                assert_eq!(offered(&again), offered(&battle), "battle {number}, step {n}");
            }
            assert_eq!(
                again.apply(&step).unwrap(),
                battle.apply(&step).unwrap(),
                "battle {number}, step {n}"
            );
            assert_eq!(again.hash(), battle.hash(), "battle {number}, after step {n}");
        }
    }
}
