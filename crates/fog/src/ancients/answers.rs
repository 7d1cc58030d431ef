//! Answers to questions about this book.

use super::{
    Ancients, ArmyState, Degree, EffectiveQuality, Fate, GroupFate, MoveTest, Pair, Standing, VARIABLE_MOVE,
    attrition, break_point, check_front_rank, close_combat_advantage, close_combat_reroll,
    close_combat_score, commander_inspires, death_modifiers, degree_on_time, initiative_modifiers, is_routed,
    reaches, result_of_rout, shooting::Situation, shooting_advantage, shooting_reroll, shooting_score, shot,
    support_reroll, support_shot, supporter, variable_change, weapons_of,
};
use crate::combat::answers::pair_of;
use crate::combat::ask::{AskError, chances, death_odds, pass_odds, poa_fight, question, reroll_value};
use crate::combat::questions::{
    CmtQuestion, CohesionQuestion, DeathQuestion, DiceFor, HitsQuestion, PoaQuestion, RerollQuestion,
    StrainSpec, TestedFor, VictoryQuestion,
};
use crate::combat::{
    Answers, Arithmetic, Cause, CombatResult, Commander, CommanderPlace, Edge, Fight, FileShot, FireTaken,
    Grade, Kind, Range, Readings, Stand, Toll, Volley, quality_reroll,
};
use crate::troops::{
    Book, Capabilities, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType, UnknownWord,
    rulebook_words,
};
use caracole_kernel::{
    Side, Tally,
    dice::{Pool, Reroll},
};
use caracole_ledger::{RuleId, rule};
use serde_json::{Value, json};
use smallvec::smallvec;

impl Answers for Ancients {
    const AUTOBREAK: RuleId = rule!("FOGAM-COHESION-040");
    const VARIABLE_MOVE: RuleId = rule!("FOGAM-MOVE-069");

    fn answer(kind: Kind, asked: Value, readings: Readings) -> Result<Value, AskError> {
        match kind {
            Kind::Poa => poa(question(asked)?, readings),
            Kind::Reroll => reroll(&question(asked)?, readings),
            Kind::Cmt => cmt(question(asked)?, readings),
            Kind::Death => death(&question(asked)?, readings),
            Kind::Victory => victory(&question(asked)?, readings),
            _ => Err(AskError::new("this kind is answered for both books alike", "ask through `answer`")),
        }
    }

    fn to_hit(asked: &HitsQuestion, readings: Readings) -> (u8, Reroll) {
        let impact = asked.phase == CombatPhase::Impact;
        let own = effective(asked.quality, asked.commander_in_front_rank, impact && asked.upgraded_at_impact);
        let enemy = effective(
            asked.enemy_quality,
            asked.enemy_commander_in_front_rank && super::is(readings, super::Choice::CommanderCountsForBoth),
            impact && asked.enemy_upgraded_at_impact,
        );
        match asked.phase {
            CombatPhase::Shooting => (shooting_score(asked.net), shooting_reroll(asked.quality, readings)),
            CombatPhase::Impact | CombatPhase::Melee => {
                (close_combat_score(asked.net), close_combat_reroll(own, enemy))
            }
        }
    }

    fn cause_of(asked: &CohesionQuestion) -> Cause {
        cause_of(asked)
    }

    fn variable_move_pool() -> Pool {
        VARIABLE_MOVE
    }

    fn variable_change(die: i32) -> i32 {
        variable_change(die)
    }

    fn varied_distance(normal: i32, die: i32) -> i32 {
        (normal + variable_change(die)).max(0)
    }

    fn initiative(in_chief: Grade, bases: u16, sum: &mut Tally) {
        initiative_modifiers(in_chief, bases, sum);
    }
}

fn poa(asked: PoaQuestion, readings: Readings) -> Result<Value, AskError> {
    if asked.regimental_gun || asked.enfilade {
        return Err(AskError::new("this book knows neither regimental guns nor enfilade", "leave them out"));
    }
    if asked.phase == CombatPhase::Shooting {
        return poa_shooting(&asked);
    }
    let fight = poa_fight(&asked, Book::Ancients)?;
    Ancients::check(&fight)?;
    let stands =
        fight.duels.first().map(|d| d.stands).ok_or_else(|| AskError::new("no files", "give two"))?;
    let pair = Pair::of(&fight, &stands.red, &stands.blue, readings)
        .ok_or_else(|| AskError::new("a file has no bases", "give it ranks"))?;
    let (mut own, mut enemy) = (Tally::new("net points of advantage"), Tally::new("net points of advantage"));
    close_combat_advantage(asked.phase, &pair, &mut own);
    close_combat_advantage(asked.phase, &pair.turned(), &mut enemy);
    let mut answer = json!({
        "net": own.total(),
        "score": close_combat_score(own.total()),
        "advantage": own,
        "enemy": { "net": enemy.total(), "score": close_combat_score(enemy.total()), "advantage": enemy },
    });
    if let (Some(support), Some(fields)) =
        (support(&fight, &stands.red, &stands.blue, readings), answer.as_object_mut())
    {
        fields.insert("support_shooting".to_owned(), support);
    }
    Ok(answer)
}

/// What support shooting the file gives at impact, if any.
fn support(fight: &Fight, own: &Stand, enemy: &Stand, readings: Readings) -> Option<Value> {
    if fight.phase != CombatPhase::Impact {
        return None;
    }
    let supporter = supporter(fight, own, enemy, readings)?;
    let shot = support_shot(fight, own, enemy, supporter, readings)?;
    let group = fight.groups.get(usize::from(own.file.group))?;
    let base = group.files.get(usize::from(own.file.file))?.bases.get(usize::from(supporter.rank))?;
    let mut sum = Tally::new("points of advantage");
    shooting_advantage(&shot, &mut sum);
    Some(json!({
        "rank": supporter.rank + 1,
        "weapon": supporter.weapon,
        "net": sum.total(),
        "score": shooting_score(sum.total()),
        "reroll": reroll_value(support_reroll(group, base.profile, readings)),
        "halved": supporter.weight == crate::combat::Weight::Light,
        "advantage": sum,
    }))
}

fn poa_shooting(asked: &PoaQuestion) -> Result<Value, AskError> {
    let mut fight = poa_fight(asked, Book::Ancients)?;
    fight.duels.clear();
    let range = asked.range.unwrap_or(Range::Short);
    let edge = asked.edge.unwrap_or(Edge::Front);
    let volley = Volley {
        by: 0,
        at: 1,
        files: smallvec![FileShot { edge, ..FileShot::plain(0, range) }],
        regimental_gun: None,
        nearest: 0,
        from_behind: asked.from_behind,
        cover: asked.cover,
        enfilade: false,
    };
    fight.volleys = vec![volley.clone()];
    Ancients::check(&fight)?;
    let mut best: Option<(Capability, Tally)> = None;
    for base in fight.groups[0].bases() {
        for weapon in weapons_of(base.profile).iter().filter(|&w| reaches(base.profile, w, range)) {
            let Some(shot) = shot(&fight, &volley, weapon, edge) else { continue };
            debug_assert!(shot.situation != Situation::SupportByBattleTroops);
            let mut sum = Tally::new("points of advantage");
            shooting_advantage(&shot, &mut sum);
            if best.as_ref().is_none_or(|(_, known)| sum.total() > known.total()) {
                best = Some((weapon, sum));
            }
        }
    }
    let Some((weapon, sum)) = best else {
        return Err(AskError::new(
            "the shooters have no weapon that reaches so far",
            "give them a shooting capability such as bow, or effective range",
        ));
    };
    Ok(json!({
        "weapon": weapon,
        "net": sum.total(),
        "score": shooting_score(sum.total()),
        "advantage": sum,
    }))
}

/// The quality of a side as re-rolls compare it.
fn effective(quality: Quality, led: bool, upgraded: bool) -> EffectiveQuality {
    match upgraded {
        true => EffectiveQuality::plain(Quality::Superior),
        false => EffectiveQuality(quality.level() + i8::from(led)),
    }
}

fn reroll(asked: &RerollQuestion, readings: Readings) -> Result<Value, AskError> {
    let troop_type = asked.troop_type.unwrap_or(TroopType::HeavyFoot);
    let mut group = pair_of(Book::Ancients, troop_type, asked.quality, Capabilities::NONE);
    let base = group.bases().next().map(|b| b.profile);
    let Some(base) = base else { return Err(AskError::new("no troops", "name a type")) };
    if !troop_type.is_in(Book::Ancients) {
        base.check(Book::Ancients)?;
    }
    if asked.commander_in_front_rank {
        check_front_rank(&group)?;
        group.commander =
            Some(Commander { grade: Grade::Troop, place: CommanderPlace::FrontRank, in_chief: false });
        group.commander_on_elephant = asked.commander_on_elephant;
    }
    let led = commander_inspires(&group, base);
    let their_commander =
        asked.enemy_commander_in_front_rank && super::is(readings, super::Choice::CommanderCountsForBoth);
    let (reroll, rule) = match asked.dice_for {
        DiceFor::CloseCombat => {
            let own = effective(asked.quality, led, asked.upgraded_at_impact);
            let enemy = effective(asked.enemy_quality, their_commander, asked.enemy_upgraded_at_impact);
            let rule = if led { rule!("FOGAM-BG-025") } else { rule!("FOGAM-BG-021") };
            (close_combat_reroll(own, enemy), rule)
        }
        DiceFor::Shooting => (shooting_reroll(asked.quality, readings), rule!("FOGAM-BG-020")),
        DiceFor::Support => (support_reroll(&group, base, readings), rule!("FOGAM-COMBAT-078")),
        DiceFor::Test => (quality_reroll(asked.quality), rule!("FOGAM-BG-020")),
        DiceFor::Never => (Reroll::NONE, rule!("FOGAM-COHESION-028")),
    };
    let must = reroll.faces.has(6);
    Ok(json!({ "reroll": reroll_value(reroll), "compulsory": must, "rule": rule }))
}

/// Lost commanders join a lost close combat in one test; seen alone they are a test of their own.
fn cause_of(asked: &CohesionQuestion) -> Cause {
    let commanders = asked.commanders_lost.max(u8::from(asked.commander_in_chief_lost));
    let in_chief = asked.commander_in_chief_lost;
    match asked.cause {
        TestedFor::Shooting => Cause::Shooting,
        TestedFor::CloseCombat if commanders > 0 => {
            Cause::CommandersLost { commanders, in_chief, lost_combat: true }
        }
        TestedFor::CloseCombat => Cause::CloseCombat,
        TestedFor::Sight if commanders > 0 => {
            // Broken friends beside the commanders are further reasons.
            let reasons = commanders.saturating_add(asked.reasons.saturating_sub(1));
            Cause::CommandersLost { commanders: reasons, in_chief, lost_combat: false }
        }
        TestedFor::Sight => Cause::Sight { reasons: asked.reasons },
        TestedFor::Charged => Cause::Charged,
        TestedFor::Bolster => Cause::Bolster,
    }
}

rulebook_words! {
    /// What a complex move test is for.
    Purpose, "purpose of a complex move test" {
        /// A move, a charge, an interception.
        Move = "move" | "charge" | "intercept",
        /// To stop pursuing, or to go on where foot must test for it.
        StopPursuing = "stop_pursuing",
        /// To stop looting.
        StopLooting = "stop_looting",
        /// To halt before fresh enemy.
        HaltBeforeFreshEnemy = "halt_before_fresh_enemy",
        /// Shock troops holding back from a charge.
        AvoidCharging = "avoid_charging" | "hold back",
    }
}

fn cmt(asked: CmtQuestion, readings: Readings) -> Result<Value, AskError> {
    let purpose = match &asked.purpose {
        None => Purpose::Move,
        Some(word) => word
            .parse()
            .map_err(|e: UnknownWord| AskError::new(e.to_string(), "leave it out for an ordinary move"))?,
    };
    let troop_type = asked.troop_type.unwrap_or(TroopType::HeavyFoot);
    let mut group = pair_of(Book::Ancients, troop_type, asked.quality, asked.capabilities);
    for base in group.files.iter_mut().flat_map(|f| &mut f.bases) {
        base.profile.training = asked.training.or(base.profile.training);
        base.disorder = asked.disorder.unwrap_or(Disorder::None);
        base.profile.check(Book::Ancients)?;
    }
    group.cohesion = asked.cohesion.unwrap_or(Cohesion::Steady);
    let test = MoveTest {
        groups: &[&group],
        commander: asked.commander.map(Commander::from),
        to_hold_back: purpose == Purpose::AvoidCharging,
    };
    let mut sum = Tally::new("complex move test");
    test.modifiers(&mut sum);
    pass_odds(&test.roll(), &sum, test.passes_on(readings))
}

fn death(asked: &DeathQuestion, readings: Readings) -> Result<Value, AskError> {
    let bases = asked.bases.unwrap_or(asked.bases_at_start).min(16);
    let base = pair_of(Book::Ancients, TroopType::HeavyFoot, Quality::Average, Capabilities::NONE);
    let phase = if asked.result.is_some() { CombatPhase::Melee } else { CombatPhase::Shooting };
    let fight = Fight::new(phase, vec![base]);
    let standing = Standing {
        few_bases: asked.bases_at_start == 2,
        mounted: asked.mounted_hit_by_foot_only,
        ..Standing::of(&fight, FireTaken::default(), readings, 0)
    };
    let mut toll = Toll::none(Cohesion::Steady);
    toll.received = asked.hits.min(400);
    toll.result = asked.result.map_or(CombatResult::None, CombatResult::from);
    let mut sum = Tally::new("death roll");
    death_modifiers(&standing, &toll, &mut sum);
    let odds = death_odds(asked.hits, &sum, bases)?;
    let survived_on = crate::combat::death_roll_survived_on(i32::from(toll.received), sum.total());
    Ok(json!({
        "modifiers": sum,
        "survives_on": survived_on,
        "chances": chances(&odds, |lost| json!(lost)),
    }))
}

/// Attrition suffered, and break point.
fn strain(spec: &StrainSpec) -> Result<(Tally, Tally), AskError> {
    let mut groups = Vec::new();
    for group in &spec.groups {
        let fate: Fate = group
            .fate
            .as_deref()
            .unwrap_or("unbroken")
            .parse()
            .map_err(|e: UnknownWord| AskError::new(e.to_string(), "use one of these fates"))?;
        let one =
            GroupFate { skirmishers: group.skirmishers, scythed_chariots: group.scythed_chariots, fate };
        groups.extend(std::iter::repeat_n(one, usize::from(group.count.min(100))));
    }
    let mut suffered = Tally::new("attrition points");
    match spec.attrition {
        Some(points) => suffered.set(rule!("FOGAM-TURN-007"), "as given", points),
        None => attrition(ArmyState { groups: &groups, camp_sacked: spec.camp_sacked }, &mut suffered),
    }
    let mut bears = Tally::new("break point");
    match spec.break_point {
        Some(points) => bears.set(rule!("FOGAM-TURN-006"), "as given", points),
        None => break_point(&groups, &mut bears),
    }
    if bears.total() < 1 {
        return Err(AskError::new(
            "an army without a break point",
            "give its battle groups or its break point",
        ));
    }
    Ok((suffered, bears))
}

fn victory(asked: &VictoryQuestion, readings: Readings) -> Result<Value, AskError> {
    let (red, red_bears) = strain(&asked.red)?;
    let (blue, blue_bears) = strain(&asked.blue)?;
    let routs = |suffered: &Tally, bears: &Tally| is_routed(suffered.total(), bears.total());
    let routed = result_of_rout(routs(&red, &red_bears), routs(&blue, &blue_bears));
    let (looted, was_looted) = (asked.blue.camp_sacked, asked.red.camp_sacked);
    let on_time = || degree_on_time(blue.total(), red.total(), looted, was_looted, readings);
    let degree = routed.or_else(|| asked.time_up.then(on_time));
    Ok(json!({
        "victory": victory_value(degree),
        "red": { "attrition": red, "break_point": red_bears },
        "blue": { "attrition": blue, "break_point": blue_bears },
    }))
}

/// Who has won, and how: as the other book tells it.
fn victory_value(degree_of_red: Option<Degree>) -> Value {
    match degree_of_red {
        None => json!("undecided"),
        Some(Degree::Draw) => json!("draw"),
        Some(Degree::DecisiveVictory) => json!({ "decisive": Side::Red }),
        Some(Degree::MajorVictory) => json!({ "major": Side::Red }),
        Some(Degree::ModerateVictory) => json!({ "moderate": Side::Red }),
        Some(Degree::MarginalVictory) => json!({ "marginal": Side::Red }),
        Some(Degree::MarginalDefeat) => json!({ "marginal": Side::Blue }),
        Some(Degree::ModerateDefeat) => json!({ "moderate": Side::Blue }),
        Some(Degree::MajorDefeat) => json!({ "major": Side::Blue }),
        Some(Degree::DecisiveDefeat) => json!({ "decisive": Side::Blue }),
    }
}
