//! Charges: what bars them, the tests that they take, contact on flank and rear, charges without orders.

use crate::ancients::{self, Ancients, burst, hold_back, ride_down};
use crate::battle::customs::{Bursting, Charged, Charging, FightingBases, FlankContact, FlankThreat, Rash};
use crate::battle::impact::approach::{self, Fall, Met};
use crate::battle::impact::plan::{Halt, Planned, Terms, charge_move};
use crate::battle::impact::{Charge, Wheel, evade};
use crate::battle::outcome::files_of;
use crate::battle::position::{disorder, flank, kinds, rates};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::combat::{self, Base, File, Formation, Group, Weight};
use crate::field::{Grade, Piece};
use crate::troops::{Cohesion, Disorder, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{BaseRect, TableEdge, Um};
use smallvec::SmallVec;

/// A battle group as the questions of this book about charges see it: troops, cohesion, formation.
pub(in crate::ancients) fn as_troops(world: &World, group: GroupId) -> Group {
    let files = files_of(world, group);
    let files = files.iter().map(|f| {
        File::new(f.bases.iter().map(|&b| Base { profile: world[b].profile, disorder: Disorder::None }))
    });
    let mut troops = Group::new(world[group].side, files);
    troops.bases_at_start = world[group].base_count;
    troops.cohesion = world[group].cohesion;
    if world[group].posture == Posture::Square {
        troops.formation = Formation::Orb;
    }
    world.book.add_facts(world, group, &mut troops);
    troops
}

const fn how(met: Met) -> combat::Charge {
    match met.is_in_flank_or_rear() {
        true => combat::Charge::FlankOrRear,
        false => combat::Charge::Yes,
    }
}

impl Charging for Ancients {
    fn bars_to_charging(&self, _: &World, _: GroupId) -> Result<(), Refusal> {
        // Those in contact with routers may charge, and shock troops among them test not to.
        Ok(())
    }

    fn check_target(
        &self,
        world: &World,
        group: GroupId,
        (target, contacted): (GroupId, &[BaseId]),
        met: Met,
        tests: &mut Vec<RuleId>,
    ) -> Result<(), Refusal> {
        enforces!("FOGAM-IMPACT-010", "FOGAM-IMPACT-067", "FOGAM-IMPACT-068", "FOGAM-IMPACT-072");
        let unbroken = kinds::is_battle(world, target) && !world[target].is_broken();
        let in_open = || !contacted.iter().all(|&b| is_contacted_in_cover(world, b, met));
        if unbroken && kinds::is_all(world, group, TroopType::LightFoot) && in_open() {
            return Err(Refusal::new(
                rule!("FOGAM-IMPACT-066"),
                "light foot do not charge unbroken battle troops where any of them would be contacted in the open",
                "Charge skirmishers, routers, or troops in uneven, rough or difficult ground.",
            ));
        }
        let (own, their) = (as_troops(world, group), as_troops(world, target));
        let test = ancients::needs_test_to_charge(&own, &their, how(met), world.readings);
        tests.extend(test.filter(|t| !tests.contains(t)));
        Ok(())
    }

    fn tests_of_its_own(&self, _: &World, _: GroupId) -> Vec<RuleId> {
        // Disrupted troops test for each target; nothing else is asked of them, and nothing for a camp.
        Vec::new()
    }

    fn check_strength(
        &self,
        world: &World,
        ahead: FightingBases<'_>,
        wheeled: FightingBases<'_>,
    ) -> Result<(), Refusal> {
        enforces!("FOGAM-IMPACT-018");
        let (ahead, wheeled) = (half_dice(world, ahead), half_dice(world, wheeled));
        if ahead > wheeled {
            return Err(Refusal::new(
                rule!("FOGAM-IMPACT-018"),
                "with this wheel it would throw fewer dice at impact than by charging straight ahead",
                "Charge straight ahead, or wheel so that it throws as many dice.",
            )
            .fact("dice straight ahead", ahead.div_ceil(2))
            .fact("dice with this wheel", wheeled.div_ceil(2)));
        }
        Ok(())
    }

    fn wheel_after_evaders(&self, world: &World) -> Option<Um> {
        // Announced with the charge; where somebody stands, contact ends the wheel.
        enforces!("FOGAM-IMPACT-019");
        Some(world.field.mu(1))
    }

    fn charges_over_works_from(&self) -> Option<i32> {
        None
    }

    fn contracts(&self, world: &World, group: GroupId, whole: &Result<Planned, Refusal>) -> bool {
        enforces!("FOGAM-IMPACT-021");
        match whole {
            // Ground that it cannot enter.
            Err(_) => true,
            Ok(planned) if !planned.touched.is_empty() => false,
            Ok(planned) => match planned.halt {
                Halt::Friends | Halt::TableEdge => true,
                // Ground that shortens its move, so that it does not reach the enemy.
                Halt::Distance => {
                    let open = rates::move_distance(world, group, &[], rates::ColumnUse::None);
                    open.is_ok_and(|open| open.total() > planned.allowed.total())
                }
                Halt::Enemy | Halt::Camp | Halt::ShortOfEnemy => false,
            },
        }
    }

    fn contracts_to_keep_order(&self, world: &World, group: GroupId, whole: &Planned) -> bool {
        let severe = |p: &Piece| {
            world.profiles(group).iter().any(|b| {
                let grade = disorder::grade_for(world, p.kind, b.troop_type);
                let then = disorder::by_terrain(world, b.troop_type, world[group].posture, grade);
                then == Disorder::SeverelyDisordered
            })
        };
        let ends = whole.body.rects();
        let pieces = &world.field.terrain.pieces;
        pieces.iter().any(|p| ends.iter().any(|r| p.has_part_of(r)) && severe(p))
    }

    fn charges_camps(&self) -> bool {
        enforces!("FOGAM-IMPACT-125");
        true
    }

    fn is_held_to_front(
        &self,
        world: &World,
        target: GroupId,
        base: BaseId,
        charger: Option<GroupId>,
    ) -> bool {
        enforces!("FOGAM-IMPACT-020", "FOGAM-IMPACT-040", "FOGAM-IMPACT-044");
        let rect = world[base].base.rect();
        let holds = |e: GroupId| {
            let front = |r: &BaseRect| rect.contact(r).is_some_and(|c| c.is_by_own_front());
            Some(e) != charger && !world[e].is_broken() && world.rects(e).iter().any(front)
        };
        world.enemies_of(target).any(holds)
    }

    fn also_turn(
        &self,
        _: &World,
        _: (GroupId, GroupId),
        _: Met,
        (contacted, turning): (&[BaseId], &mut SmallVec<[BaseId; 4]>),
    ) {
        enforces!("FOGAM-IMPACT-041");
        if turning.is_empty() {
            turning.extend(contacted.first().copied());
        }
    }

    fn judges_kinks_apart(&self) -> bool {
        enforces!("FOGAM-BG-016", "FOGAM-IMPACT-032");
        true
    }

    fn flank_contact(&self, world: &World, charger: GroupId, target: GroupId) -> FlankContact {
        match ancients::flank_contact(&as_troops(world, target), &as_troops(world, charger)) {
            ancients::FlankContact::Nothing => FlankContact::Nothing,
            ancients::FlankContact::Drop => FlankContact::Drop(rule!("FOGAM-IMPACT-038")),
            ancients::FlankContact::Destroyed => FlankContact::Destroyed,
        }
    }

    fn fragmented_and_charged(&self, world: &World, group: GroupId, charges: &[Charge]) -> Charged {
        let target = as_troops(world, group);
        if target.cohesion != Cohesion::Fragmented {
            return Charged::Stands;
        }
        let by = |c: &Charge| {
            let planned = charge_move(world, c.group, c.wheel, &Terms::of(world, c)).ok()?;
            let met = approach::meets(world, c.group, group, c.wheel, &planned);
            let charger = as_troops(world, c.group);
            Some(ancients::fragmented_and_charged(&target, &charger, how(met)))
        };
        evade::declared_on(charges, group).filter_map(by).max().unwrap_or(Charged::Stands)
    }

    fn rash_charge(&self, world: &World, group: GroupId) -> Option<Rash> {
        hold_back::rash_charge(world, group)
    }

    fn charged_through(&self, world: &World, charge: &Charge) -> Vec<GroupId> {
        hold_back::charged_through(world, charge)
    }

    fn bursting(
        &self,
        world: &World,
        charge: &Charge,
        wheel: Option<Wheel>,
        planned: &Planned,
    ) -> Option<Bursting> {
        burst::bursting(world, charge, wheel, planned)
    }

    fn ridden_down(&self, world: &World, group: GroupId, planned: &Planned) -> Vec<GroupId> {
        ride_down::ridden_down(world, group, planned)
    }

    fn minds_its_flanks(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-GLOSSARY-040", "FOGAM-SPECIAL-034");
        kinds::is_battle(world, group) && world[group].posture != Posture::Square
    }

    fn threats_to_flanks(&self) -> &'static [FlankThreat] {
        const CAUSES: [FlankThreat; 3] = [
            FlankThreat {
                rule: rule!("FOGAM-GLOSSARY-040"),
                words: "side edge near",
                threatens: |w, g| flank::is_near_edges(w, g, &[TableEdge::Left, TableEdge::Right], 6),
            },
            FlankThreat {
                rule: rule!("FOGAM-GLOSSARY-040"),
                words: "own table edge near",
                threatens: |w, g| {
                    let own = match w[g].side {
                        Side::Red => TableEdge::Near,
                        Side::Blue => TableEdge::Far,
                    };
                    flank::is_near_edges(w, g, &[own], 6)
                },
            },
            FlankThreat {
                rule: rule!("FOGAM-GLOSSARY-040"),
                words: "can be charged in flank or rear",
                threatens: flank::could_be_charged,
            },
        ];
        &CAUSES
    }
}

/// Whether a base is contacted on ground other than open: the edge met must be at least partly on it.
fn is_contacted_in_cover(world: &World, base: BaseId, met: Met) -> bool {
    let rect = world[base].base.rect();
    let edge = if met.side == Fall::Front { rect.front_edge() } else { rect };
    world.field.terrain.pieces.iter().any(|p| {
        matches!(p.kind.grade(), Grade::Uneven | Grade::Rough | Grade::Difficult) && p.has_part_of(&edge)
    })
}

/// Dice at impact in halves: each base fights the enemy against whom it throws most.
fn half_dice(world: &World, fighting: FightingBases<'_>) -> u32 {
    let of_pair = |own: BaseId, their: BaseId| {
        let enemy = world.group_of(their).map_or(Cohesion::Steady, |g| world[g].cohesion);
        let (own, their) = (world[own].profile.troop_type, world[their].profile.troop_type);
        let dice = u32::from(ancients::impact_dice(own, their, world.readings).1);
        match ancients::weight_against(own, their, enemy) {
            Weight::Light => dice,
            Weight::Full => dice * 2,
        }
    };
    let mut best: Vec<(BaseId, u32)> = Vec::new();
    for &(own, their) in fighting {
        let dice = of_pair(own, their);
        match best.iter_mut().find(|(b, _)| *b == own) {
            Some((_, most)) => *most = dice.max(*most),
            None => best.push((own, dice)),
        }
    }
    best.iter().map(|(_, dice)| dice).sum()
}
