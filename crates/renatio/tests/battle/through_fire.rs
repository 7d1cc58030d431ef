//! CM2: cards win back distance that was lost to fire.

use crate::support::*;
use caracole_kernel::{Session, Side, dice::Scripted};
use caracole_ledger::proves;
use caracole_renatio::battle::shooting::{self, Aim};
use caracole_renatio::battle::{Action, Decision, Paid, Phase, Renatio, Request};
use caracole_renatio::cards::{Colour, Payment};

const FOOT: &str = "6 foot, loose, drilled, protected";
const MUSKETS: &str = "6 foot, loose, formed, protected, musket";

/// Red's foot has been shot at from 4 BW: these are the three dice. It is red's go in the Movement Phase.
fn shot_at(hand: &[Colour], faces: [u8; 3]) -> Session<Renatio> {
    let mut session = start(&setup(&[(FOOT, [1000, 800], 3)], &[(MUSKETS, [1000, 1200], 3)]));
    deal(&mut session, &[hand, &[Black, Black, Black]]);
    while let Some((side, request)) = asked(&session) {
        if session.battle().world().when.phase >= Phase::Movement {
            break;
        }
        match request {
            Request::Shooting(_) => {
                let aim = |file, base| Aim { file, extra: None, at: ug(1), base };
                let aims = vec![aim(0, 4), aim(1, 2), aim(2, 0)];
                does(&mut session, side, Decision::Shooting(shooting::Decision::Fire { ug: ug(2), aims }));
                session.throw(&mut Scripted::new(faces)).unwrap();
            }
            _ => {
                does(&mut session, side, Decision::Pass);
            }
        }
    }
    session
}

fn through(action: Action, cards: Payment, fire: Payment) -> Decision {
    Decision::Through { action, by: HORN, cards, leave: false, through: Paid { by: HORN, cards: fire } }
}

#[test]
fn a_slowed_unit_goes_less_far_and_green_wins_a_base_width_back() {
    proves!("RETG-SHOOT-046", "RETG-SHOOT-041", "RETG-SHOOT-047", "RETG-SEQ-025");
    // Two S at three files: slowed by 1 BW.
    let mut session = shot_at(&[White, White, Green], [4, 4, 1]);
    assert_eq!(session.battle().world()[ug(1)].slow.fire, 1);
    let all = || march(&[1], &[forward(300)]);
    assert_eq!(rule_of(&mut session, all(), pay(White)), "RETG-MOVE-001");
    // WHITE wins nothing back.
    assert_eq!(refused(&mut session, through(all(), pay(White), pay(White))).rule.id(), "RETG-MOVE-003");
    does(&mut session, Side::Red, through(all(), pay(White), pay(Green)));
    assert_eq!(corner(&session, 1), [850, 1100]);
    let world = session.battle().world();
    assert_eq!((world[ug(1)].slow.fire, world.hand_of(Side::Red).total()), (0, 1));
}

#[test]
fn the_upgrade_of_a_commander_with_the_unit_counts() {
    proves!("RETG-SHOOT-046");
    // Three S: slowed by 2 BW. GREEN alone wins one back, raised to YELLOW two.
    let mut session = shot_at(&[White, White, Green], [4, 4, 4]);
    assert_eq!(session.battle().world()[ug(1)].slow.fire, 2);
    let all = || march(&[1], &[forward(300)]);
    assert_eq!(refused(&mut session, through(all(), pay(White), pay(Green))).rule.id(), "RETG-MOVE-001");
    does(&mut session, Side::Red, through(all(), pay(White), raised(Green)));
    assert_eq!(corner(&session, 1), [850, 1100]);
}

#[test]
fn nobody_prompts_through_fire_who_is_not_slowed() {
    proves!("RETG-SHOOT-046");
    let mut session = shot_at(&[White, White, Green], [1, 1, 1]);
    let all = march(&[1], &[forward(300)]);
    assert_eq!(refused(&mut session, through(all, pay(White), pay(Green))).rule.id(), "RETG-SHOOT-046");
}
