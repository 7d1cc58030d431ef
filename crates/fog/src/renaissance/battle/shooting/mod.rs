//! The shooting phase: both sides shoot, then everything that follows.

pub mod sight;
pub mod targets;

use super::outcome::Combat;
use super::world::{BaseId, GroupId};
use super::{Answer, Cx, Flow, Fogr, Input, Scenario};
use caracole_kernel::{Battle, Refusal, Sentence, Side, Viewer};
use caracole_ledger::{not_yet, rule};
use caracole_plane::Hand;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the shooting phase has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// It begins.
    Whole,
    /// Targets are being chosen where there is a choice.
    Aim {
        /// The choices made.
        choices: Vec<Choice>,
    },
    /// All is shot.
    Shot,
}

/// A choice of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A gun far from the enemy shoots at this battle group.
    Target {
        /// The gun.
        base: BaseId,
        /// At whom.
        at: GroupId,
    },
    /// Of equal targets a battle group takes those on this hand.
    Side {
        /// The shooters.
        group: GroupId,
        /// Which hand.
        hand: Hand,
    },
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The target of a gun with a free choice.
    Target {
        /// The guns.
        group: GroupId,
        /// The gun.
        base: BaseId,
        /// The battle groups it may shoot at.
        targets: Vec<GroupId>,
    },
    /// Left or right of equal targets, the same for all its bases.
    Side {
        /// The shooters.
        group: GroupId,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The gun shoots at this battle group.
    Target {
        /// At whom.
        at: GroupId,
    },
    /// The targets on this hand.
    Side {
        /// Which.
        hand: Hand,
    },
}

/// A choice found legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// It is made.
    Chosen(Choice),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Naval units are not played yet and did not shoot.
    NavalNotPlayed {
        /// Whose.
        side: Side,
    },
}

/// Goes on with the shooting phase.
pub fn run(cx: &mut Cx<'_>, procedure: &mut Procedure, input: Input) -> Flow {
    match procedure {
        Procedure::Whole => {
            for side in Side::BOTH {
                if cx.world.sides[side].naval_units > 0 {
                    cx.tell(super::Event::Shooting(Event::NavalNotPlayed { side }));
                }
            }
            *procedure = Procedure::Aim { choices: Vec::new() };
            Flow::Again
        }
        Procedure::Aim { choices } => {
            if let Input::Order(super::Order::Shooting(Order::Chosen(choice))) = input {
                choices.push(choice);
            }
            match targets::aim(cx.world, choices) {
                Err((group, request)) => Flow::Ask(cx.world[group].side, super::Request::Shooting(request)),
                Ok(shooting) => {
                    *procedure = Procedure::Shot;
                    match targets::volleys(cx.world, &shooting) {
                        None => Flow::Again,
                        Some((roster, fight)) => {
                            let combat = Combat::new(&roster, fight);
                            Flow::Call(super::Procedure::Outcome(super::outcome::Procedure::Combat(combat)))
                        }
                    }
                }
            }
        }
        Procedure::Shot => Flow::Done(Answer::Done),
    }
}

/// Looks at a choice.
pub fn check(
    _battle: &Battle<Fogr>,
    _side: Side,
    request: &Request,
    decision: &Decision,
) -> Result<Order, Refusal> {
    match (request, decision) {
        (Request::Target { base, targets, .. }, Decision::Target { at }) => {
            if !targets.contains(at) {
                return Err(Refusal::new(
                    rule!("FOGR-SHOOT-013"),
                    "The gun cannot shoot at that battle group",
                    "Choose one of the targets in its arc of fire, in range and in sight.",
                ));
            }
            Ok(Order::Chosen(Choice::Target { base: *base, at: *at }))
        }
        (Request::Side { group }, Decision::Side { hand }) => {
            Ok(Order::Chosen(Choice::Side { group: *group, hand: *hand }))
        }
        _ => Err(super::not_asked()),
    }
}

/// Sensible choices for a request.
pub fn candidates(_battle: &Battle<Fogr>, _side: Side, request: &Request, out: &mut Vec<super::Decision>) {
    match request {
        Request::Target { targets, .. } => {
            out.extend(targets.iter().map(|&at| super::Decision::Shooting(Decision::Target { at })));
        }
        Request::Side { .. } => {
            out.extend(Hand::BOTH.map(|hand| super::Decision::Shooting(Decision::Side { hand })));
        }
    }
}

/// The request as a viewer may see it.
pub fn request_seen_by(request: &Request, _side: Side, _viewer: Viewer) -> Option<Request> {
    Some(request.clone())
}

/// The event as a viewer may see it.
pub fn event_seen_by(event: &Event, _viewer: Viewer) -> Option<Event> {
    Some(event.clone())
}

/// Whether the event shows somebody what he did not know.
pub fn reveals(_event: &Event) -> bool {
    false
}

/// The event as a sentence.
pub fn tell(_scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::NavalNotPlayed { side } => Sentence::new(
            format!("The naval units of {side} are not played by this version and do not shoot."),
            &[not_yet!("FOGR-SPECIAL-008")],
        ),
    }
}
