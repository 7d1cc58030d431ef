//! What players ask of each other: draws, going back, a word; and what the computer answers.

use super::{
    ChatLine, ComputerTurn, Ending, Phase, Seat,
    actor::{Actor, Answered, Command, Declined, Failure, Message},
    clock::Turn,
};
use crate::{bus::Mark, storage::Write, ws::ServerMessage};
use caracole_kernel::{Patience, Refusal, Side, log::Act};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What the computer answers to the wish to go back.
const NO_TAKE_BACKS: &str = "The computer doesn't agree to go back. Allow take-backs when you start a game";
/// Most characters of a line of chat.
const LONGEST_CHAT: usize = 500;
/// Most lines of chat of a game.
const MOST_CHAT: u64 = 2000;

fn refused(refusal: Refusal) -> Declined {
    Declined::Refused(Box::new(refusal))
}

impl Actor {
    pub(super) async fn offer_draw(&mut self, side: Side) -> Answered {
        self.running()?;
        if self.record.hot_seat() {
            return self.act(Act::Draw { offered: side }, Ending::Battle).await;
        }
        if matches!(self.record.seats[side.other()], Seat::Computer { .. }) {
            return Err(Declined::NotNow("The computer fights on").into());
        }
        self.record.offers.draw = Some(side);
        self.keep_and_tell().await
    }

    pub(super) async fn answer_draw(&mut self, side: Side, after: u64, agree: bool) -> Answered {
        self.running()?;
        self.still_at(after)?;
        match (self.record.offers.draw, agree) {
            (Some(offered), true) if offered == side.other() => {
                self.act(Act::Draw { offered }, Ending::Battle).await
            }
            // The side that offered may take the offer back.
            (Some(_), false) => {
                self.record.offers.draw = None;
                self.keep_and_tell().await
            }
            _ => Err(Declined::NotNow("No draw has been offered to you").into()),
        }
    }

    pub(super) async fn undo(&mut self, side: Side, after: u64) -> Answered {
        // Once the seed has been shown nothing is taken back.
        self.running()?;
        self.still_at(after)?;
        let undone = self.off(move |battle| {
            let to = battle.session().undo_to(side)?;
            battle.act(Act::Undo { side, to })
        });
        let advanced = undone.await??;
        self.settle(advanced, Turn::TakenBack, Ending::Battle).await
    }

    /// Goes back to before the asker's last choice, or another entry, if that was agreed beforehand or the same person
    /// plays both sides; asks a person on the other side. The computer does not agree: it would have the dice thrown anew.
    pub(super) async fn ask_rewind(&mut self, side: Side, after: u64, wanted: Option<u64>) -> Answered {
        self.running()?;
        self.still_at(after)?;
        let last = self.off(move |battle| battle.session().rewind_to(side)).await?;
        if let Some(to) = wanted.filter(|to| *to < after) {
            self.off(move |battle| battle.session().may_rewind(to)).await?.map_err(refused)?;
        }
        let (to, is_last) = match (wanted, last) {
            (Some(to), _) if to >= self.record.entries => {
                return Err(Declined::Wrong("There is nothing after that entry to go back from").into());
            }
            (Some(to), Ok(last)) => (to, to == last),
            (Some(to), Err(_)) => (to, false),
            (None, Ok(last)) => (last, true),
            (None, Err(refusal)) => return Err(refused(refusal).into()),
        };
        let beforehand = self.record.take_backs && is_last;
        if beforehand || self.record.hot_seat() {
            return self.act(Act::Rewind { asked: side, to, beforehand }, Ending::Battle).await;
        }
        if matches!(self.record.seats[side.other()], Seat::Computer { .. }) {
            return Err(Declined::NotNow(NO_TAKE_BACKS).into());
        }
        self.record.offers.rewind = Some((side, to));
        self.keep_and_tell().await
    }

    /// Agrees to go back, or does not. The answer names what it agrees to: after which entry they were asked, and to
    /// which entry they go back.
    pub(super) async fn answer_rewind(
        &mut self,
        side: Side,
        (after, wanted): (u64, u64),
        agree: bool,
    ) -> Answered {
        self.running()?;
        self.still_at(after)?;
        match (self.record.offers.rewind, agree) {
            (Some((_, to)), _) if to != wanted => {
                Err(Declined::NotNow("That is not what you were asked: look at the wish again").into())
            }
            (Some((asked, to)), true) if asked == side.other() => {
                self.act(Act::Rewind { asked, to, beforehand: false }, Ending::Battle).await
            }
            (Some(_), false) => {
                self.record.offers.rewind = None;
                self.keep_and_tell().await
            }
            _ => Err(Declined::NotNow("Nobody has asked you to go back").into()),
        }
    }

    pub(super) async fn say(&mut self, name: String, side: Option<Side>, text: String) -> Answered {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_CHAT || text.chars().any(char::is_control) {
            return Err(Declined::Wrong("A line of chat has 1 to 500 characters on one line").into());
        }
        if self.record.chat >= MOST_CHAT {
            return Err(Declined::NotNow("This game's chat is full").into());
        }
        self.record.chat += 1;
        let line =
            ChatLine { n: self.record.chat, at: self.hall.clock.now(), name, side, text: text.to_owned() };
        self.keep(vec![Write::Chat(self.record.id, line.clone())]).await?;
        self.hall.tell_watchers(self.record.id, Mark::Chat(line.n), &ServerMessage::Chat(line));
        Ok(ServerMessage::Done { id: None, entry: self.record.entries })
    }

    /// Lets the computer think, if it is its turn.
    pub(super) fn think(&mut self) {
        let Some(side) = self.awaited.filter(|_| self.record.phase == Phase::Running && !self.thinking)
        else {
            return;
        };
        let Seat::Computer { level, .. } = &self.record.seats[side] else { return };
        let (Some(battle), Some(me)) = (&self.battle, self.me.upgrade()) else { return };
        let Some(player) = self.hall.computer(&self.record.system, level) else { return };
        let copy = battle.session().fork();
        let after = self.record.entries;
        let seed = self.record.id.0 ^ after;
        let hall = Arc::clone(&self.hall);
        self.thinking = true;
        tokio::spawn(async move {
            let decision = match hall.thinkers.acquire().await {
                Ok(_turn) => {
                    let patience = Patience::default();
                    let ends = patience.until_dropped();
                    let limit = hall.thinking_time;
                    let thinking = tokio::task::spawn_blocking(move || {
                        let turn = ComputerTurn { side, seed, limit, patience: &patience };
                        player.choose(&*copy, &turn)
                    });
                    let thought = tokio::time::timeout(hall.thinking_time, thinking).await;
                    drop(ends);
                    if thought.is_err() {
                        hall.metrics.late.inc();
                    }
                    thought.ok().and_then(Result::ok).flatten()
                }
                Err(_) => None,
            };
            let (answer, _) = oneshot::channel();
            let command = Command::Computed { side, after, decision };
            // A game that was put away meanwhile thinks again when it is loaded.
            drop(me.send(Message { caller: None, command, answer }).await);
        });
    }

    pub(super) async fn computed(&mut self, side: Side, after: u64, decision: Option<Value>) -> Answered {
        self.thinking = false;
        let sits = matches!(self.record.seats[side], Seat::Computer { .. });
        if self.record.phase != Phase::Running || after != self.record.entries || !sits {
            self.think();
            return Err(Declined::Stale { entry: self.record.entries }.into());
        }
        let chosen = self.off(move |battle| {
            if let Some(decision) = decision
                && let Ok(advanced) = battle.choose(side, decision)
            {
                return Ok(advanced);
            }
            // Late, or wrong: the first legal choice; and if there is none, it gives up.
            match battle.session().candidates(side).into_iter().next() {
                Some(first) => battle.choose(side, first),
                None => battle.act(Act::Resign { side }),
            }
        });
        let advanced = chosen.await?.map_err(Failure::from)?;
        self.hall.metrics.computed.inc();
        self.settle(advanced, Turn::Chosen, Ending::Battle).await
    }
}
