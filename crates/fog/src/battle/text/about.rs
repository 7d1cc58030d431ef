//! What events are about, so that clients can show them where they happen.

use crate::battle::Event;
use crate::battle::world::GroupId;
use crate::battle::{game_tests, impact, joint, manoeuvre, melee, outcome, setup, shooting};
use caracole_kernel::Piece;

fn groups<'a>(all: impl IntoIterator<Item = &'a GroupId>) -> Vec<Piece> {
    all.into_iter().map(|&g| g.piece()).collect()
}

/// The pieces of an event, those that act or roll dice first.
#[must_use]
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Setup(e) => of_setup(e),
        Event::Turn(_) => Vec::new(),
        Event::Impact(e) => of_impact(e),
        Event::Manoeuvre(e) => of_manoeuvre(e),
        Event::Shooting(shooting::Event::NavalFire { at, .. }) => groups([at]),
        Event::Melee(e) => match e {
            melee::Event::CampAssaulted { group, .. } => groups([group]),
            melee::Event::CommanderFights { commander, group } => {
                vec![commander.piece(), group.piece()]
            }
        },
        Event::Joint(e) => match e {
            joint::Event::BrokeOff { group }
            | joint::Event::Stopped { group }
            | joint::Event::HeldFast { group } => groups([group]),
            joint::Event::CommanderMoved { commander, joined } => {
                let joined = joined.map(GroupId::piece);
                std::iter::once(commander.piece()).chain(joined).collect()
            }
            joint::Event::CampRemoved { .. } => Vec::new(),
        },
        Event::Outcome(e) => of_outcome(e),
        Event::Test(
            game_tests::Event::ComplexMove { group, .. } | game_tests::Event::VariableMove { group, .. },
        ) => groups([group]),
        Event::Test(game_tests::Event::MoveOfAll { groups: all, .. }) => groups(all),
    }
}

fn of_setup(event: &setup::Event) -> Vec<Piece> {
    use setup::Event as E;
    match event {
        E::Deployed { group, .. }
        | E::Dismounted { group, .. }
        | E::BaseWithoutRoom { group }
        | E::AmbushLost { group }
        | E::Arrived { group, .. }
        | E::Overrun { group } => groups([group]),
        E::AmbushRevealed { group, .. } | E::NoRoom { group, .. } | E::StragglingTested { group, .. } => {
            groups(group)
        }
        E::CommanderDeployed { commander, .. } => vec![commander.piece()],
        E::CommanderStraggled { commander, .. } => commander.iter().map(|c| c.piece()).collect(),
        _ => Vec::new(),
    }
}

fn of_impact(event: &impact::Event) -> Vec<Piece> {
    use impact::Event as E;
    match event {
        E::ChargeDeclared { charge, .. } | E::ChargesWithoutOrders { charge, .. } => {
            groups(std::iter::once(&charge.group).chain(&charge.targets))
        }
        E::Intercepted { group, charger, .. } => groups([group, charger]),
        E::RiddenDown { group, by } | E::SetBack { group, by, .. } => groups([by, group]),
        E::ChargeMoved { group, contacted, .. } => {
            groups(std::iter::once(group).chain(contacted.iter().map(|(enemy, _)| enemy)))
        }
        E::ChargeCancelled { group, .. }
        | E::InterceptionCancelled { group, .. }
        | E::Stands { group }
        | E::BreaksUncontacted { group }
        | E::Evaded { group, .. }
        | E::EvadedOff { group }
        | E::NoRoom { group }
        | E::CohesionDropped { group, .. }
        | E::BasesTurned { group, .. }
        | E::PikeToFront { group }
        | E::Contracted { group } => groups([group]),
        E::Paired { .. } => Vec::new(),
    }
}

fn of_manoeuvre(event: &manoeuvre::Event) -> Vec<Piece> {
    use manoeuvre::Event as E;
    match event {
        E::Conformed { group, enemy } | E::CouldNotConform { group, enemy } => groups([group, enemy]),
        E::DivisionMoved { groups: all, .. } => groups(all),
        E::CommanderMoved { commander, .. } | E::CommanderLost { commander } => {
            vec![commander.piece()]
        }
        E::Reformed { group }
        | E::Fed { group, .. }
        | E::Moved { group, .. }
        | E::MadeRoom { group }
        | E::DefencesLeftBehind { group }
        | E::Responded { group, .. }
        | E::Evaded { group, .. }
        | E::Gone { group, .. }
        | E::Halted { group } => groups([group]),
    }
}

fn of_outcome(event: &outcome::Event) -> Vec<Piece> {
    use outcome::Event as E;
    match event {
        E::Dice { dice } => {
            let mut all = Vec::new();
            for g in dice.iter().flat_map(|d| d.by.iter().chain([&d.against])) {
                if !all.contains(g) {
                    all.push(*g);
                }
            }
            groups(&all)
        }
        // Naval guns are not on the table: their dice lie beside the target.
        E::Hit(h) => groups(h.by.iter().chain([&h.against])),
        E::BurstThrough { group, through } => groups([group, through]),
        E::Pursued { group, into, .. } => groups(std::iter::once(group).chain(into)),
        E::GunsTaken { guns, by, .. } | E::GunsManned { guns, by } => groups([by, guns]),
        E::CommanderLost { commander } => vec![commander.piece()],
        E::Tested { group, .. }
        | E::DeathRoll { group, .. }
        | E::CommanderRisked { group, .. }
        | E::BaseLost { group, .. }
        | E::Autobroke { group }
        | E::Destroyed { group }
        | E::Routed { group, .. }
        | E::RoutedOff { group }
        | E::Halted { group } => groups([group]),
    }
}
