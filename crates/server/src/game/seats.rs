//! Taking seats, giving nonces, leaving; and beginning once everybody is there.

use super::{
    Battle, Caller, Clocks, Ending, Phase, Seat,
    actor::{Actor, Answered, Declined, Failure},
    clock::Turn,
};
use crate::{dice, entropy::UserId, ws::ServerMessage};
use caracole_kernel::{Side, dice::Commitment, log::Act};

impl Actor {
    pub(super) async fn join(
        &mut self,
        caller: &Caller,
        side: Option<Side>,
        nonce: Option<String>,
    ) -> Answered {
        if !self.record.open && caller.invitation != Some(self.record.invitations.play) {
            return Err(Declined::NotYours("This seat is taken by invitation only").into());
        }
        if self.record.phase != Phase::Gathering {
            return Err(Declined::NotNow("The battle has begun; all seats are taken").into());
        }
        if self.record.seats.iter().any(|(_, seat)| seat.is(caller.user)) {
            return Err(Declined::NotNow("You have a seat at this game already").into());
        }
        let free = |side: &Side| self.record.seats[*side] == Seat::Open;
        let wanted = match side {
            Some(side) => Some(side).filter(free),
            None => Side::BOTH.into_iter().find(free),
        };
        let side = wanted.ok_or(Declined::NotNow("That seat is taken"))?;
        let nonce = nonce.map(dice::check_nonce).transpose().map_err(Declined::Wrong)?;
        self.record.seats[side] = Seat::Player { user: caller.user, name: caller.name.clone(), nonce };
        self.keep_or_begin().await
    }

    pub(super) async fn add_nonce(&mut self, user: UserId, given: String) -> Answered {
        if self.record.phase != Phase::Gathering {
            return Err(Declined::NotNow("The dice are fixed: the battle has begun").into());
        }
        let given = dice::check_nonce(given).map_err(Declined::Wrong)?;
        let mut found = false;
        for side in Side::BOTH {
            if let Seat::Player { user: sitting, nonce, .. } = &mut self.record.seats[side]
                && *sitting == user
            {
                *nonce = Some(given.clone());
                found = true;
            }
        }
        if !found {
            return Err(Declined::NotYours("You have no seat at this game").into());
        }
        self.keep_or_begin().await
    }

    /// Begins the battle if everybody is there.
    async fn keep_or_begin(&mut self) -> Answered {
        let Some(nonces) = self.record.nonces() else { return self.keep_and_tell_rights().await };
        let system = self.hall.system(&self.record.system);
        let system = system.ok_or_else(|| Failure::Broken("its system is not played here".to_owned()))?;
        let (setup, seed) = (self.setup.clone(), self.seed);
        let commitment = Commitment { commitment: self.record.commitment, nonces };
        let take_backs = self.record.take_backs;
        let begin = move || Battle::start(system, setup, seed, commitment, take_backs);
        let begun = tokio::task::spawn_blocking(begin).await;
        let (battle, advanced) = begun.map_err(|e| Failure::Broken(e.to_string()))??;
        self.battle = Some(Box::new(battle));
        self.record.phase = Phase::Running;
        self.record.clocks = self.record.rule.map(Clocks::new);
        self.hall.metrics.begun.inc();
        tracing::info!(game = %self.record.id, system = self.record.system, "a battle begins");
        let begun = self.settle(advanced, Turn::Chosen, Ending::Battle).await?;
        self.hall.tell_rights(self.record.id);
        Ok(begun)
    }

    /// Keeps who sits where, and has every connection ask anew what it may see.
    async fn keep_and_tell_rights(&mut self) -> Answered {
        let done = self.keep_and_tell().await?;
        self.hall.tell_rights(self.record.id);
        Ok(done)
    }

    /// Before the battle a seat is given up; after its beginning, the battle.
    pub(super) async fn leave(&mut self, user: UserId) -> Answered {
        let seats = self.record.seats_of(user);
        match (&self.record.phase, seats.first()) {
            (Phase::Gathering, _) if self.record.creator == user => {
                self.record.phase = Phase::Abandoned;
                self.keep_and_tell_rights().await
            }
            (Phase::Gathering, Some(side)) => {
                self.record.seats[*side] = Seat::Open;
                self.keep_and_tell_rights().await
            }
            (Phase::Running, Some(side)) => self.act(Act::Resign { side: *side }, Ending::Battle).await,
            (_, None) => Err(Declined::NotYours("You have no seat at this game").into()),
            (Phase::Over { .. } | Phase::Abandoned, Some(_)) => {
                Ok(ServerMessage::Done { id: None, entry: self.record.entries })
            }
        }
    }
}
