//! SP2.6: after contact files press forward, and those whom they newly reach respond.

use super::ChargePhase;
use super::course::{is_swept, press};
use super::message::{Decision, Event, Order};
use super::moves::{Next, concluded};
use super::respond::open_to;
use crate::battle::outcome::destroy;
use crate::battle::position::fights::touching;
use crate::battle::world::{Deed, Foe, Game, UgId};
use crate::battle::{Cx, Event as E};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, BaseRect, Um};
use caracole_tabletop::BaseId;
use serde::{Deserialize, Serialize};

/// A charger in contact whose files press forward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComeUp {
    /// Where its bases stood before the charge.
    starts: Vec<(BaseId, Base)>,
    /// The distance that it had.
    pub distance: Tally,
    /// How far it went.
    pub spent: Um,
    /// The files that press forward, once its owner has said it.
    files: Option<Vec<u8>>,
}

impl ComeUp {
    /// A charger where it stands now.
    pub fn new(game: Game<'_>, ug: UgId, distance: Tally, spent: Um) -> ComeUp {
        let ids = game.world.base_ids_of(ug).iter();
        ComeUp { starts: ids.map(|id| (*id, game.world[*id].base)).collect(), distance, spent, files: None }
    }

    /// Where a base stood before the charge.
    pub fn start_of(&self, id: BaseId) -> Option<BaseRect> {
        self.starts.iter().find(|(known, _)| *known == id).map(|(_, base)| base.rect())
    }

    /// The owner has chosen.
    pub fn choose(&mut self, files: Vec<u8>) {
        self.files = Some(files);
    }
}

/// The files that may press forward, each with whom it reaches.
fn reached(game: Game<'_>, ug: UgId, files: Option<&[u8]>) -> Vec<(u8, Foe)> {
    press(game, ug, game.world.body(ug), &[], files).1
}

/// Goes on with a charger in contact: its owner chooses, those newly reached respond, skirmishers who are caught are swept
/// away, and the files step up.
pub fn go_on(cx: &mut Cx<'_>, ug: UgId, come_up: &mut ComeUp) -> Next {
    enforces!("RETG-SEQ-015", "RETG-CHARGE-083", "RETG-CHARGE-081");
    loop {
        let game = Game::new(cx.scenario, cx.world);
        let files = come_up.files.as_deref();
        let reached = reached(game, ug, files);
        if files.is_none() && !reached.is_empty() {
            return Next::Presses;
        }
        let touched = touching(game, ug);
        let newly = reached.iter().map(|(_, foe)| *foe).filter(|foe| !touched.contains(foe));
        let may_go = |foe: Foe| {
            foe.ug().filter(|met| {
                !game.world[*met].deeds.has(Deed::Answered) && open_to(game, *met, &[ug]).len() > 1
            })
        };
        if let Some(met) = newly.clone().find_map(may_go) {
            return Next::Meets(met);
        }
        if let Some(Foe::Ug(caught)) = newly.clone().find(|foe| is_swept(game, ug, *foe)) {
            cx.tell(E::Charge(Event::Caught { ug: caught, by: ug }));
            destroy(cx, caught);
            continue;
        }
        let (body, _) = press(game, ug, game.world.body(ug), &[], files);
        cx.world.put(ug, &body);
        concluded(cx, ug, come_up);
        return Next::Done(Vec::new());
    }
}

impl ChargePhase {
    fn presses(&self) -> Option<UgId> {
        self.under_way.as_ref().filter(|under_way| under_way.come_up.is_some()).map(|under_way| under_way.ug)
    }

    /// A choice of files checked.
    pub(super) fn check_press(&self, game: Game<'_>, files: &[u8]) -> Result<crate::battle::Order, Refusal> {
        let Some(ug) = self.presses() else { return Err(caracole_kernel::NotAsked.into()) };
        let able = reached(game, ug, None);
        let wrong = files
            .iter()
            .enumerate()
            .find(|(n, file)| files[..*n].contains(file) || !able.iter().any(|(known, _)| known == *file));
        match wrong {
            None => Ok(crate::battle::Order::Charge(Box::new(Order::Press(files.to_vec())))),
            Some((_, file)) => {
                let problem = "This file reaches no enemy within 1 BW directly ahead";
                Err(Refusal::new(rule!("RETG-CHARGE-083"), problem, "Name files that do, each once.")
                    .piece("unit", ug.piece())
                    .fact("file", u32::from(*file) + 1))
            }
        }
    }

    /// Choices to offer: all files, none, or all but one.
    pub(super) fn offer_press(&self, game: Game<'_>) -> Vec<Decision> {
        let Some(ug) = self.presses() else { return Vec::new() };
        let mut all: Vec<u8> = reached(game, ug, None).into_iter().map(|(file, _)| file).collect();
        all.sort_unstable();
        all.dedup();
        let mut found = vec![Decision::Press { files: all.clone() }];
        if all.len() > 1 {
            let but = |held: &u8| all.iter().copied().filter(|file| file != held).collect();
            found.extend(all.iter().map(|held| Decision::Press { files: but(held) }));
        }
        found.push(Decision::Press { files: Vec::new() });
        found
    }
}
