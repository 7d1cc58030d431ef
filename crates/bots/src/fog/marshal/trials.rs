//! Positions for the tests of the marshal.

use caracole_fog::battle::{Decision, Fogr, GroupId, Request, impact, manoeuvre, scenarios};
use caracole_kernel::{Awaiting, Battle, Side, Step};

/// The Mill Field with one text in the place of another, when red begins to move, and red's first battle group: horse.
pub(super) fn mill_field(text: &str, instead: &str) -> (Battle<Fogr>, GroupId) {
    let file = scenarios::text_of("mill-field").unwrap();
    assert!(file.contains(text));
    let ready = scenarios::read(&file.replacen(text, instead, 1)).unwrap();
    let mut battle = Battle::<Fogr>::start(&ready.setup).unwrap().0;
    loop {
        let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("dice are awaited") };
        let decision = match request {
            Request::Manoeuvre(manoeuvre::Request::Move) => break,
            _ => Decision::Impact(impact::Decision::EndDeclarations),
        };
        let step = Step::Choose { side: *side, decision };
        battle.apply(&step).unwrap();
    }
    let horse = battle.world().of_side(Side::Red).next().unwrap();
    (battle, horse)
}
