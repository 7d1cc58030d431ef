//! Answers that are worth a thought beside the one that the odds of the moment favour.

use super::Marshal;
use caracole_fog::battle::{Decision, Fog, GroupId, Played, Request, impact, joint, outcome};
use caracole_kernel::{Battle, Rules, Side};

/// How far below what a charge must be worth one may fall and still be thought about.
const NEARLY: i32 = 250;
/// How many other charges are thought about.
const MOST_CHARGES: usize = 2;
/// How many other answers to other questions are.
const MOST_ANSWERS: usize = 3;

impl Marshal {
    /// What may be answered instead where blows are about to be struck or not: charges, interceptions, flight, pursuit,
    /// breaking off.
    pub(in crate::fog) fn other_answers<B: Played>(
        &mut self,
        battle: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
        chosen: &Decision,
    ) -> Vec<Decision> {
        let all = || {
            let mut all = Vec::new();
            Fog::<B>::candidates(battle, side, request, &mut all);
            all
        };
        match request {
            Request::Impact(impact::Request::DeclareCharges { declared, able, .. }) => {
                if able.is_empty() {
                    return Vec::new();
                }
                let mut others = self.other_charges(battle, all(), declared, chosen);
                let end = Decision::Impact(impact::Decision::EndDeclarations);
                if *chosen != end {
                    others.push(end);
                }
                others
            }
            Request::Impact(impact::Request::Intercept { .. } | impact::Request::EvadeOrStand { .. })
            | Request::Outcome(outcome::Request::Pursue { .. })
            | Request::Joint(joint::Request::BreakOff { .. }) => {
                all().into_iter().filter(|other| other != chosen).take(MOST_ANSWERS).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The best charges of others, one for each who can, so far as they are nearly worth it.
    fn other_charges<B: Played>(
        &mut self,
        battle: &Battle<Fog<B>>,
        all: Vec<Decision>,
        declared: &[impact::Charge],
        chosen: &Decision,
    ) -> Vec<Decision> {
        let mut found: Vec<(i32, GroupId, Decision)> = Vec::new();
        for other in all {
            let Decision::Impact(impact::Decision::Charge { group, wheel, targets }) = &other else {
                continue;
            };
            let Some(worth) = self.charge_among(battle.world(), *group, *wheel, targets, declared) else {
                continue;
            };
            match found.iter_mut().find(|(_, known, _)| known == group) {
                Some(known) if known.0 < worth => *known = (worth, *group, other),
                Some(_) => {}
                None => found.push((worth, *group, other)),
            }
        }
        let least = self.weights.least_charge - NEARLY;
        found.retain(|(worth, _, charge)| *worth >= least && charge != chosen);
        found.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
        found.into_iter().take(MOST_CHARGES).map(|(.., charge)| charge).collect()
    }
}
