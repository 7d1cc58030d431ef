//! Marker Removal Phase: markers, leaders, and whether the battle ends.

use super::{Answer, Bar, Cx, In, MusketPike, Next, Play, call, face, field, leaders::PlaceLeaders, throw};
use crate::RollPurpose;
use crate::{
    charts::LeaderReplacement,
    counters::{LeaderId, Orders, Successor, WingId},
    engine::field::{Field, Leaders},
    hex::Hex,
    messages::{Event, LeaderReturn},
    world::{Leader, LeaderAction, Marks, Origin, Post, Presence},
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// The Marker Removal Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkerRemoval {
    /// Leaders whose fate is still to be rolled.
    lost: Leaders,
    /// Leaders who come to the map now.
    arriving: Leaders,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Markers,
    Leaders,
    Placing,
    End,
}

impl MarkerRemoval {
    pub(super) fn new() -> Self {
        MarkerRemoval { lost: Leaders::new(), arriving: Leaders::new(), stage: Stage::Markers }
    }

    /// Step A, and who is back from a turn away.
    fn markers(&mut self, cx: &mut Cx<'_>) {
        enforces!("MPBS-3.4A-1", "MPBS-3.4A-2");
        for unit in &mut cx.world.units {
            unit.marks.clear(Marks::OF_TURN);
            unit.salvo_at = [None; 2];
        }
        for wing in &mut cx.world.wings {
            wing.finished = false;
            wing.no_continue = false;
            wing.bypassed = false;
            wing.activations = 0;
            wing.continuations = 0;
            wing.entered = 0;
        }
        cx.world.last_finished = None;
        let away: Leaders = field(cx)
            .leaders()
            .filter(|(_, leader)| leader.presence == Presence::Away)
            .map(|(id, _)| id)
            .collect();
        for leader in away {
            self.come_back(cx, leader);
        }
        self.lost = field(cx)
            .leaders()
            .filter(|(_, leader)| matches!(leader.presence, Presence::Lost { .. }))
            .map(|(id, _)| id)
            .collect();
    }

    /// A leader who was away for a turn takes the post again.
    fn come_back(&mut self, cx: &mut Cx<'_>, leader: LeaderId) {
        enforces!("MPBS-5.3.4b", "MPBS-5.3.4c");
        let post = cx.world.leader(leader).post;
        match post {
            Post::Wing(wing) if field(cx).wing_exists(wing) => {
                if let Some(stand_in) = cx.world.wing(wing).commander
                    && stand_in != leader
                {
                    // The replacement is removed in any case.
                    enforces!("MPBS-5.3.3b");
                    let state = cx.world.leader_mut(stand_in);
                    if !matches!(state.presence, Presence::Eliminated) {
                        state.presence = Presence::Gone;
                        // A leader named by the scenario becomes available again.
                        if state.origin == Origin::Named {
                            state.post = Post::Waiting;
                        }
                    }
                }
                cx.world.wing_mut(wing).commander = Some(leader);
                self.arriving.push(leader);
            }
            Post::Wing(_) => cx.world.leader_mut(leader).presence = Presence::Gone,
            _ => self.arriving.push(leader),
        }
    }

    fn next_leader(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-3.4B", "MPBS-5.3.3c");
        while let Some(leader) = self.lost.first().copied() {
            let f = field(cx);
            let state = f.leader(leader);
            let gone = match state.post {
                Post::Wing(wing) => !f.wing_exists(wing),
                _ => false,
            };
            if !matches!(state.presence, Presence::Lost { .. }) {
                self.lost.remove(0);
                continue;
            }
            if gone {
                // No roll for the commander of a Wing that is no more; a loss unless the leader left in pursuit.
                let pursuing = state.presence == Presence::Lost { pursuing: true };
                self.lost.remove(0);
                cx.world.leader_mut(leader).presence =
                    if pursuing { Presence::Gone } else { Presence::Eliminated };
                continue;
            }
            return throw(state.side, rule!("MPBS-5.3.3a"), RollPurpose::LeaderReplacement);
        }
        self.stage = Stage::Placing;
        call(PlaceLeaders::arriving(std::mem::take(&mut self.arriving)))
    }

    fn read(&mut self, cx: &mut Cx<'_>, die: u8) {
        enforces!("MPBS-5.3.3a", "MPBS-CHARTX-LEADER-REPLACEMENT");
        let Some(leader) = self.lost.first().copied() else { return };
        self.lost.remove(0);
        let result = cx.scenario.charts.leader_replacement[usize::from(die.min(9))];
        let shown = match result {
            LeaderReplacement::ReturnsNow => LeaderReturn::Returns,
            LeaderReplacement::ReturnsNextTurn => LeaderReturn::Away,
            LeaderReplacement::Gone => LeaderReturn::Gone,
        };
        cx.tell(Event::LeaderReplacement { leader, die, result: shown });
        let pursuing = cx.world.leader(leader).presence == Presence::Lost { pursuing: true };
        let post = cx.world.leader(leader).post;
        cx.world.leader_mut(leader).presence = match result {
            LeaderReplacement::ReturnsNow => {
                self.arriving.push(leader);
                return;
            }
            LeaderReplacement::ReturnsNextTurn => Presence::Away,
            LeaderReplacement::Gone if pursuing => Presence::Gone,
            LeaderReplacement::Gone => Presence::Eliminated,
        };
        match post {
            Post::Wing(wing) => {
                let stand_in = self.replacement(cx, wing);
                cx.world.wing_mut(wing).commander = Some(stand_in);
                self.arriving.push(stand_in);
            }
            Post::Army if result == LeaderReplacement::Gone => self.succeed(cx, leader),
            _ => {}
        }
    }

    /// Who takes over a Wing: the leader the scenario names if available, else a generic replacement.
    fn replacement(&self, cx: &mut Cx<'_>, wing: WingId) -> LeaderId {
        enforces!("MPBS-5.3.3b");
        let named = cx.scenario.scenario.wing(wing).replacement;
        if let Some(named) = named
            && cx.world.leader(named).post == Post::Waiting
        {
            let leader = cx.world.leader_mut(named);
            leader.post = Post::Wing(wing);
            leader.origin = Origin::Named;
            return named;
        }
        let side = field(cx).wing_side(wing);
        generic(cx, side, Post::Wing(wing))
    }

    /// Who takes over the army.
    fn succeed(&mut self, cx: &mut Cx<'_>, fallen: LeaderId) {
        enforces!("MPBS-5.3.5a", "MPBS-5.3.5b");
        let side = cx.world.leader(fallen).side;
        match cx.scenario.scenario.armies[side].successor {
            Successor::Named(leader) if cx.world.leader(leader).post == Post::Waiting => {
                cx.world.leader_mut(leader).post = Post::Army;
                self.arriving.push(leader);
                cx.tell(Event::ArmyCommander { leader });
            }
            Successor::SeniorWing(wing) => {
                let promoted =
                    cx.world.wing(wing).commander.filter(|leader| cx.world.leader(*leader).on_map());
                if let Some(leader) = promoted {
                    cx.world.leader_mut(leader).post = Post::Army;
                    cx.tell(Event::ArmyCommander { leader });
                    let stand_in = self.replacement(cx, wing);
                    cx.world.wing_mut(wing).commander = Some(stand_in);
                    self.arriving.push(stand_in);
                }
            }
            _ => {}
        }
    }
}

/// A generic leader: rating 0, no name, worth nothing.
fn generic(cx: &mut Cx<'_>, side: Side, post: Post) -> LeaderId {
    let id = LeaderId(cx.world.leaders.len().min(254) as u8);
    cx.world.leaders.push(Leader {
        side,
        post,
        origin: Origin::Generic,
        rating: 0,
        hex: ORIGIN,
        presence: Presence::Gone,
        action: LeaderAction::None,
        withdrew: false,
        named: None,
    });
    id
}

const ORIGIN: Hex = match Hex::at(0, 0) {
    Some(hex) => hex,
    None => unreachable!(),
};

/// Whether a side has left the field: every Wing that is there is under Rally Orders.
pub(super) fn left_the_field(f: Field<'_>, side: Side) -> bool {
    enforces!("MPBS-4.6a", "MPBS-4.6c");
    let mut wings = f
        .table
        .scenario
        .wing_ids()
        .filter(|wing| f.wing_side(*wing) == side && f.wing(*wing).arrived && f.wing_exists(*wing))
        .peekable();
    wings.peek().is_none()
        && !f.table.scenario.wing_ids().any(|wing| f.wing_side(wing) == side && f.wing_exists(wing))
        || wings.peek().is_some() && wings.all(|wing| f.wing(wing).orders == Orders::Rally)
}

impl Play<MusketPike, Bar> for MarkerRemoval {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Markers, _) => {
                self.markers(cx);
                self.stage = Stage::Leaders;
                self.next_leader(cx)
            }
            (Stage::Leaders, In::Dice(values)) => {
                self.read(cx, face(&values, 0));
                self.next_leader(cx)
            }
            (Stage::Leaders, _) => self.next_leader(cx),
            (Stage::Placing, _) => {
                self.stage = Stage::End;
                Flow::Again
            }
            (Stage::End, _) => {
                enforces!("MPBS-3.4C");
                for side in Side::BOTH {
                    if left_the_field(field(cx), side) {
                        enforces!("MPBS-4.6b");
                        cx.world.surrendered[side] = true;
                        cx.tell(Event::Surrendered { side });
                    }
                }
                let over = cx.world.surrendered.red
                    || cx.world.surrendered.blue
                    || cx.world.turn >= cx.scenario.scenario.turns;
                if over {
                    return super::victory::end(cx);
                }
                Flow::Done(Answer::Done)
            }
        }
    }
}
