//! What is chosen, and the command for it.

use super::{Names, hand, hex_piece, leader_piece, place, toward, unit_piece};
use crate::engine::MusketPike;
use crate::engine::field::Field;
use crate::engine::motion::Manoeuvre;
use crate::hex::{Half, Hex};
use crate::messages::{
    Company, Decision, Escort, Help, Manner, Reaction, Reform, Request, Salvoing, Target, Through, Volley,
};
use crate::world::Formation;
use caracole_kernel::{Awaiting, Battle, Piece, Side, Wording};
use std::borrow::Cow;

// Long because every kind of decision has its words here.
pub(crate) fn wording(battle: &Battle<MusketPike>, side: Side, decision: &Decision) -> Wording {
    let names = Names::of(battle);
    use Decision as D;
    match decision {
        D::Decline => Wording::new(declined(battle), "no"),
        D::Accept => Wording::new(accepted(battle), "yes"),
        D::Opening(opening) => {
            let wings = names.scenario.wing_ids().filter(|&w| names.scenario.wing(w).side == side);
            let each: Vec<String> = wings
                .zip(&opening.orders)
                .map(|(w, orders)| format!("{} {}", names.wing(w), orders.name()))
                .collect();
            let open = match opening.open_order.len() {
                0 => String::new(),
                n => format!("; {n} units in Open Order"),
            };
            plain(format!("Orders: {}{open}", each.join(", ")), [])
        }
        D::Activate(wing) => plain(format!("Activate {}", names.wing(*wing)), []),
        D::Pass(wing) => plain(format!("Pass with {}", names.wing(*wing)), []),
        D::Preempt { wing, help } => {
            plain(format!("Preempt with {}{}", names.wing(*wing), helped(*help)), [])
        }
        D::ChangeOrders { to, help } => plain(format!("Change Orders to {}{}", to.name(), helped(*help)), []),
        D::Continue { help } => plain(format!("Continue{}", helped(*help)), []),
        D::Move { unit, company, escort } => {
            let alone = match company {
                Company::Stack => "",
                Company::Alone => " alone",
            };
            let with = match escort {
                Escort::None => "",
                Escort::WingCommander => " with the Wing Commander",
                Escort::ArmyCommander => " with the Army Commander",
                Escort::Both => " with both commanders",
            };
            plain(format!("Move {}{alone}{with}", names.unit(*unit)), [unit_piece(*unit)])
        }
        D::Volley(volley) => fires(names, volley),
        D::VolleyTogether { unit, pistols, muskets } => plain(
            format!(
                "Fire {} at {} and its light infantry at {}",
                names.unit(*unit),
                aimed(names, *pistols),
                aimed(names, *muskets)
            ),
            [unit_piece(*unit), aimed_piece(*pistols), aimed_piece(*muskets)],
        ),
        D::Cannonade { gun, target, hex } => plain(
            format!("Cannonade {} at {} in {hex}", names.unit(*gun), aimed(names, *target)),
            [unit_piece(*gun), aimed_piece(*target)],
        ),
        D::TurnGun { gun, facing } => {
            plain(format!("Turn {} to {}", names.unit(*gun), toward(*facing)), [unit_piece(*gun)])
        }
        D::Limber { gun, facing } => match facing {
            None => plain(format!("Limber {}", names.unit(*gun)), [unit_piece(*gun)]),
            Some(facing) => {
                plain(format!("Unlimber {} facing {}", names.unit(*gun), toward(*facing)), [unit_piece(*gun)])
            }
        },
        D::Rally { unit, through } => {
            plain(format!("Rally {}{}", names.unit(*unit), by(*through)), [unit_piece(*unit)])
        }
        D::Reform { unit, what, through } => {
            let what = match what {
                Reform::Formation => "its formation".to_owned(),
                Reform::Pistols => "its pistols".to_owned(),
                Reform::LeaveHedgehog => "from Hedgehog".to_owned(),
                Reform::OpenOrder => "into Open Order".to_owned(),
                Reform::CloseOrder => "into close order".to_owned(),
                Reform::LeaveColumn(None) => "from Column".to_owned(),
                Reform::LeaveColumn(Some(facing)) => format!("from Column facing {}", toward(*facing)),
            };
            plain(format!("Reform {} {what}{}", names.unit(*unit), by(*through)), [unit_piece(*unit)])
        }
        D::MoveLeader { leader, to } => {
            plain(format!("Move {} to {to}", names.leader(*leader)), [leader_piece(*leader), hex_piece(*to)])
        }
        D::Enter { unit, at, formation, escort } => {
            let with = if *escort == Escort::None { "" } else { " with the Wing Commander" };
            let formed = match formation {
                Formation::OpenOrder => " in Open Order",
                Formation::Column => " in Column",
                _ => "",
            };
            plain(format!("Enter {} at {}{formed}{with}", names.unit(*unit), place(*at)), [unit_piece(*unit)])
        }
        D::Manoeuvre(manoeuvre) => moves(*manoeuvre),
        D::Pistol(target) => {
            plain(format!("Fire pistols at {}", aimed(names, *target)), [aimed_piece(*target)])
        }
        D::FormHedgehog => plain("Form Hedgehog".to_owned(), []),
        D::Restack => plain("Change places with the guns".to_owned(), []),
        D::React(reaction) => reacts(names, *reaction),
        D::Unit(unit) => plain(names.unit(*unit).to_owned(), [unit_piece(*unit)]),
        D::Toward(direction) => plain(format!("Toward {}", direction.name()), []),
        D::Aside(turn) => plain(format!("To the {}", hand(*turn)), []),
        D::Place(at) => plain(format!("To {}", place(*at)), []),
        D::Face(facing) => plain(format!("Face {}", toward(*facing)), []),
        D::Hex(hex) => plain(named(names, battle, *hex), [hex_piece(*hex)]),
        D::Attack { unit, hex } => {
            plain(format!("Attack {hex} with {}", names.unit(*unit)), [unit_piece(*unit), hex_piece(*hex)])
        }
        D::Pistols(units) => {
            let list: Vec<&str> = units.iter().map(|&u| names.unit(u)).collect();
            let text = match list.is_empty() {
                true => "No pistols".to_owned(),
                false => format!("Pistols of {}", list.join(", ")),
            };
            Wording::plain(text).about(units.iter().map(|&u| unit_piece(u)))
        }
        D::Advance { unit, to } => {
            plain(format!("Advance {} to {}", names.unit(*unit), place(*to)), [unit_piece(*unit)])
        }
    }
}

/// What it means to say no to what is asked.
fn declined(battle: &Battle<MusketPike>) -> &'static str {
    let Awaiting::Decision { request, .. } = battle.awaiting() else { return "No" };
    use Request as R;
    match request {
        R::Preempt(_) => "Don't preempt",
        R::ChangeOrders(_) => "Keep the current Orders",
        R::Act(_) => "End Actions, begin Close Combat",
        R::Continue(_) => "End the Wing's turn",
        R::Manoeuvre(_) | R::Intercept(_) => "Stop here",
        R::React(_) => "Don't react",
        R::PistolFirst(_) => "Hold fire",
        R::Engage(_) => "Don't attack",
        R::TakeCover(_) => "Don't take cover",
        R::Displace(_) => "Stand and take the formation hit",
        R::Retreat(_) => "Stop here, without joining a unit",
        R::Designate => "End attacks",
        R::Advance => "Stay",
        R::FaceAdvance(_) => "Keep this facing",
        R::GoAlong(_) => "Stay behind",
        R::GunsOnTop(_) => "Put the guns beneath",
        _ => "No",
    }
}

/// What it means to say yes to what is asked.
fn accepted(battle: &Battle<MusketPike>) -> &'static str {
    let Awaiting::Decision { request, .. } = battle.awaiting() else { return "Yes" };
    use Request as R;
    match request {
        R::PistolFirst(_) => "Fire",
        R::Engage(_) => "Attack",
        R::TakeCover(_) => "Take cover",
        R::GoAlong(_) => "Go along",
        R::GunsOnTop(_) => "Put the guns on top",
        _ => "Yes",
    }
}

/// A hex, with who is there.
fn named(names: Names<'_>, battle: &Battle<MusketPike>, hex: Hex) -> String {
    let field = Field::new(battle.scenario(), battle.world());
    match field.stack(hex).any() {
        Some(unit) => format!("Hex {hex}, {}", names.unit(unit)),
        None => format!("Hex {hex}"),
    }
}

fn plain<const N: usize>(text: String, pieces: [Piece; N]) -> Wording {
    Wording::plain(text).about(pieces)
}

const fn helped(help: Help) -> &'static str {
    match help {
        Help::Alone => "",
        Help::ArmyCommander => " with the Army Commander's help",
    }
}

const fn by(through: Through) -> &'static str {
    match through {
        Through::Wing => "",
        Through::ArmyCommander => " through the Army Commander",
    }
}

fn aimed(names: Names<'_>, target: Target) -> Cow<'_, str> {
    match target {
        Target::Unit(unit) => Cow::Borrowed(names.unit(unit)),
        Target::Leader(leader) => names.leader(leader),
    }
}

fn aimed_piece(target: Target) -> Piece {
    match target {
        Target::Unit(unit) => unit_piece(unit),
        Target::Leader(leader) => leader_piece(leader),
    }
}

fn fires(names: Names<'_>, volley: &Volley) -> Wording {
    let targets: Vec<Cow<'_, str>> = volley.shots.iter().map(|s| aimed(names, s.target)).collect();
    let manner = match volley.manner {
        Manner::Advancing(direction) => format!(" advancing {}", direction.name()),
        Manner::AdvancingInPlace => " advancing in place".to_owned(),
        Manner::Skirmishing => " skirmishing".to_owned(),
        Manner::Retreating(direction) => format!(" retreating {}", direction.name()),
        Manner::RetreatingInPlace => " retreating in place".to_owned(),
        Manner::Salvo => " by salvo".to_owned(),
    };
    // One half alone is named: the other holds its fire.
    let half = match volley.shots.as_slice() {
        [only] if names.scenario.unit(volley.unit).unit_type.is_two_hex() => match only.half {
            Half::Left => " with its left half",
            Half::Right => " with its right half",
        },
        _ => "",
    };
    let text = format!("Fire {} at {}{half}{manner}", names.unit(volley.unit), targets.join(" and "));
    let targets = volley.shots.iter().map(|s| aimed_piece(s.target));
    Wording::plain(text).about([unit_piece(volley.unit)]).about(targets)
}

fn moves(manoeuvre: Manoeuvre) -> Wording {
    match manoeuvre {
        Manoeuvre::Step(direction) => plain(format!("Step {}", direction.name()), []),
        Manoeuvre::Face(steps) => {
            let side = if steps < 0 { "left" } else { "right" };
            let count = steps.unsigned_abs();
            let vertices = if count == 1 { "vertex" } else { "vertices" };
            plain(format!("Turn {side} {count} {vertices}"), [])
        }
        Manoeuvre::CounterMarch => plain("Countermarch".to_owned(), []),
        Manoeuvre::Wheel(turn) => plain(format!("Wheel {}", hand(turn)), []),
        Manoeuvre::Squeeze(at) => plain(format!("Squeeze across the bridge to {}", place(at)), []),
    }
}

fn reacts(names: Names<'_>, reaction: Reaction) -> Wording {
    use Reaction as R;
    let (text, unit) = match reaction {
        R::Fire { unit, salvo } => {
            let salvo = if salvo == Salvoing::Yes { " by salvo" } else { "" };
            (format!("{} fires in reaction{salvo}", names.unit(unit)), unit)
        }
        R::FireHalf { unit, half, salvo } => {
            let salvo = if salvo == Salvoing::Yes { " by salvo" } else { "" };
            let half = match half {
                Half::Left => "left",
                Half::Right => "right",
            };
            (format!("{} fires in reaction with its {half} half only{salvo}", names.unit(unit)), unit)
        }
        R::FireTogether(unit) => {
            (format!("{} and the unit with it fire in reaction", names.unit(unit)), unit)
        }
        R::Face { unit, steps } => {
            let side = if steps < 0 { "left" } else { "right" };
            (format!("{} turns {side} {} in reaction", names.unit(unit), steps.unsigned_abs()), unit)
        }
        R::Pivot { unit, turn, hexes } => {
            (format!("{} pivots {} {hexes} in reaction", names.unit(unit), hand(turn)), unit)
        }
        R::Hedgehog(unit) => (format!("{} tries to form Hedgehog", names.unit(unit)), unit),
        R::Withdraw(unit) => (format!("{} withdraws", names.unit(unit)), unit),
        R::WithdrawLeader { leader, to } => {
            let text = format!("{} withdraws to {to}", names.leader(leader));
            return plain(text, [leader_piece(leader), hex_piece(to)]);
        }
        R::Intercept(unit) => (format!("{} tries to intercept", names.unit(unit)), unit),
        R::Restack(unit) => {
            (format!("{} changes its place in the stack instead of firing", names.unit(unit)), unit)
        }
        R::TurnGun { gun, facing } => {
            (format!("{} turns to {} instead of firing", names.unit(gun), toward(facing)), gun)
        }
    };
    plain(text, [unit_piece(unit)])
}
