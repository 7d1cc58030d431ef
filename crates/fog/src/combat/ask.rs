//! Questions in, answers out: JSON lines for other programs.

use super::answers::{self, Answers};
use super::{
    Arithmetic, BadFight, BadSituation, Base, Chances, Commander, Conditions, Duel, Fight, FightFile, File,
    FileRef, Group, Kind, Mattered, PartExplained, PartySpec, Protection, Readings, Stand, TestResult,
    TestTerms, UnknownReading, course_odds, default_training, lowest_armour, mattered, questions as q,
};
use crate::troops::{BaseProfile, Book, Cohesion, Disorder, Quality};
use caracole_kernel::{BySide, Refusal, Side, Tally, dice::Pool};
use caracole_odds::{Distribution, Fraction, OddsError, numbers};
use schemars::{Schema, generate::SchemaSettings, json_schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The longest line that is read.
pub const LONGEST_LINE: usize = 1 << 20;

/// Why a question has no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AskError {
    /// What is wrong.
    pub error: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl AskError {
    /// An error with a remedy.
    pub fn new(error: impl Into<String>, remedy: impl Into<String>) -> Self {
        AskError { error: error.into(), remedy: Some(remedy.into()), ..AskError::default() }
    }
}

impl From<Refusal> for AskError {
    fn from(refusal: Refusal) -> Self {
        let facts: Vec<String> = refusal.facts.iter().map(|f| format!("{}: {}", f.name, f.value)).collect();
        AskError {
            error: refusal.problem.into_owned(),
            place: (!facts.is_empty()).then(|| facts.join(", ")),
            remedy: Some(refusal.remedy.into_owned()),
            rule: Some(refusal.rule.id().to_owned()),
        }
    }
}

impl From<BadSituation> for AskError {
    fn from(bad: BadSituation) -> Self {
        AskError { error: bad.problem, place: Some(bad.place), remedy: Some(bad.remedy), rule: None }
    }
}

impl From<UnknownReading> for AskError {
    fn from(unknown: UnknownReading) -> Self {
        AskError::new(unknown.to_string(), "use one of the options, or leave it out")
    }
}

impl From<BadFight> for AskError {
    fn from(bad: BadFight) -> Self {
        match bad {
            BadFight::Situation(bad) => bad.into(),
            BadFight::Refused(refusal) => refusal.into(),
            BadFight::Option(unknown) => unknown.into(),
        }
    }
}

impl From<OddsError> for AskError {
    fn from(error: OddsError) -> Self {
        AskError::new(error.to_string(), "ask about a smaller fight")
    }
}

/// Answers one line; whatever it holds, an answer line comes back. `books` answers for the book of the question.
pub fn answer_line(
    line: &str,
    default: Book,
    books: impl Fn(Book, Kind, Value, &BTreeMap<String, bool>) -> Result<Value, AskError>,
) -> Value {
    let mut id = Value::Null;
    match read_line(line, default, &mut id) {
        Ok((book, kind, options, question)) => match books(book, kind, question, &options) {
            Ok(Value::Object(answer)) => {
                let mut whole = Map::new();
                if !id.is_null() {
                    whole.insert("id".to_owned(), id);
                }
                whole.insert("system".to_owned(), json!(book));
                whole.insert("kind".to_owned(), json!(kind));
                whole.extend(answer);
                Value::Object(whole)
            }
            Ok(other) => json!({ "id": id, "answer": other }),
            Err(error) => with_id(id, error),
        },
        Err(error) => with_id(id, error),
    }
}

fn with_id(id: Value, error: AskError) -> Value {
    match id {
        Value::Null => json!(error),
        id => {
            let mut whole = Map::new();
            whole.insert("id".to_owned(), id);
            if let Value::Object(fields) = json!(error) {
                whole.extend(fields);
            }
            Value::Object(whole)
        }
    }
}

type Asked = (Book, Kind, BTreeMap<String, bool>, Value);

fn read_line(line: &str, default: Book, id: &mut Value) -> Result<Asked, AskError> {
    if line.len() > LONGEST_LINE {
        let remedy = format!("keep it under {LONGEST_LINE} bytes");
        return Err(AskError::new("the line is too long", remedy));
    }
    let value: Value = serde_json::from_str(line)
        .map_err(|e| AskError::new(format!("not JSON: {e}"), "write one JSON object on a line"))?;
    let Value::Object(mut fields) = value else {
        return Err(AskError::new("the line holds no JSON object", "write { \"kind\": ... }"));
    };
    *id = fields.remove("id").unwrap_or(Value::Null);
    let book = match fields.remove("system") {
        None => default,
        Some(value) => part("system", value)?,
    };
    let kinds = || Kind::ALL.iter().map(|k| k.word()).collect::<Vec<_>>().join(", ");
    let kind = fields.remove("kind").ok_or_else(|| {
        AskError::new("the question has no kind", format!("add \"kind\": one of {}", kinds()))
    })?;
    let kind = part("kind", kind)?;
    let options = fields.remove("options").map_or(Ok(BTreeMap::new()), |v| part("options", v))?;
    Ok((book, kind, options, Value::Object(fields)))
}

fn part<T: DeserializeOwned>(field: &str, value: Value) -> Result<T, AskError> {
    serde_json::from_value(value).map_err(|e| AskError {
        place: Some(field.to_owned()),
        ..AskError::new(e.to_string(), "see `caracole schema ask`")
    })
}

/// Reads the fields of a question.
pub fn question<T: DeserializeOwned>(value: Value) -> Result<T, AskError> {
    serde_json::from_value(value).map_err(|e| {
        AskError::new(e.to_string(), "see `caracole schema ask` for the fields and their defaults")
    })
}

/// Answers a question by the rules of book `B`, with the options that mattered.
pub fn answer<B: Answers>(
    kind: Kind,
    asked: Value,
    options: &BTreeMap<String, bool>,
) -> Result<Value, AskError> {
    // Options of points belong to the army; they are not among the book's readings.
    let readings = Readings::named(B::READINGS, options)?;
    let once = |readings: Readings| -> Result<Value, AskError> {
        match kind {
            Kind::Dice => dice::<B>(asked.clone(), readings),
            Kind::Round => round::<B>(asked.clone(), readings),
            Kind::Points => points(B::BOOK, question(asked.clone())?),
            Kind::Hits => answers::hits::<B>(&question(asked.clone())?, readings),
            Kind::Cohesion => answers::cohesion::<B>(&question(asked.clone())?, readings),
            Kind::Vmd => answers::variable_move::<B>(&question(asked.clone())?),
            Kind::Autobreak => answers::autobreak::<B>(&question(asked.clone())?, readings),
            Kind::Initiative => answers::initiative::<B>(&question(asked.clone())?),
            _ => B::answer(kind, asked.clone(), readings),
        }
    };
    let mut answer = once(readings)?;
    let which: Vec<Mattered> = mattered(B::READINGS, readings, &answer, |r| once(r).ok());
    if let (Value::Object(fields), false) = (&mut answer, which.is_empty()) {
        fields.insert("options".to_owned(), json!(which));
    }
    Ok(answer)
}

/// The fight of a `dice` or `round` question, which has the fields of a fight file.
fn build<B: Arithmetic>(mut asked: Value) -> Result<super::BuiltFight, AskError> {
    if let Value::Object(fields) = &mut asked {
        fields.insert("system".to_owned(), json!(B::BOOK));
    }
    let file: FightFile = question(asked)?;
    Ok(file.build::<B>()?)
}

fn dice<B: Arithmetic>(asked: Value, readings: Readings) -> Result<Value, AskError> {
    let built = build::<B>(asked)?;
    let Some(fight) = built.fights.first() else { return Ok(json!({ "parts": [] })) };
    let spared: Vec<&str> =
        B::muster(fight, readings).spared.iter().map(|&g| name_of(&built.names, g)).collect();
    let parts: Vec<Value> = B::explain(fight, readings).iter().map(|p| part_value(&built.names, p)).collect();
    Ok(json!({ "parts": parts, "not_rolled_at": spared }))
}

/// The name of a battle group; naval units have none.
pub fn name_of(names: &[String], group: u8) -> &str {
    names.get(usize::from(group)).map_or("naval units", String::as_str)
}

/// A part of the dice as other programs read it.
pub fn part_value(names: &[String], part: &PartExplained) -> Value {
    json!({
        "by": name_of(names, part.by),
        "against": name_of(names, part.against),
        "dice": part.dice,
        "advantage": part.advantage,
        "score": part.score,
        "reroll": reroll_value(part.reroll),
        "arms": part.arms,
    })
}

/// A re-roll as other programs read it.
pub fn reroll_value(reroll: caracole_kernel::dice::Reroll) -> Value {
    json!({ "faces": reroll.faces.faces().collect::<Vec<u8>>(), "keep": reroll.keep })
}

fn round<B: Arithmetic>(asked: Value, readings: Readings) -> Result<Value, AskError> {
    let built = build::<B>(asked)?;
    let odds = course_odds::<B>(&mut Chances::default(), &built.fights, readings)?;
    Ok(course_value(&built.names, &odds))
}

/// The outcome of a fight as other programs read it: the joint distribution, and each battle group by itself.
pub fn course_value(names: &[String], odds: &Distribution<Conditions>) -> Value {
    let joint: Vec<Value> = odds
        .probabilities()
        .map(|(conditions, p)| {
            let groups: Map<String, Value> =
                names.iter().zip(conditions).map(|(n, c)| (n.clone(), json!(c))).collect();
            json!({ "probability": p, "decimal": p.to_f64(), "groups": groups })
        })
        .collect();
    let groups: Map<String, Value> =
        names.iter().enumerate().map(|(i, n)| (n.clone(), marginal(odds, i))).collect();
    json!({ "outcomes": joint, "groups": groups })
}

fn marginal(odds: &Distribution<Conditions>, group: usize) -> Value {
    let that = |test: &dyn Fn(&super::Condition) -> bool| {
        chance(odds.probability_that(|c| c.get(group).is_some_and(test)))
    };
    let cohesion: Map<String, Value> =
        Cohesion::ALL.iter().map(|&l| (l.word().to_owned(), that(&|c| c.cohesion == l))).collect();
    let most = odds.outcomes().iter().filter_map(|c| c.get(group)).map(|c| c.lost).max().unwrap_or(0);
    let lost: Vec<Value> = (0..=most).map(|n| that(&|c| c.lost == n)).collect();
    let result = |r: super::CombatResult| that(&move |c| c.result == r);
    json!({
        "cohesion": cohesion,
        "bases_lost": lost,
        "breaks": that(&|c| c.cohesion == Cohesion::Broken),
        "wins_last_combat": result(super::CombatResult::Won),
        "draws_last_combat": result(super::CombatResult::Drew),
        "loses_last_combat": result(super::CombatResult::Lost),
        "commander_lost": that(&|c| c.commander_lost),
    })
}

/// A probability as other programs read it.
pub fn chance(p: Fraction) -> Value {
    json!({ "probability": p, "decimal": p.to_f64() })
}

/// A list of results with their probabilities.
pub fn chances<T: Ord>(odds: &Distribution<T>, name: impl Fn(&T) -> Value) -> Value {
    odds.probabilities()
        .map(|(t, p)| json!({ "result": name(t), "probability": p, "decimal": p.to_f64() }))
        .collect()
}

/// The odds of a test that passes at a score.
pub fn pass_odds(pool: &Pool, modifiers: &Tally, pass: i32) -> Result<Value, AskError> {
    let odds = numbers(pool)?.map(|sum| sum + modifiers.total() >= pass);
    let passes = odds.probability(&true);
    Ok(json!({
        "modifiers": modifiers,
        "needs_on_dice": pass - modifiers.total(),
        "reroll": reroll_value(pool.reroll),
        "chances": [
            { "result": "pass", "probability": passes, "decimal": passes.to_f64() },
            { "result": "fail", "probability": &Fraction::ONE - &passes, "decimal": 1.0 - passes.to_f64() },
        ],
    }))
}

/// The odds of a cohesion test.
pub fn test_odds(pool: &Pool, modifiers: &Tally, terms: TestTerms, now: Cohesion) -> Result<Value, AskError> {
    let odds = numbers(pool)?.map(|&sum| terms.result(sum));
    let name = |result: &TestResult| json!(result.applied(now));
    Ok(json!({
        "modifiers": modifiers,
        "passes_on": super::COHESION_PASS,
        "two_levels_at_2_or_less": terms.double_drop,
        "reroll": reroll_value(pool.reroll),
        "chances": chances(&odds.map(|r| r.applied(now)), |c| json!(c)),
        "tests": chances(&odds, |r| json!({ "result": format!("{r:?}"), "cohesion": name(r) })),
    }))
}

/// How many bases a death roll costs, against so many hits with these modifiers.
pub fn death_odds(hits: u16, modifiers: &Tally, bases: u8) -> Result<Distribution<u8>, AskError> {
    let mut odds: Distribution<(u8, u16)> = Distribution::always((0, hits.min(400)));
    // Every roll costs a base or ends the matter, so there are at most as many as bases.
    for _ in 0..bases {
        odds = odds.try_and_then(|&(lost, left)| {
            let survived_on = super::death_roll_survived_on(i32::from(left), modifiers.total());
            if left == 0 || survived_on <= 1 {
                return Ok(Distribution::always((lost, 0)));
            }
            let pool = super::death_pool(u8::try_from(survived_on).unwrap_or(7));
            let saved = numbers(&pool).map_err(AskError::from)?;
            Ok::<_, AskError>(saved.map(|&saved| match saved {
                0 => (lost + 1, left.saturating_sub(6)),
                _ => (lost, 0),
            }))
        })?;
    }
    Ok(odds.map(|&(lost, _)| lost))
}

fn points(book: Book, asked: q::PointsQuestion) -> Result<Value, AskError> {
    use crate::army;
    let found = match (asked.army, asked.list) {
        (Some(id), None) => army::builtin(&id).ok_or_else(|| {
            let known: Vec<&str> = army::BUILT_IN.iter().map(|b| b.id).collect();
            AskError::new(
                format!("there is no army \"{id}\""),
                format!("the armies are {}", known.join(", ")),
            )
        })?,
        (None, Some(list)) => list,
        _ => return Err(AskError::new("name one army", "give either \"army\" or \"list\"")),
    };
    if found.book != book {
        return Err(AskError::new("the army belongs to the other book", "ask with its own system"));
    }
    let price = army::price(&found, &army::ArmyReadings::default()).map_err(|p| AskError::from(p.refusal))?;
    Ok(json!({ "total": price.total(), "price": price }))
}

/// A battle group of the one file that a question describes.
pub fn party_group(spec: &PartySpec, side: Side, book: Book) -> Result<Group, AskError> {
    let quality = spec.quality.unwrap_or(Quality::Average);
    let base = |rank: Option<&q::RankSpec>| {
        let troop_type = rank.and_then(|r| r.troop_type).unwrap_or(spec.troop_type);
        let armour = rank.and_then(|r| r.armour).or(spec.armour);
        let armour = armour.or(Some(lowest_armour(book))).filter(|_| troop_type.has_armour());
        let profile = BaseProfile {
            troop_type,
            armour,
            quality,
            training: spec.training.or(default_training(book)),
            capabilities: rank.and_then(|r| r.capabilities).unwrap_or(spec.capabilities),
        };
        let disorder = rank.and_then(|r| r.disorder).or(spec.disorder).unwrap_or(Disorder::None);
        Base { profile, disorder }
    };
    let ranks = match (spec.file.len(), spec.ranks) {
        (0, ranks) => usize::from(ranks.unwrap_or(1)),
        (n, None) => n,
        (n, Some(ranks)) if n == usize::from(ranks) => n,
        (..) => return Err(AskError::new("ranks and file differ", "leave out ranks where file is given")),
    };
    if ranks == 0 || ranks > super::MOST_BASES - 1 {
        return Err(AskError::new("the file has no usable number of ranks", "give from 1 to 15 ranks"));
    }
    let mut file = File::new((0..ranks).map(|i| base(spec.file.get(i))));
    file.protection = if spec.protected { Protection::Protected } else { Protection::Unprotected };
    let mut files = vec![file];
    if !spec.others_have.is_empty() {
        let mut other = base(None);
        other.profile.capabilities = spec.others_have;
        files.push(File { protection: Protection::Unprotected, ..File::new([other]) });
    }
    let mut group = Group::new(side, files);
    group.bases_at_start = spec.bases_at_start.unwrap_or(group.bases_at_start).max(group.size());
    group.cohesion = spec.cohesion.unwrap_or(Cohesion::Steady);
    group.formation = spec.formation.unwrap_or(group.formation);
    group.directions = spec.directions.unwrap_or(group.directions);
    group.engaged = spec.engaged.unwrap_or(group.engaged);
    group.threatened_flank = spec.threatened_flank;
    group.lancers_are_shock = spec.lancers_are_shock.unwrap_or(group.lancers_are_shock);
    group.captured = spec.captured;
    group.commander = spec.commander.map(Commander::from);
    group.commander_on_elephant = spec.commander.is_some_and(|c| c.on_elephant);
    group.bases().try_for_each(|b| b.profile.check(book))?;
    Ok(group)
}

/// How the file that a question describes stands.
pub fn party_stand(spec: &PartySpec, group: u8) -> Stand {
    let level = Stand::level(FileRef { group, file: 0 });
    Stand {
        file: level.file,
        role: spec.role.unwrap_or(level.role),
        charge: spec.charge.unwrap_or(level.charge),
        uphill: spec.uphill,
        defence: spec.defence.unwrap_or(level.defence),
        ground: spec.ground.unwrap_or(level.ground),
        cover: spec.in_wood,
        first_rank_only: spec.in_wood,
    }
}

/// The fight of the two files that a `poa` question describes; red's is its own.
pub fn poa_fight(asked: &q::PoaQuestion, book: Book) -> Result<Fight, AskError> {
    let red = party_group(&asked.own, Side::Red, book)?;
    let blue = party_group(&asked.enemy, Side::Blue, book)?;
    let mut fight = Fight::new(asked.phase, vec![red, blue]);
    let stands = BySide { red: party_stand(&asked.own, 0), blue: party_stand(&asked.enemy, 1) };
    fight.duels = vec![Duel { stands }];
    Ok(fight)
}

/// The JSON Schema of questions: one of the kinds, each with its own fields beside those that all have.
pub fn ask_schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut of = |kind: Kind| match kind {
        Kind::Poa => generator.subschema_for::<q::PoaQuestion>(),
        Kind::Dice | Kind::Round => generator.subschema_for::<FightFile>(),
        Kind::Hits => generator.subschema_for::<q::HitsQuestion>(),
        Kind::Reroll => generator.subschema_for::<q::RerollQuestion>(),
        Kind::Cohesion => generator.subschema_for::<q::CohesionQuestion>(),
        Kind::Cmt => generator.subschema_for::<q::CmtQuestion>(),
        Kind::Death => generator.subschema_for::<q::DeathQuestion>(),
        Kind::Vmd => generator.subschema_for::<q::VmdQuestion>(),
        Kind::Points => generator.subschema_for::<q::PointsQuestion>(),
        Kind::Autobreak => generator.subschema_for::<q::AutobreakQuestion>(),
        Kind::Victory => generator.subschema_for::<q::VictoryQuestion>(),
        Kind::Initiative => generator.subschema_for::<q::InitiativeQuestion>(),
    };
    let kinds: Map<String, Value> = Kind::ALL.iter().map(|&k| (k.word().to_owned(), json!(of(k)))).collect();
    let mut defs = generator.take_definitions(true);
    for (kind, reference) in &kinds {
        let name = reference["$ref"].as_str().and_then(|r| r.rsplit('/').next()).unwrap_or_default();
        if let Some(fields) = defs.get_mut(name).and_then(Value::as_object_mut) {
            take_common_fields(kind, fields);
        }
    }
    let mut questions: Vec<&Value> = Vec::new();
    for reference in kinds.values() {
        // Two kinds have the fields of a fight file.
        if !questions.contains(&reference) {
            questions.push(reference);
        }
    }
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Question of `caracole ask`",
        "description": "One JSON object a line: `kind`, optionally `id` (given back), `system` and `options` \
                        (readings by name), and the fields of the kind, for which `kinds` names the definition.",
        "type": "object",
        "required": ["kind"],
        "properties": { "kind": { "type": "string", "enum": Kind::ALL.iter().map(|k| k.word()).collect::<Vec<_>>() } },
        "oneOf": questions,
        "kinds": kinds,
        "$defs": defs,
    })
}

/// Lets the fields of a kind stand beside those that every question has.
fn take_common_fields(kind: &str, fields: &mut Map<String, Value>) {
    let common = [
        ("id", json!({ "description": "Given back with the answer." })),
        (
            "system",
            json!({ "description": "The book. Default: as the program was called.", "enum": ["fogr", "fogam"] }),
        ),
        (
            "options",
            json!({ "description": "Readings of unclear rules, by name.", "type": "object",
                    "additionalProperties": { "type": "boolean" } }),
        ),
        ("kind", json!({ "description": "What is asked.", "enum": [] })),
    ];
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        for (name, schema) in common {
            properties.entry(name).or_insert(schema);
        }
        if let Some(Value::Array(words)) = properties.get_mut("kind").and_then(|k| k.get_mut("enum")) {
            words.push(json!(kind));
        }
    }
    if let Value::Array(required) = fields.entry("required").or_insert_with(|| json!([])) {
        // The book is the program's unless the question names one.
        required.retain(|name| name != "system" && name != "kind");
        required.push(json!("kind"));
    }
}
