//! Questions that change nothing: they are answered on a copy of the battle, away from its game, so that neither a
//! player who weighs choices nor an onlooker who looks at the past can hold a game up.

use super::{
    Standing,
    actor::{Actor, Command, Declined, Message},
    luck,
};
use crate::ws::{LayerShown, Reach, ServerMessage, Sight};
use caracole_kernel::{
    AnySession, At, Awaiting, Cast, Overlay, OverlayKind, Piece, Pull, Refusal, Side, Viewer,
};
use caracole_odds::Foresight;
use serde_json::Value;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, PoisonError},
};

/// The most choices that a sight lists.
const MOST_OFFERS: usize = 400;
/// The most choices about one piece whose ends are shown at once.
const MOST_REACHED: usize = 120;
/// The most steps that one drag is taken apart into.
const MOST_STEPS: usize = 40;
/// The most things that one layer shows.
const MOST_SHOWN: usize = 2000;
/// Past states of a game that are remembered while somebody looks back.
const REMEMBERED: usize = 12;

/// Past states that have been looked at: the next one looked at is not far from them. The state after an entry never
/// changes, so nothing here grows stale.
#[derive(Default)]
pub(super) struct Memories {
    states: BTreeMap<u64, Box<dyn AnySession>>,
    order: VecDeque<u64>,
}

impl Memories {
    fn keep(&mut self, entry: u64, state: Box<dyn AnySession>) {
        if self.states.insert(entry, state).is_none() {
            self.order.push_back(entry);
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.states.remove(&oldest);
        }
    }
}

type Told = Result<ServerMessage, Declined>;
type Question = Box<dyn FnOnce() -> Told + Send>;

impl Actor {
    /// Has a question answered elsewhere. Gives the message back if it is not of that kind.
    pub(super) fn aside(&self, message: Message, standing: Standing) -> Option<Message> {
        let question = match self.question(&message.command, standing) {
            Ok(Some(question)) => question,
            Ok(None) => return Some(message),
            Err(declined) => {
                drop(message.answer.send(Err(declined)));
                return None;
            }
        };
        let now = matches!(&message.command, Command::Look { at: None }) && standing.player().is_ok();
        let weighs =
            matches!(&message.command, Command::Plan { .. } | Command::Reach { .. } | Command::Drag { .. });
        let hall = Arc::clone(&self.hall);
        tokio::spawn(async move {
            // A player sees the choices at once, and a player's questions do not wait behind those of onlookers.
            let _turn = match (now, weighs) {
                (true, _) => None,
                (false, true) => hall.askers.acquire().await.ok(),
                (false, false) => hall.onlookers.acquire().await.ok(),
            };
            // Rules code that panicked took only its copy with it.
            let told = tokio::task::spawn_blocking(question).await.unwrap_or(Err(Declined::Unavailable));
            // The asker may have gone.
            drop(message.answer.send(told));
        });
        None
    }

    fn question(&self, command: &Command, standing: Standing) -> Result<Option<Question>, Declined> {
        let Some(battle) = self.battle.as_ref() else { return Ok(None) };
        let session = battle.session();
        let now = || Glimpse { session: session.fork(), entry: session.entries() };
        Ok(Some(match command {
            Command::Plan { decision } => {
                let (glimpse, side, decision) = (now(), standing.player()?, decision.clone());
                Box::new(move || glimpse.plan(side, &decision).map_err(refused))
            }
            Command::Reach { piece } => {
                let (glimpse, side, piece) = (now(), standing.player()?, piece.clone());
                Box::new(move || Ok(glimpse.reach(side, &piece)))
            }
            Command::Drag { piece, way } => {
                let (glimpse, side) = (now(), standing.player()?);
                let (piece, way) = (piece.clone(), way.clone());
                Box::new(move || glimpse.drag(side, &piece, &way))
            }
            Command::Layers { wanted, piece, at } => {
                let viewer = standing.watcher()?;
                let past = self.past(at.unwrap_or(session.entries()));
                let (wanted, piece) = (wanted.clone(), piece.clone());
                Box::new(move || Ok(past()?.layers(viewer, &wanted, piece.as_ref())))
            }
            Command::Look { at } => {
                let (viewer, entries) = (standing.watcher()?, session.entries());
                let undo = viewer.side().is_some_and(|side| session.undo_to(side).is_ok());
                let back = viewer.side().and_then(|side| session.rewind_to(side).ok());
                let mut casts = session.casts(viewer, 0);
                casts.retain(|cast| at.is_none_or(|at| cast.entry <= at));
                let past = self.past(at.unwrap_or(entries));
                Box::new(move || {
                    let glimpse = past()?;
                    let is_past = glimpse.entry != entries;
                    Ok(ServerMessage::Sight(Box::new(glimpse.sight(viewer, is_past, (undo, back), &casts))))
                })
            }
            Command::Ground { at, fingerprint } => {
                let viewer = standing.watcher()?;
                let past = self.past(at.unwrap_or(session.entries()).min(session.entries()));
                let fingerprint = fingerprint.clone();
                Box::new(move || past()?.ground(viewer, &fingerprint).ok_or(Declined::NoSuchThing))
            }
            _ => return Ok(None),
        }))
    }

    /// The battle as it stood after an entry, to be worked out elsewhere.
    fn past(&self, entry: u64) -> Box<dyn FnOnce() -> Result<Glimpse, Declined> + Send> {
        let memories = Arc::clone(&self.memories);
        let way = self.battle.as_ref().map(|battle| {
            let known = memories.lock().unwrap_or_else(PoisonError::into_inner);
            (battle.session().way_back(entry, &known.states), battle.session().entries())
        });
        Box::new(move || {
            let Some((way, entries)) = way else { return Err(Declined::NotNow("The battle has not begun")) };
            let session = way.and_then(|way| way()).map_err(refused)?;
            if entry != entries {
                let mut known = memories.lock().unwrap_or_else(PoisonError::into_inner);
                known.keep(entry, session.fork());
            }
            Ok(Glimpse { session, entry })
        })
    }
}

fn refused(refusal: Refusal) -> Declined {
    Declined::Refused(Box::new(refusal))
}

/// A copy of a battle as it stands or stood after an entry.
struct Glimpse {
    session: Box<dyn AnySession>,
    entry: u64,
}

impl Glimpse {
    /// How it looks to one viewer.
    fn sight(&self, viewer: Viewer, past: bool, (undo, back): (bool, Option<u64>), casts: &[Cast]) -> Sight {
        let session = &*self.session;
        let side = viewer.side().filter(|_| !past);
        let mut offers = side.map(|side| session.offers(side)).unwrap_or_default();
        let more = offers.len().saturating_sub(MOST_OFFERS);
        offers.truncate(MOST_OFFERS);
        Sight {
            id: None,
            entry: self.entry,
            past,
            scene: session.scene(viewer),
            layers: session.layers().to_vec(),
            awaiting: session.awaiting(viewer),
            prompt: session.prompt(viewer),
            offers,
            more,
            undo: undo && !past,
            back: back.filter(|_| !past),
            luck: luck::of(casts, &|pool, value| session.weigh(pool, value)),
        }
    }

    /// The picture of the ground that a sight named, if it is still there.
    fn ground(&self, viewer: Viewer, fingerprint: &str) -> Option<ServerMessage> {
        let scene = self.session.scene(viewer)?;
        (scene.ground == fingerprint).then(|| ServerMessage::Ground { svg: self.session.ground() })
    }

    /// What the viewer wants to have laid over the table.
    fn layers(&self, viewer: Viewer, wanted: &[String], piece: Option<&Piece>) -> ServerMessage {
        let known = self.session.layers().iter().filter(|layer| wanted.iter().any(|id| *id == layer.id));
        let shown = known.map(|layer| {
            let mut overlays = self.session.layer(viewer, &layer.id, piece);
            overlays.truncate(MOST_SHOWN);
            LayerShown { layer: layer.id.to_string(), overlays }
        });
        ServerMessage::Layers { id: None, entry: self.entry, layers: shown.collect() }
    }

    /// Where the choices about a piece lead.
    fn reach(&self, side: Side, piece: &Piece) -> ServerMessage {
        let offers = self.session.offers(side);
        let about = offers.iter().take(MOST_OFFERS).enumerate();
        let choices = about
            .filter(|(_, offer)| offer.wording.about.contains(piece))
            .take(MOST_REACHED)
            .filter_map(|(place, offer)| {
                let overlays = self.session.overlays(side, &offer.decision).ok()?;
                (!overlays.is_empty()).then_some(Reach { offer: place, overlays })
            })
            .collect();
        let grips = self.session.grips(side, piece);
        ServerMessage::Reach { id: None, entry: self.entry, choices, grips }
    }

    /// What would come of a choice.
    fn plan(&self, side: Side, decision: &Value) -> Result<ServerMessage, Refusal> {
        let plan = self.session.plan(side, decision)?;
        let overlays = self.session.overlays(side, decision)?;
        let foresight = Foresight::of(&*self.session, side, decision).map(Box::new);
        Ok(ServerMessage::Plan { id: None, plan, overlays, foresight })
    }

    /// The choices that a piece drawn across the table stands for, one after the other as far as it may go: up to the
    /// first at which dice fall, something hidden would be shown, or the other side is asked.
    fn drag(mut self, side: Side, piece: &Piece, way: &[At]) -> Told {
        // On the battle as the player may imagine it: where the way stops must not betray what is hidden.
        self.session = self.session.imagined(side);
        let viewer = Viewer::from(side);
        let (mut steps, mut overlays, mut stopped, mut then) = (Vec::new(), Vec::new(), None, None);
        while steps.len() < MOST_STEPS {
            let (offers, goes_on) = match self.session.drag(side, piece, way) {
                Pull::Whole(offers) => (offers, false),
                Pull::Step(offers) => (offers, true),
            };
            let mut found = None;
            for offer in offers {
                match self.session.overlays(side, &offer.decision) {
                    Ok(laid) => {
                        found = Some((offer, laid));
                        break;
                    }
                    // The first refusal says what stands in the way of what was wanted.
                    Err(refusal) => stopped = stopped.or(Some(refusal)),
                }
            }
            let Some((offer, laid)) = found else { break };
            if goes_on {
                // It goes on from here: what stood in the way of the straightest step has been got round.
                stopped = None;
            }
            merge(&mut overlays, laid);
            let chosen = self.session.choose(side, &offer.decision);
            steps.push(offer);
            if !goes_on || chosen.is_err() || self.session.revealed() {
                break;
            }
            then = halt(&*self.session, side, viewer);
            if then.is_some() {
                break;
            }
        }
        match (steps.is_empty(), stopped) {
            (true, None) => Err(Declined::NotNow("This piece can't be dragged now")),
            (true, Some(refusal)) => Err(refused(refusal)),
            (false, stopped) => Ok(ServerMessage::Dragged {
                id: None,
                entry: self.entry,
                steps,
                overlays,
                stopped: stopped.map(Box::new),
                then,
            }),
        }
    }
}

/// Of several steps the whole way is shown, but only where the last of them ends.
fn merge(overlays: &mut Vec<Overlay>, step: Vec<Overlay>) {
    if step.iter().any(|overlay| overlay.kind == OverlayKind::Ghost) {
        overlays.retain(|overlay| overlay.kind != OverlayKind::Ghost);
    }
    overlays.extend(step);
}

/// What a drag halts at: dice, the other side's choice, the end.
fn halt(session: &dyn AnySession, side: Side, viewer: Viewer) -> Option<String> {
    match session.awaiting(viewer) {
        Awaiting::Decision { side: awaited, .. } if awaited == side => None,
        Awaiting::Decision { side: awaited, .. } => {
            let asked = session.prompt(viewer).map(|prompt| prompt.text.into_owned());
            Some(asked.unwrap_or_else(|| format!("{awaited} chooses.")))
        }
        Awaiting::Dice(roll) if roll.pools.is_empty() => Some("The other side throws dice".to_owned()),
        Awaiting::Dice(roll) => Some(roll.purpose.to_string()),
        Awaiting::Nothing(outcome) => Some(outcome.how.into_owned()),
    }
}
