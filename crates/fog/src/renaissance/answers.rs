//! Answers to questions about this book.

use super::{
    COMPLEX_MOVE_PASS, Clock, ComplexMoveTest, DiceOf, Fate, Pair, Purpose, Renaissance, Standing, Strain,
    Weapon, attrition, autobreaks, autobreaks_at, break_point, close_combat_advantage, close_combat_reroll,
    close_combat_score, cohesion_modifiers, death_modifiers, double_drop, initiative_modifier,
    shooting_advantage, shooting_score, shot, variable_move, variable_move_pool, varied_distance, victory,
    weapon_of,
};
use crate::core::ask::{
    Answers, AskError, chance, chances, death_odds, party_group, party_stand, pass_odds, poa_fight, question,
    reroll_value, test_odds,
};
use crate::core::questions::{
    AutobreakQuestion, CmtQuestion, CohesionQuestion, DeathQuestion, DiceFor, HitsQuestion,
    InitiativeQuestion, InitiativeSpec, PoaQuestion, RerollQuestion, StrainSpec, TestedFor, VictoryQuestion,
    VmdQuestion,
};
use crate::core::{
    Arithmetic, Cause, CombatResult, Commander, CommanderPlace, Duel, Edge, Fight, FileRef, FireTaken, Grade,
    Kind, Range, Readings, Roster, Stand, TestTerms, Toll, Volley, quality_reroll, test_roll,
};
use crate::troops::{Book, Cohesion, CombatPhase, Disorder, Quality};
use caracole_kernel::{
    BySide, Side, Tally,
    dice::{Die, Pool, Reroll},
};
use caracole_odds::{Distribution, numbers};
use serde_json::{Value, json};
use smallvec::smallvec;

impl Answers for Renaissance {
    fn answer(kind: Kind, asked: Value, readings: Readings) -> Result<Value, AskError> {
        match kind {
            Kind::Poa => poa(question(asked)?, readings),
            Kind::Hits => hits(question(asked)?),
            Kind::Reroll => reroll(&question(asked)?),
            Kind::Cohesion => cohesion(question(asked)?),
            Kind::Cmt => cmt(question(asked)?, readings),
            Kind::Death => death(question(asked)?),
            Kind::Vmd => vmd(&question(asked)?),
            Kind::Autobreak => autobreak(&question(asked)?, readings),
            Kind::Victory => victory_answer(question(asked)?, readings),
            Kind::Initiative => initiative(&question(asked)?),
            Kind::Dice | Kind::Round | Kind::Points => {
                Err(AskError::new("this kind is answered for both books alike", "ask through `answer`"))
            }
        }
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
    let mut file = crate::core::FileShot::plain(0, range);
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

fn hits(asked: HitsQuestion) -> Result<Value, AskError> {
    if !(-2..=2).contains(&asked.net) {
        return Err(AskError::new("the net advantage is out of bounds", "give -2 to 2; more does not count"));
    }
    let (score, reroll) = match asked.phase {
        CombatPhase::Shooting => (shooting_score(asked.net), quality_reroll(asked.quality)),
        CombatPhase::Impact | CombatPhase::Melee => (
            close_combat_score(asked.net),
            close_combat_reroll(asked.quality, front_rank(asked.commander_in_front_rank)),
        ),
    };
    let odds = numbers(&Pool::hits(asked.dice, Die::D6, score, reroll))?;
    let mut answer = json!({
        "score": score,
        "reroll": reroll_value(reroll),
        "chances": chances(&odds, |n| json!(n)),
        "mean": { "fraction": odds.mean(), "decimal": odds.mean().to_f64() },
    });
    if let (Some(bases), Some(fields)) = (asked.bases, answer.as_object_mut()) {
        fields.insert("hits_for_1_per_2".to_owned(), json!(bases.div_ceil(2)));
        fields.insert("hits_for_1_per_3".to_owned(), json!(bases.div_ceil(3)));
    }
    Ok(answer)
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
        DiceFor::CloseCombat if asked.commander_in_front_rank => caracole_ledger::rule!("FOGR-BG-053"),
        DiceFor::Never => caracole_ledger::rule!("FOGR-BG-050"),
        _ => caracole_ledger::rule!("FOGR-BG-052"),
    };
    let must = asked.quality == Quality::Poor && !reroll.is_none();
    Ok(json!({ "reroll": reroll_value(reroll), "compulsory": must, "rule": rule }))
}

fn cohesion(asked: CohesionQuestion) -> Result<Value, AskError> {
    let roster = Roster::build(std::slice::from_ref(&asked.group), Book::Renaissance)?;
    let mut fight = Fight::new(asked.phase, roster.groups);
    fight.groups[0].side = Side::Red;
    if asked.cause == TestedFor::Shooting {
        fight.phase = CombatPhase::Shooting;
    }
    for enemy in asked.enemies.iter().take(crate::core::MOST_GROUPS - 1) {
        let number = fight.groups.len() as u8;
        fight.groups.push(party_group(enemy, Side::Blue, Book::Renaissance)?);
        let mut own = Stand::level(FileRef { group: 0, file: 0 });
        own.defence = asked.defence.unwrap_or(own.defence);
        let stands = BySide { red: own, blue: party_stand(enemy, number) };
        fight.duels.push(Duel { stands });
    }
    fight.groups.iter().try_for_each(|g| g.bases().try_for_each(|b| b.profile.check(Book::Renaissance)))?;
    let fire = FireTaken {
        artillery: asked.artillery_dice,
        regimental_guns: asked.regimental_gun_dice,
        firearms: asked.firearm_dice,
        others: asked.other_dice,
    };
    let cause = match asked.cause {
        TestedFor::Shooting => Cause::Shooting,
        TestedFor::CloseCombat => Cause::CloseCombat,
        TestedFor::Sight => Cause::Sight { reasons: asked.reasons },
        TestedFor::Charged => Cause::Charged,
        TestedFor::Bolster => Cause::Bolster,
    };
    let group = &fight.groups[0];
    let mut toll = Toll::none(group.cohesion);
    (toll.received, toll.inflicted) = (asked.received.min(400), asked.inflicted.min(400));
    let standing = Standing::of(&fight, fire, 0);
    let mut sum = Tally::new("cohesion test");
    cohesion_modifiers(&standing, &toll, cause, &mut sum);
    let terms = TestTerms {
        modifier: sum.total(),
        double_drop: double_drop(&toll, cause),
        bolster: cause == Cause::Bolster,
    };
    test_odds(&test_roll(group.quality()), &sum, terms, group.cohesion)
}

fn cmt(asked: CmtQuestion, readings: Readings) -> Result<Value, AskError> {
    let purpose = match &asked.purpose {
        None => Purpose::Move,
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
    let survived_on = crate::core::death_roll_survived_on(i32::from(asked.hits.min(400)), sum.total());
    Ok(json!({
        "modifiers": sum,
        "survives_on": survived_on,
        "chances": chances(&odds, |lost| json!(lost)),
    }))
}

fn vmd(asked: &VmdQuestion) -> Result<Value, AskError> {
    let die = numbers(&variable_move_pool())?;
    let moved = |normal: u16| die.map(|&d| varied_distance(i32::from(normal), d));
    let odds = match asked.distance {
        None => die.map(|&d| variable_move(d)),
        Some(normal) => moved(normal),
    };
    let mut answer = json!({ "chances": chances(&odds, |n| json!(n)) });
    if let (Some(pursuer), Some(fields)) = (asked.pursuer, answer.as_object_mut()) {
        let chased = moved(asked.distance.unwrap_or(0));
        let race: Distribution<bool> =
            moved(pursuer).combine(&chased, |&p, &e| p >= e + i32::from(asked.gap));
        fields.insert("caught".to_owned(), chance(race.probability(&true)));
    }
    Ok(answer)
}

fn autobreak(asked: &AutobreakQuestion, readings: Readings) -> Result<Value, AskError> {
    if !(1..=16).contains(&asked.initial) || asked.remaining.is_some_and(|r| r > asked.initial) {
        return Err(AskError::new(
            "the numbers of bases do not fit",
            "give 1 to 16 at the start and no more left",
        ));
    }
    let mut answer = json!({
        "breaks_at": autobreaks_at(asked.quality, asked.initial, readings),
        "rule": caracole_ledger::rule!("FOGR-COHESION-061"),
    });
    if let (Some(left), Some(fields)) = (asked.remaining, answer.as_object_mut()) {
        let breaks = autobreaks(asked.quality, asked.initial, left, readings);
        fields.insert("autobreaks".to_owned(), json!(breaks));
    }
    Ok(answer)
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
        Some(points) => suffered.set(caracole_ledger::rule!("FOGR-VICTORY-003"), "as given", points),
        None => attrition(&fates, spec.camp_sacked, readings, &mut suffered),
    }
    match spec.break_point {
        Some(points) => bears.set(caracole_ledger::rule!("FOGR-VICTORY-002"), "as given", points),
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

fn initiative(asked: &InitiativeQuestion) -> Result<Value, AskError> {
    let modifier = |spec: &InitiativeSpec| {
        let mut sum = Tally::new("initiative modifier");
        initiative_modifier(spec.commander, spec.mounted_bases, &mut sum);
        sum
    };
    let (red, blue) = (modifier(&asked.red), modifier(&asked.blue));
    let die = numbers(&super::initiative_pool())?;
    let lead = die.combine(&die, |r, b| (r + red.total()).cmp(&(b + blue.total())));
    // Ties are thrown again.
    let settled = lead.given(|o| o.is_ne());
    let wins = settled.map(|odds| odds.probability(&std::cmp::Ordering::Greater)).unwrap_or_default();
    Ok(json!({ "red": red, "blue": blue, "red_has_initiative": chance(wins) }))
}
