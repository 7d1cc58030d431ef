//! Answers to questions about this book.

use super::{
    COMPLEX_MOVE_PASS, ComplexMoveTest, DiceOf, Fate, Pair, Renaissance, Strain, Weapon, attrition,
    break_point, close_combat_advantage, close_combat_reroll, close_combat_score, death_modifiers,
    initiative_modifier, shooting_advantage, shooting_score, shot, variable_move, variable_move_pool,
    varied_distance, victory, weapon_of,
};
use crate::combat::ask::{AskError, chances, death_odds, pass_odds, poa_fight, question, reroll_value};
use crate::combat::questions::{
    CmtQuestion, CohesionQuestion, DeathQuestion, DiceFor, HitsQuestion, PoaQuestion, RerollQuestion,
    StrainSpec, TestedFor, VictoryQuestion,
};
use crate::combat::{
    Answers, Arithmetic, Cause, Clock, CombatResult, Commander, CommanderPlace, Edge, FireTaken, Grade, Kind,
    Range, Readings, TestPurpose, Volley, quality_reroll,
};
use crate::troops::{Book, Cohesion, CombatPhase, Disorder, Quality};
use caracole_kernel::{
    Tally,
    dice::{Pool, Reroll},
};
use caracole_ledger::{RuleId, rule};
use serde_json::{Value, json};
use smallvec::smallvec;

impl Answers for Renaissance {
    const AUTOBREAK: RuleId = rule!("FOGR-COHESION-061");
    const VARIABLE_MOVE: RuleId = rule!("FOGR-MOVE-075");

    fn answer(kind: Kind, asked: Value, readings: Readings) -> Result<Value, AskError> {
        match kind {
            Kind::Poa => poa(question(asked)?, readings),
            Kind::Reroll => reroll(&question(asked)?),
            Kind::Cmt => cmt(question(asked)?, readings),
            Kind::Death => death(question(asked)?),
            Kind::Victory => victory_answer(question(asked)?, readings),
            _ => Err(AskError::new("this kind is answered for both books alike", "ask through `answer`")),
        }
    }

    fn to_hit(asked: &HitsQuestion, _: Readings) -> (u8, Reroll) {
        match asked.phase {
            CombatPhase::Shooting => (shooting_score(asked.net), quality_reroll(asked.quality)),
            CombatPhase::Impact | CombatPhase::Melee => (
                close_combat_score(asked.net),
                close_combat_reroll(asked.quality, front_rank(asked.commander_in_front_rank)),
            ),
        }
    }

    fn cause_of(asked: &CohesionQuestion) -> Cause {
        match asked.cause {
            TestedFor::Shooting => Cause::Shooting,
            TestedFor::CloseCombat => Cause::CloseCombat,
            TestedFor::Sight => Cause::Sight { reasons: asked.reasons },
            TestedFor::Charged => Cause::Charged,
            TestedFor::Bolster => Cause::Bolster,
        }
    }

    fn variable_move_pool() -> Pool {
        variable_move_pool()
    }

    fn variable_change(die: i32) -> i32 {
        variable_move(die)
    }

    fn varied_distance(normal: i32, die: i32) -> i32 {
        varied_distance(normal, die)
    }

    fn initiative(in_chief: Grade, bases: u16, sum: &mut Tally) {
        initiative_modifier(in_chief, bases, sum);
    }
}

fn poa(asked: PoaQuestion, readings: Readings) -> Result<Value, AskError> {
    if asked.phase == CombatPhase::Shooting {
        return poa_shooting(asked, readings);
    }
    let fight = poa_fight(&asked, Book::Renaissance)?;
    Renaissance::check(&fight)?;
    let stands =
        fight.duels.first().map(|d| d.stands).ok_or_else(|| AskError::new("no files", "give two"))?;
    let pair = Pair::of(&fight, &stands.red, &stands.blue, readings)
        .ok_or_else(|| AskError::new("a file has no bases", "give it ranks"))?;
    let dice = if asked.regimental_gun { DiceOf::RegimentalGun } else { DiceOf::Bases };
    let (mut own, mut enemy) = (Tally::new("net points of advantage"), Tally::new("net points of advantage"));
    close_combat_advantage(asked.phase, &pair, dice, &mut own);
    close_combat_advantage(asked.phase, &pair.turned(), DiceOf::Bases, &mut enemy);
    Ok(json!({
        "net": own.total(),
        "score": close_combat_score(own.total()),
        "advantage": own,
        "enemy": { "net": enemy.total(), "score": close_combat_score(enemy.total()), "advantage": enemy },
    }))
}

fn poa_shooting(asked: PoaQuestion, readings: Readings) -> Result<Value, AskError> {
    let mut fight = poa_fight(&asked, Book::Renaissance)?;
    fight.duels.clear();
    let range = asked.range.unwrap_or(Range::Short);
    let edge = asked.edge.unwrap_or(Edge::Front);
    let mut file = crate::combat::FileShot::plain(0, range);
    file.edge = edge;
    let volley = Volley {
        by: 0,
        at: 1,
        files: smallvec![file],
        regimental_gun: None,
        nearest: 0,
        from_behind: asked.from_behind,
        cover: asked.cover,
        enfilade: asked.enfilade,
    };
    fight.volleys = vec![volley.clone()];
    Renaissance::check(&fight)?;
    let armed = fight.groups[0].bases().find_map(|b| weapon_of(b.profile));
    let weapon = if asked.regimental_gun { Some(Weapon::RegimentalGun) } else { armed };
    let weapon = weapon.ok_or_else(|| {
        AskError::new("the shooters have no shooting capability", "give them one, such as musket")
    })?;
    let shot = shot(&fight, &volley, weapon, range, edge, readings)
        .ok_or_else(|| AskError::new("there is no target", "describe the enemy"))?;
    let mut sum = Tally::new("points of advantage");
    shooting_advantage(&shot, &mut sum);
    Ok(json!({ "net": sum.total(), "score": shooting_score(sum.total()), "advantage": sum }))
}

fn front_rank(there: bool) -> Option<Commander> {
    there.then_some(Commander { grade: Grade::Troop, place: CommanderPlace::FrontRank, in_chief: false })
}

fn reroll(asked: &RerollQuestion) -> Result<Value, AskError> {
    let reroll = match asked.dice_for {
        DiceFor::CloseCombat => close_combat_reroll(asked.quality, front_rank(asked.commander_in_front_rank)),
        DiceFor::Shooting | DiceFor::Test => quality_reroll(asked.quality),
        DiceFor::Support => {
            return Err(AskError::new("this book has no support shooting", "ask for shooting"));
        }
        DiceFor::Never => Reroll::NONE,
    };
    let rule = match asked.dice_for {
        DiceFor::CloseCombat if asked.commander_in_front_rank => rule!("FOGR-BG-053"),
        DiceFor::Never => rule!("FOGR-BG-050"),
        _ => rule!("FOGR-BG-052"),
    };
    let must = asked.quality == Quality::Poor && !reroll.is_none();
    Ok(json!({ "reroll": reroll_value(reroll), "compulsory": must, "rule": rule }))
}

fn cmt(asked: CmtQuestion, readings: Readings) -> Result<Value, AskError> {
    let purpose = match &asked.purpose {
        None => TestPurpose::Move,
        Some(word) => word.parse().map_err(|e: crate::troops::UnknownWord| {
            AskError::new(e.to_string(), "leave it out for an ordinary move")
        })?,
    };
    let test = ComplexMoveTest {
        quality: asked.quality,
        purpose,
        commander: asked.commander.map(Commander::from),
        cohesion: asked.cohesion.unwrap_or(Cohesion::Steady),
        disorder: asked.disorder.unwrap_or(Disorder::None),
        warriors: asked.warriors,
    };
    let mut sum = Tally::new("complex move test");
    test.modifiers(readings, &mut sum);
    pass_odds(&test.pool(), &sum, COMPLEX_MOVE_PASS)
}

fn death(asked: DeathQuestion) -> Result<Value, AskError> {
    let fire = FireTaken {
        artillery: asked.artillery_dice,
        regimental_guns: asked.regimental_gun_dice,
        firearms: asked.firearm_dice,
        others: asked.other_dice,
    };
    let mut sum = Tally::new("death roll");
    let result = asked.result.map_or(CombatResult::None, CombatResult::from);
    death_modifiers(asked.bases_at_start, result, fire, &mut sum);
    let bases = asked.bases.unwrap_or(asked.bases_at_start).min(16);
    let odds = death_odds(asked.hits, &sum, bases)?;
    let survived_on = crate::combat::death_roll_survived_on(i32::from(asked.hits.min(400)), sum.total());
    Ok(json!({
        "modifiers": sum,
        "survives_on": survived_on,
        "chances": chances(&odds, |lost| json!(lost)),
    }))
}

fn strain(spec: &StrainSpec, readings: Readings) -> Result<(Strain, Tally, Tally), AskError> {
    let mut fates = Vec::new();
    for group in &spec.groups {
        let fate: Fate = group.fate.as_deref().unwrap_or("unbroken").parse().map_err(
            |e: crate::troops::UnknownWord| AskError::new(e.to_string(), "use one of these fates"),
        )?;
        fates.extend(std::iter::repeat_n((fate, group.bases_at_start), usize::from(group.count.min(100))));
    }
    let (mut suffered, mut bears) = (Tally::new("attrition points"), Tally::new("break point"));
    match spec.attrition {
        Some(points) => suffered.set(rule!("FOGR-VICTORY-003"), "as given", points),
        None => attrition(&fates, spec.camp_sacked, readings, &mut suffered),
    }
    match spec.break_point {
        Some(points) => bears.set(rule!("FOGR-VICTORY-002"), "as given", points),
        None => break_point(&fates.iter().map(|f| f.1).collect::<Vec<_>>(), &mut bears),
    }
    if bears.total() < 1 {
        return Err(AskError::new(
            "an army without a break point",
            "give its battle groups or its break point",
        ));
    }
    Ok((Strain { attrition: suffered.total(), break_point: bears.total() }, suffered, bears))
}

fn victory_answer(asked: VictoryQuestion, readings: Readings) -> Result<Value, AskError> {
    let (red, red_attrition, red_break) = strain(&asked.red, readings)?;
    let (blue, blue_attrition, blue_break) = strain(&asked.blue, readings)?;
    let clock = if asked.time_up { Clock::Out } else { Clock::Running };
    Ok(json!({
        "victory": victory(red, blue, clock, readings),
        "red": { "attrition": red_attrition, "break_point": red_break },
        "blue": { "attrition": blue_attrition, "break_point": blue_break },
    }))
}
