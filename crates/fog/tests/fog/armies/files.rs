//! Army files: what is read, what is refused and how, and random armies.

use caracole_fog::army::{self, Army, ArmyReadings, BaseCount, BattleGroup, GroupPermit};
use caracole_fog::formation::{self, Formation, Nature, Status};
use caracole_fog::troops::{
    self, Armour, Book, Capabilities, Capability, Cohesion, KeilStatus, Quality, Training, TroopType,
};

#[test]
fn armies_survive_writing_and_reading() {
    for file in army::BUILT_IN {
        let army = army::read_army(file.text).unwrap();
        assert_eq!(army::read_army(&army::write_army(&army).unwrap()).unwrap(), army, "{}", file.id);
        assert_eq!(army::read_army(&serde_json::to_string(&army).unwrap()).unwrap(), army, "{}", file.id);
    }
}

#[test]
fn words_are_read_with_any_case_and_spaces() {
    let text = "book = \"Renaissance\"\nname = \"x\"\n[[commander]]\nname = \"c\"\nrole = \"C-in-C\"\nlevel = \"FC\"\n\
        [[battle_group]]\nname = \"a\"\nquality = \"Superior\"\n\
        bases = [{ count = 4, type = \"Determined Horse\", armour = \"Armoured\", capabilities = [\"Impact Pistol\"] }]\n";
    let army = army::read_army(text).unwrap();
    assert_eq!(army.battle_groups[0].bases[0].troop_type, TroopType::DeterminedHorse);
    assert_eq!(army.battle_groups[0].bases[0].capabilities, Capabilities::of(&[Capability::ImpactPistol]));
}

#[test]
fn malformed_files_name_the_line_and_the_field() {
    let with = |line: &str| format!("book = \"fogr\"\nname = \"x\"\n{line}\n");
    let cases = [
        (with("banners = 3"), 3, "unknown field `banners`"),
        (with("naval_units = -1"), 3, "invalid value"),
        (with("naval_units = 300"), 3, "invalid value"),
        (with("permits = [\"dragons\"]"), 3, "\"dragons\" is not a valid permission of an army list"),
        (with("camp = { fortified = \"yes\" }"), 3, "invalid type"),
        ("book = \"chess\"\nname = \"x\"\n".to_owned(), 1, "\"chess\" is not a valid book"),
        ("name = \"x\"\n".to_owned(), 1, "missing field `book`"),
        (with("[[battle_group]\nname = 1"), 3, ""),
    ];
    for (text, line, problem) in cases {
        let malformed = army::read_army(&text).unwrap_err();
        assert_eq!(malformed.line, Some(line), "{text}: {malformed}");
        assert!(malformed.problem.contains(problem), "{text}: {malformed}");
    }
    let json = army::read_army("{\n  \"book\": \"fogr\",\n  \"name\": 5\n}").unwrap_err();
    assert_eq!(json.line, Some(3));
}

#[test]
fn oversized_files_are_refused() {
    let army = |groups: usize| {
        let group = "[[battle_group]]\nname = \"a\"\nquality = \"poor\"\nbases = []\n".repeat(groups);
        army::read_army(&format!("book = \"fogr\"\nname = \"x\"\n{group}"))
    };
    assert!(army(200).is_ok());
    assert!(army(201).unwrap_err().problem.contains("201 battle groups"));
    assert!(army::read_army(&"#".repeat(2 << 20)).unwrap_err().problem.contains("bytes"));
    let long = format!("book = \"fogr\"\nname = \"{}\"\n", "x".repeat(201));
    assert!(army::read_army(&long).is_err());
}

/// Small generator with a fixed seed, so that a failure comes back.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn group(&mut self, book: Book) -> BattleGroup {
        let bases = (0..1 + self.below(3)).map(|_| self.bases()).collect();
        let training = match (book, self.below(10)) {
            (_, 0) => None,
            (Book::Renaissance, 1..) => None,
            (Book::Ancients, 1..) => Some(self.pick(Training::ALL)),
        };
        BattleGroup {
            name: "random".to_owned(),
            quality: self.pick(Quality::ALL),
            training,
            contingent: None,
            list_says: (0..self.below(3)).map(|_| self.pick(GroupPermit::ALL)).collect(),
            regimental_guns: self.below(4) == 0,
            portable_defences: self.below(4) == 0,
            dismounted: Vec::new(),
            bases,
        }
    }

    fn bases(&mut self) -> BaseCount {
        let troop_type = self.pick(TroopType::ALL);
        let armour = (troop_type.has_armour() || self.below(20) == 0).then(|| self.pick(Armour::ALL));
        BaseCount {
            count: self.below(12) as u8,
            troop_type,
            armour,
            capabilities: (0..self.below(4)).map(|_| self.pick(Capability::ALL)).collect(),
        }
    }
}

/// An army without battle groups.
fn commanders_only(book: Book) -> Army {
    let id = if book == Book::Renaissance { "fogr/royalist-1645" } else { "fogam/french-1346" };
    let mut army = army::builtin(id).unwrap();
    army.battle_groups.clear();
    army
}

/// No panic; a legal army has a price; the price is the sum of its parts and never negative.
fn random_groups(book: Book, seed: u64) {
    let mut dice = Dice(seed);
    let readings = ArmyReadings::default();
    let commanders: i32 = if book == Book::Renaissance { 135 } else { 90 };
    let mut legal = 0;
    let mut army = commanders_only(book);
    for _ in 0..100_000 {
        let group = dice.group(book);
        army.battle_groups = vec![group.clone()];
        let problems = army::check(&army, &readings);
        let price = army::price(&army, &readings);
        legal += usize::from(problems.is_empty());
        assert!(price.is_ok() || !problems.is_empty(), "an army without a price is not legal: {army:?}");
        if let Ok(price) = price {
            let groups: i32 = price.battle_groups.iter().map(|g| g.tally.total()).sum();
            assert_eq!(price.total(), commanders + groups);
            for (part, bases) in price.battle_groups[0].bases.iter().zip(&group.bases) {
                assert!(part.tally.total() > 0);
                assert_eq!(part.count, bases.count);
            }
        }
        stand(&mut dice, book, &group);
    }
    assert!(legal > 500, "only {legal} of the random battle groups were legal");
}

/// Random formations of the battle group: questions about them never panic, losses leave legal formations.
fn stand(dice: &mut Dice, book: Book, group: &BattleGroup) {
    let bases = group.profiles();
    let status = if book == Book::Renaissance { dice.pick(Status::ALL) } else { Status::Ordinary };
    let nature = Nature { status, ..Nature::ordinary(book, &bases) };
    let formation = Formation::block(&bases, 1 + dice.below(6));
    assert_eq!(formation.len(), bases.len());
    let keil = formation::is_keil(&nature, &formation);
    let _ = troops::shock(book, &bases, &bases, keil, dice.pick(Cohesion::ALL));
    let _ = formation::protected_files(&formation, formation::Stance::Files);
    assert!(usize::from(formation::bases_per_hits(book, &formation)) <= 2 * bases.len());
    if status != Status::Ordinary {
        assert!(keil == KeilStatus::NotKeil || !nature.is_tercio());
    }
    for front in formation.front_rank() {
        assert!((1..=2).contains(&formation::melee_ranks(book, front.base.troop_type)));
    }
    let allowed = formation::kinds_that_may_be_lost(&bases, &bases);
    assert!(bases.iter().all(|b| allowed.contains(b)), "before any loss the choice is free");
    if bases.len() <= 16 && formation::check(&nature, &formation).is_ok() && dice.below(20) == 0 {
        let lost = formation.placed().nth(dice.below(bases.len())).map(|p| p.at);
        for refill in lost.into_iter().flat_map(|at| formation::refills(&nature, &formation, at, &[])) {
            assert_eq!(refill.formation.len() + 1, bases.len());
            assert!(formation::check(&Nature { status: refill.status, ..nature }, &refill.formation).is_ok());
        }
    }
}

#[test]
fn a_hundred_thousand_renaissance_groups() {
    random_groups(Book::Renaissance, 0x5eed_1525);
}

#[test]
fn a_hundred_thousand_ancient_groups() {
    random_groups(Book::Ancients, 0x5eed_0218);
}
