//! Ranks that count and fight, protection, losses, squares and orbs.

use caracole_fog::formation::{
    self, ColumnQuestion, Depth, Distance, Facing, Footprint, Formation, Loss, MainFire, Marker, Nature,
    OrbFaces, Placed, Position, Refill, Stance, Status,
};
use caracole_fog::troops::{
    Armour, BaseProfile, Book, Capabilities, Capability, CombatPhase, Quality, Training, TroopType,
};
use caracole_ledger::{proves, rule};

fn ren(kind: TroopType, armour: Option<Armour>, capabilities: &[Capability]) -> BaseProfile {
    BaseProfile::renaissance(kind, armour, Quality::Average, Capabilities::of(capabilities))
}

fn anc(kind: TroopType, capabilities: &[Capability]) -> BaseProfile {
    let armour = kind.has_armour().then_some(Armour::Protected);
    BaseProfile::ancients(kind, armour, Quality::Average, Training::Undrilled, Capabilities::of(capabilities))
}

fn pike() -> BaseProfile {
    ren(TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::Pike])
}

fn shot() -> BaseProfile {
    ren(TroopType::MediumFoot, Some(Armour::Unarmoured), &[Capability::Arquebus])
}

fn halberd() -> BaseProfile {
    ren(TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::HeavyWeapon])
}

fn many(groups: &[(usize, BaseProfile)]) -> Vec<BaseProfile> {
    groups.iter().flat_map(|(n, b)| vec![*b; *n]).collect()
}

/// Files from the left, each written front to back: P pike, S shot, H heavy weapon, a blank for an empty place.
fn files(drawn: &[&str]) -> Formation {
    let mut placed = Vec::new();
    for (file, bases) in (0u8..).zip(drawn) {
        for (rank, letter) in (0u8..).zip(bases.chars()) {
            let base = match letter {
                'P' => pike(),
                'S' => shot(),
                'H' => halberd(),
                _ => continue,
            };
            placed.push(Placed { at: Position { file, rank }, facing: Facing::Front, base });
        }
    }
    placed.try_into().unwrap()
}

/// The same, read back.
fn drawn(formation: &Formation) -> Vec<String> {
    let letter = |rank: u8, file: u8| match formation.at(Position { file, rank }).map(|p| p.base) {
        None => ' ',
        Some(b) if b == pike() => 'P',
        Some(b) if b == shot() => 'S',
        Some(_) => 'H',
    };
    formation
        .files()
        .map(|f| (0..16).map(|r| letter(r, f)).collect::<String>().trim_end().to_owned())
        .collect()
}

fn at(file: u8, rank: u8) -> Position {
    Position { file, rank }
}

#[test]
fn pike_ranks_with_halberds() {
    // Example FOGR-EX-213 and its limits.
    proves!("FOGR-COMBAT-084");
    let ranks = |file: &str| formation::pike_ranks(files(&[file]).file(0));
    assert_eq!(ranks("PPHP"), 4);
    assert_eq!(ranks("PPPP"), 4);
    assert_eq!(ranks("PPH"), 3);
    assert_eq!(ranks("PHH"), 1, "one pike only");
    assert_eq!(ranks("HPPP"), 0, "the front base has no pike");
    assert_eq!(ranks("PPSP"), 2, "shot end the count");
    let turned = files(&["PPPP"]).turned(|p| if p.at.rank == 2 { Facing::Rear } else { Facing::Front });
    assert_eq!(formation::pike_ranks(turned.file(0)), 2);
}

#[test]
fn bases_that_count_for_hits() {
    // Examples FOGR-EX-231, FOGR-EX-205 (12 of a 14 base tercio), FOGAM-EXAMPLE-B29.
    proves!("FOGR-GLOSSARY-021", "FOGAM-GLOSSARY-023", "FOGAM-SPECIAL-038");
    let ren_count = |f: &Formation| formation::bases_per_hits(Book::Renaissance, f);
    assert_eq!(ren_count(&files(&["SS  SS", " PPPP", " PPPP", "SS  SS"])), 12);
    assert_eq!(ren_count(&files(&["SSS", "PPPP", "PPPP", "SSS"])), 12);
    let guns = ren(TroopType::MediumArtillery, None, &[]);
    assert_eq!(ren_count(&Formation::block(&[guns; 3], 3)), 6);
    assert_eq!(ren_count(&Formation::block(&[guns; 2], 1)), 2, "front rank only");
    let wagon = ren(TroopType::BattleWagons, None, &[]);
    assert_eq!(ren_count(&Formation::block(&[wagon; 6], 2)), 6, "a file of 3, doubled");
    let anc_count = |f: &Formation| formation::bases_per_hits(Book::Ancients, f);
    assert_eq!(anc_count(&Formation::block(&[anc(TroopType::Elephants, &[]); 2], 2)), 4);
    assert_eq!(anc_count(&Formation::block(&[anc(TroopType::BattleWagons, &[]); 2], 1)), 4);
    let pikemen = anc(TroopType::HeavyFoot, &[Capability::Pikemen]);
    assert_eq!(anc_count(&Formation::block(&[pikemen; 10], 2)), 6);
    assert_eq!(formation::orb_bases_counted(12, OrbFaces::One).total(), 9);
    assert_eq!(formation::orb_bases_counted(12, OrbFaces::Several).total(), 12);
}

#[test]
fn ranks_that_fight() {
    use TroopType as T;
    let ranks = formation::melee_ranks;
    for kind in [T::Elephants, T::Gendarmes, T::Cavaliers, T::DeterminedHorse, T::BattleWagons] {
        assert_eq!(
            (ranks(Book::Renaissance, kind), formation::front_rank_dice(Book::Renaissance, kind)),
            (1, 2)
        );
    }
    for kind in [T::Horse, T::HeavyFoot, T::Cavalry, T::LightHorse] {
        assert_eq!(
            (ranks(Book::Renaissance, kind), formation::front_rank_dice(Book::Renaissance, kind)),
            (2, 1)
        );
    }
    for kind in
        [T::Elephants, T::Knights, T::HeavyChariots, T::ScythedChariots, T::LightArtillery, T::BattleWagons]
    {
        assert_eq!(ranks(Book::Ancients, kind), 1, "{kind}");
    }
    for kind in [T::Cataphracts, T::Cavalry, T::HeavyFoot, T::LightCamelry] {
        assert_eq!(ranks(Book::Ancients, kind), 2, "{kind}");
    }
}

#[test]
fn ranks_deep_and_one_base_deep() {
    proves!("FOGAM-GLOSSARY-030", "FOGAM-GLOSSARY-006", "FOGR-GLOSSARY-005");
    let gaul = anc(TroopType::MediumFoot, &[Capability::ImpactFoot]);
    let deep =
        |n: usize, wide: usize, depth| formation::is_deep(&Formation::block(&vec![gaul; n], wide), depth);
    assert!(deep(12, 4, Depth::Three), "4, 4, 4");
    assert!(deep(11, 4, Depth::Three), "a third rank of 3 is more than half of 4");
    assert!(!deep(10, 4, Depth::Three), "a third rank of 2 is not");
    assert!(!deep(12, 6, Depth::Three));
    assert!(deep(12, 6, Depth::Two));
    let single = |book, kind| {
        let base = BaseProfile { troop_type: kind, ..gaul };
        formation::is_entirely_one_base_deep(book, &Formation::block(&[base; 4], 4))
    };
    assert!(single(Book::Renaissance, TroopType::Cavalry) && single(Book::Renaissance, TroopType::Camelry));
    assert!(
        !single(Book::Renaissance, TroopType::Horse) && !single(Book::Renaissance, TroopType::LightHorse)
    );
    assert!(single(Book::Ancients, TroopType::LightChariots) && !single(Book::Ancients, TroopType::Knights));
    let two_ranks = Formation::block(&[anc(TroopType::Cavalry, &[]); 4], 2);
    assert!(!formation::is_entirely_one_base_deep(Book::Ancients, &two_ranks));
}

#[test]
fn ancient_columns() {
    proves!("FOGAM-BG-017", "FOGAM-GLOSSARY-014", "FOGAM-GLOSSARY-015");
    let counts = |kind: TroopType, started: usize, now: usize, question| {
        let start = vec![anc(kind, &[]); started];
        let nature = Nature::ordinary(Book::Ancients, &start);
        formation::counts_as_column(&nature, &Formation::block(&start[..now], 1), question)
    };
    use ColumnQuestion::{Combat, Other};
    assert!(counts(TroopType::HeavyFoot, 4, 4, Combat));
    assert!(!counts(TroopType::HeavyFoot, 4, 2, Combat), "2 bases left never count");
    assert!(counts(TroopType::Knights, 4, 2, Combat), "knights do");
    assert!(counts(TroopType::Elephants, 2, 2, Combat));
    assert!(!counts(TroopType::LightArtillery, 2, 2, Combat));
    assert!(!counts(TroopType::BattleWagons, 4, 4, Other));
    assert!(!counts(TroopType::Cavalry, 2, 2, Other));
    let wide = [anc(TroopType::HeavyFoot, &[]); 4];
    let nature = Nature::ordinary(Book::Ancients, &wide);
    assert!(!formation::counts_as_column(&nature, &Formation::block(&wide, 2), Combat));
}

#[test]
fn protection() {
    // Examples FOGR-EX-215 and FOGR-EX-216.
    proves!("FOGR-COMBAT-086", "FOGR-COMBAT-087", "FOGR-COMBAT-088", "FOGR-COMBAT-092");
    proves!("FOGR-SPECIAL-046");
    let protected = |f: &Formation, s| -> Vec<bool> {
        formation::protected_files(f, s).into_iter().map(|(_, p)| p).collect()
    };
    assert_eq!(protected(&files(&["SS", "PP", "SS"]), Stance::Files), [true, true, true]);
    let turned =
        files(&["SS", "PP", "SS"]).turned(|p| if p.at.file == 0 { Facing::Left } else { Facing::Front });
    assert_eq!(protected(&turned, Stance::Files), [false, true, true]);
    assert_eq!(protected(&files(&["SS", "SS"]), Stance::Files), [false, false]);
    assert_eq!(protected(&files(&["SS", "SS", "PP"]), Stance::Files), [false, true, true]);
    assert_eq!(protected(&files(&["S", " PP"]), Stance::Files), [true, true], "corner contact will do");
    assert_eq!(protected(&files(&["S", "  PP"]), Stance::Files), [false, false]);
    // One pike behind shot leads no file.
    assert_eq!(protected(&files(&["SS", "SP", "SS"]), Stance::Files), [false, false, false]);
    assert_eq!(protected(&files(&["SS", "SP", "SS"]), Stance::Square), [true, true, true]);
    assert_eq!(protected(&files(&["SS", "SS"]), Stance::Square), [false, false]);
}

#[test]
fn proportional_losses() {
    // Example FOGR-EX-227: 6 shot and 3 pike lose a pike; then shot, shot; then free.
    proves!("FOGR-COHESION-056");
    let start = many(&[(6, shot()), (3, pike())]);
    let next =
        |s: usize, p: usize| formation::kinds_that_may_be_lost(&start, &many(&[(s, shot()), (p, pike())]));
    assert_eq!(next(6, 3), [shot(), pike()]);
    assert_eq!(next(6, 2), [shot()]);
    assert_eq!(next(5, 2), [shot()]);
    assert_eq!(next(4, 2), [shot(), pike()]);
    // Example FOGR-EX-208: 8 pike and 6 shot have lost a shot base, so a pike base is next.
    let tercio = many(&[(8, pike()), (6, shot())]);
    let now = many(&[(8, pike()), (5, shot())]);
    assert_eq!(formation::kinds_that_may_be_lost(&tercio, &now), [pike()]);
    // An unmixed battle group has no choice to make.
    assert_eq!(formation::kinds_that_may_be_lost(&[shot(); 6], &[shot(); 4]), [shot()]);
}

#[test]
fn losses_to_distant_guns() {
    proves!("FOGR-COHESION-047");
    let start = many(&[(2, pike()), (4, shot())]);
    assert_eq!(formation::loss_to_artillery(&start, &start), [pike()], "the pike cannot shoot");
    let upset = many(&[(1, pike()), (4, shot())]);
    assert_eq!(formation::loss_to_artillery(&start, &upset), [shot()], "proportional loss");
    let one_pike = many(&[(1, pike()), (5, shot())]);
    assert_eq!(formation::loss_to_artillery(&one_pike, &one_pike), [pike(), shot()], "only one such base");
    // As many halberds as pike: the heavier armour.
    let light = ren(TroopType::HeavyFoot, Some(Armour::Unarmoured), &[Capability::HeavyWeapon]);
    let equal = many(&[(2, pike()), (2, light), (2, shot())]);
    assert_eq!(formation::loss_to_artillery(&equal, &equal), [pike()]);
}

#[test]
fn the_point_base_goes_first() {
    proves!("FOGR-COHESION-049");
    let start = many(&[(3, pike()), (4, shot())]);
    let brigade = Nature { status: Status::SwedishBrigade, ..Nature::ordinary(Book::Renaissance, &start) };
    let formation = files(&[" SS", "PPP", " SS"]);
    assert_eq!(formation::point_base_is_lost(&brigade, &formation).unwrap().at, at(1, 0));
    assert!(formation::point_base_is_lost(&brigade, &files(&["SS", "P", "SS"])).is_none());
    let ordinary = Nature::ordinary(Book::Renaissance, &start);
    assert!(formation::point_base_is_lost(&ordinary, &formation).is_none());
}

#[test]
fn refilling_a_rectangle() {
    proves!("FOGR-COHESION-057", "FOGR-COHESION-058", "FOGAM-COHESION-038");
    for (book, base) in [(Book::Renaissance, shot()), (Book::Ancients, anc(TroopType::HeavyFoot, &[]))] {
        let start = [base; 8];
        let nature = Nature::ordinary(book, &start);
        // Example FOGAM-EXAMPLE-B17: 8 in two ranks lose a front base and keep their frontage of 4.
        let after = formation::refills(&nature, &Formation::block(&start, 4), at(1, 0), &[]);
        assert!(!after.is_empty());
        for Refill { formation, .. } in &after {
            assert_eq!(formation.len(), 7);
            assert_eq!(formation.rank_sizes().as_slice(), [(0, 4), (1, 3)]);
        }
        // The hole may come to be in any of the four files of the rear rank.
        assert_eq!(after.len(), 4);
        // One rank deep: the front shortens and closes up.
        let line = formation::refills(&nature, &Formation::block(&start[..4], 4), at(1, 0), &[]);
        assert!(
            line.iter().all(|r| r.formation.width() == 3 && formation::check(&nature, &r.formation).is_ok())
        );
        assert!(!line.is_empty());
    }
}

#[test]
fn without_rear_ranks_idle_front_bases_fill_the_place() {
    proves!("FOGR-COHESION-058", "FOGAM-COHESION-038");
    // Two kinds in one rank; the base fighting in file 1 is lost, the one in file 3 only overlaps.
    let (near, idle) = (anc(TroopType::HeavyFoot, &[]), anc(TroopType::MediumFoot, &[]));
    let start = [near, near, near, idle];
    let nature = Nature::ordinary(Book::Ancients, &start);
    let line = Formation::block(&start, 4);
    let kinds = |refills: Vec<Refill>| -> Vec<Vec<BaseProfile>> {
        refills.iter().map(|r| r.formation.profiles()).collect()
    };
    let filled = kinds(formation::refills(&nature, &line, at(1, 0), &[at(3, 0)]));
    assert_eq!(filled, [vec![near, idle, near]], "the idle base takes the vacated place");
    let closed = kinds(formation::refills(&nature, &line, at(1, 0), &[]));
    assert_eq!(closed, [vec![near, near, idle], vec![near, near, idle]], "all fight: the rank closes up");
    let to = |r: &Refill| r.formation.files().collect::<Vec<u8>>();
    let to: Vec<Vec<u8>> = formation::refills(&nature, &line, at(1, 0), &[]).iter().map(to).collect();
    assert_eq!(to, [[0, 1, 2], [1, 2, 3]], "to either hand");
}

#[test]
fn refilling_pike_and_shot() {
    proves!("FOGR-COHESION-057", "FOGR-BG-044");
    let start = many(&[(8, pike()), (6, shot())]);
    let nature = Nature { status: Status::LaterTercio, ..Nature::ordinary(Book::Renaissance, &start) };
    // Example FOGR-EX-208: the front pike of the left pike file is lost, the other three shuffle up.
    let before = files(&["SSS", "PPPP", "PPPP", "SS"]);
    let after: Vec<Vec<String>> =
        formation::refills(&nature, &before, at(1, 0), &[]).iter().map(|r| drawn(&r.formation)).collect();
    assert!(after.contains(&vec!["SSS".into(), "PPP".into(), "PPPP".into(), "SS".into()]), "{after:?}");
    assert!(after.iter().all(|f| f[1].starts_with('P')), "the front place is filled: {after:?}");
}

#[test]
fn an_early_tercio_loses_shot() {
    // Example FOGR-EXA-003: horns 2, 2, 1, 1 lose the front base of a front horn.
    proves!("FOGR-BG-024", "FOGR-BG-025", "FOGR-BG-026");
    let start = many(&[(6, pike()), (6, shot())]);
    let nature = Nature { status: Status::EarlyTercio, ..Nature::ordinary(Book::Renaissance, &start) };
    let before = files(&["SS  S", " PPP", " PPP", "SS  S"]);
    assert!(formation::check(&nature, &before).is_ok());
    let after = formation::refills(&nature, &before, at(0, 0), &[]);
    let early: Vec<_> = after.iter().filter(|r| r.status == Status::EarlyTercio).collect();
    let later: Vec<_> = after.iter().filter(|r| r.status == Status::LaterTercio).collect();
    assert!(early.iter().any(|r| {
        let h = formation::horns(&r.formation);
        (h.front_left, h.front_right, h.rear_left, h.rear_right) == (1, 2, 1, 1)
    }));
    assert!(!later.is_empty(), "refilled from a rear horn");
    for refill in later {
        let as_later = Nature { status: Status::LaterTercio, ..nature };
        assert!(formation::check(&as_later, &refill.formation).is_ok());
        assert_eq!(refill.formation.len(), 11);
    }
}

#[test]
fn conversion_closes_up_and_shares_the_shot() {
    proves!("FOGR-BG-024");
    let early = files(&["SS  SS", " PPP", " PPP", "S"]);
    assert_eq!(drawn(&formation::to_later_tercio(&early)), ["SSS", "PPP", "PPP", "SS"]);
}

#[test]
fn footprints() {
    // Example FOGR-EX-232: 8 shot with 6 pike have the footprint of 8 and 8.
    proves!("FOGR-GLOSSARY-018", "FOGR-BG-027");
    let full = files(&["SS  SS", " PPPP", " PPPP", "SS  SS"]);
    let fewer = files(&["SS  SS", " PPP", " PPP", "SS  SS"]);
    assert_eq!(formation::early_tercio_footprint(&full), Footprint { files: 4, ranks: 6 });
    assert_eq!(formation::early_tercio_footprint(&fewer), Footprint { files: 4, ranks: 6 });
    let later = files(&["SSS", "PPP", "PPP", "SSS"]);
    assert_eq!(formation::later_tercio_footprint(&later), Footprint { files: 4, ranks: 4 });
}

#[test]
fn autobreak_tables() {
    // Every printed entry, and example FOGR-EX-243.
    proves!("FOGR-COHESION-060", "FOGR-COHESION-061", "FOGAM-COHESION-039", "FOGAM-COHESION-040");
    let qualities = [Quality::Elite, Quality::Superior, Quality::Average, Quality::Poor];
    let remaining: [(u8, [i32; 4]); 11] = [
        (2, [1, 1, 1, 1]),
        (3, [1, 1, 1, 2]),
        (4, [1, 1, 2, 2]),
        (6, [2, 2, 3, 4]),
        (7, [2, 3, 4, 4]),
        (8, [3, 3, 4, 5]),
        (9, [3, 4, 5, 6]),
        (10, [3, 4, 5, 6]),
        (12, [4, 5, 7, 8]),
        (14, [5, 6, 8, 9]),
        (16, [6, 7, 9, 11]),
    ];
    for (size, row) in remaining {
        let found = qualities.map(|q| formation::autobreak_at(Book::Renaissance, size, q).total());
        assert_eq!(found, row, "{size}");
    }
    let lost: [(u8, [i32; 4]); 8] = [
        (2, [1, 1, 1, 1]),
        (3, [2, 2, 2, 1]),
        (4, [3, 3, 2, 2]),
        (6, [4, 4, 3, 2]),
        (8, [5, 5, 4, 3]),
        (9, [6, 5, 4, 3]),
        (10, [7, 6, 5, 4]),
        (12, [8, 7, 5, 4]),
    ];
    for (size, row) in lost {
        let found =
            qualities.map(|q| i32::from(size) - formation::autobreak_at(Book::Ancients, size, q).total());
        assert_eq!(found, row, "{size}");
    }
}

#[test]
fn squares() {
    proves!("FOGR-SPECIAL-032", "FOGR-SPECIAL-033", "FOGR-SPECIAL-042", "FOGR-BG-049");
    assert!(formation::may_form_square(&files(&["SS", "PP", "SS"])).is_ok());
    let refused = |f: &Formation| formation::may_form_square(f).unwrap_err().rule;
    assert_eq!(refused(&files(&["SS", "SS"])), rule!("FOGR-SPECIAL-032"));
    assert_eq!(refused(&files(&["SS", "PP", "PP", "PP", "SS"])), rule!("FOGR-SPECIAL-033"));
    let fighters = |n| {
        let (side, front) = formation::square_fighters(n);
        (side.total(), front.total())
    };
    assert_eq!(fighters(6), (2, 1));
    assert_eq!(fighters(12), (3, 2));
    assert_eq!(fighters(16), (4, 2));
    assert_eq!(fighters(9), (3, 2));
}

#[test]
fn orbs() {
    proves!("FOGAM-SPECIAL-029", "FOGAM-SPECIAL-035");
    let spear = anc(TroopType::HeavyFoot, &[Capability::OffensiveSpearmen]);
    let sword = anc(TroopType::HeavyFoot, &[Capability::Swordsmen]);
    let loose = anc(TroopType::MediumFoot, &[Capability::OffensiveSpearmen]);
    let orb = |base: BaseProfile, n: usize, wide: usize| {
        formation::may_form_orb(&Formation::block(&vec![base; n], wide)).is_ok()
    };
    assert!(orb(spear, 8, 4) && orb(spear, 4, 2));
    assert!(!orb(spear, 8, 5), "too wide");
    assert!(!orb(spear, 3, 2), "too few");
    assert!(!orb(sword, 8, 4) && !orb(loose, 8, 4));
    assert_eq!([4, 8, 9, 12].map(|n| formation::orb_width(n).total()), [1, 1, 2, 2]);
}

#[test]
fn markers_are_no_bases() {
    proves!("FOGR-BG-055", "FOGR-COMBAT-018");
    let dice = |marker, phase| formation::marker_dice(marker, phase).total();
    assert_eq!(dice(Marker::RegimentalGun, CombatPhase::Shooting), 1);
    assert_eq!(dice(Marker::RegimentalGun, CombatPhase::Impact), 1);
    assert_eq!(dice(Marker::RegimentalGun, CombatPhase::Melee), 0);
    assert_eq!(dice(Marker::Limber, CombatPhase::Shooting), 0);
    assert_eq!(dice(Marker::Commander, CombatPhase::Impact), 0);
}

/// Distances that grow with the rank, as from shooters straight in front.
fn from_the_front(formation: &Formation) -> Vec<Distance> {
    formation.placed().map(|p| Distance { at: p.at, measure: u64::from(p.at.rank) }).collect()
}

#[test]
fn shooting_takes_the_nearest_base_in_proportion() {
    proves!("FOGR-COHESION-048", "FOGR-COHESION-052", "FOGAM-COHESION-033");
    let start = many(&[(2, pike()), (4, shot())]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    let choices = |f: &Formation| {
        let (from_shooters, main_fire) = (&from_the_front(f)[..], MainFire::Frontal);
        formation::removal_choices(&nature, f, Loss::Shooting { from_shooters, main_fire })
    };
    assert_eq!(choices(&files(&["SS", "PP", "SS"])), [at(0, 0), at(1, 0), at(2, 0)], "free, equally near");
    assert_eq!(choices(&files(&["SS", "PP", "S"])), [at(1, 0)], "a shot base is gone: the pike is next");
    let guns = formation::removal_choices(&nature, &files(&["SS", "PP", "SS"]), Loss::ArtilleryAtLongRange);
    assert_eq!(guns, [at(1, 0), at(1, 1)], "either pike base");
    // The ancients know no proportion: the nearest.
    let mixed = [anc(TroopType::HeavyFoot, &[]), anc(TroopType::LightFoot, &[Capability::Bow])];
    let nature = Nature::ordinary(Book::Ancients, &mixed);
    let column = Formation::block(&mixed, 1);
    let (from_shooters, main_fire) = (&from_the_front(&column)[..], MainFire::Other);
    let loss = Loss::Shooting { from_shooters, main_fire };
    assert_eq!(formation::removal_choices(&nature, &column, loss), [at(0, 0)]);
}

#[test]
fn frontal_fire_takes_the_point_base() {
    proves!("FOGR-COHESION-049");
    let start = many(&[(3, pike()), (4, shot())]);
    let nature = Nature { status: Status::SwedishBrigade, ..Nature::ordinary(Book::Renaissance, &start) };
    let brigade = files(&[" SS", "PPP", " SS"]);
    let choices = |main_fire, f: &Formation| {
        let from_shooters: Vec<Distance> =
            f.placed().map(|p| Distance { at: p.at, measure: u64::from(p.at.file) }).collect();
        formation::removal_choices(&nature, f, Loss::Shooting { from_shooters: &from_shooters, main_fire })
    };
    assert_eq!(choices(MainFire::Frontal, &brigade), [at(1, 0)]);
    assert_eq!(choices(MainFire::Other, &brigade), [at(0, 1), at(0, 2)], "the near flank");
}

#[test]
fn close_combat_takes_a_front_base_facing_the_worst_enemy() {
    proves!(
        "FOGR-COHESION-050",
        "FOGR-COHESION-053",
        "FOGR-COHESION-054",
        "FOGAM-COHESION-034",
        "FOGAM-COHESION-036"
    );
    let start = many(&[(8, pike()), (6, shot())]);
    let nature = Nature { status: Status::LaterTercio, ..Nature::ordinary(Book::Renaissance, &start) };
    // Example FOGR-EX-208: a shot base is gone, so a front pike base goes.
    let tercio = files(&["SSS", "PPPP", "PPPP", "SS"]);
    let front = [at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(1, 1)];
    let loss = Loss::CloseCombat { facing_most_hits: &front, alone_against: &[] };
    assert_eq!(formation::removal_choices(&nature, &tercio, loss), [at(1, 0), at(2, 0)]);
    // No choice of kind: what faces the enemy goes.
    let loss = Loss::CloseCombat { facing_most_hits: &[at(0, 0)], alone_against: &[] };
    assert_eq!(formation::removal_choices(&nature, &tercio, loss), [at(0, 0)]);
    let line = [anc(TroopType::HeavyFoot, &[]); 4];
    let nature = Nature::ordinary(Book::Ancients, &line);
    let formation = Formation::block(&line, 4);
    let choices = |alone: &[Position]| {
        let facing = [at(0, 0), at(1, 0)];
        let loss = Loss::CloseCombat { facing_most_hits: &facing, alone_against: alone };
        formation::removal_choices(&nature, &formation, loss)
    };
    assert_eq!(choices(&[at(0, 0)]), [at(1, 0)], "leave every enemy a base to face");
    assert_eq!(choices(&[at(0, 0), at(1, 0)]), [at(0, 0), at(1, 0)], "unless bases run out");
}

#[test]
fn routers_lose_the_furthest_base() {
    proves!("FOGR-COHESION-051", "FOGAM-COHESION-035");
    let start = many(&[(2, pike()), (4, shot())]);
    let formation = files(&["SS", "PP", "SS"]);
    // Pursuers behind the right flank file touch shot only.
    let from_pursuers: Vec<Distance> = formation
        .placed()
        .map(|p| Distance { at: p.at, measure: 10 - u64::from(p.at.file) - u64::from(p.at.rank) })
        .collect();
    let loss = Loss::Rout { from_pursuers: &from_pursuers, in_contact: &[at(2, 1)] };
    let nature = Nature::ordinary(Book::Renaissance, &start);
    assert_eq!(formation::removal_choices(&nature, &formation, loss), [at(0, 0)]);
    let loss = Loss::Rout { from_pursuers: &from_pursuers, in_contact: &[at(1, 1)] };
    assert_eq!(formation::removal_choices(&nature, &formation, loss), [at(1, 0)], "of the type in contact");
    let ancients = Nature::ordinary(Book::Ancients, &start);
    assert_eq!(formation::removal_choices(&ancients, &formation, loss), [at(0, 0)]);
}

#[test]
fn the_active_side_removes_second() {
    proves!("FOGR-COHESION-055", "FOGAM-COHESION-037");
    use caracole_kernel::Side;
    assert_eq!(formation::removes_first(Side::Red), Side::Blue);
}

#[test]
fn the_gun_helps_the_middle() {
    proves!("FOGR-COMBAT-018");
    let three = files(&["SS", "PP", "SS"]);
    assert_eq!(formation::files_nearest_middle(&three, &[0, 1, 2]), [1]);
    assert_eq!(formation::files_nearest_middle(&three, &[0, 2]), [0, 2], "equally near: the owner picks");
    let four = files(&["SS", "PP", "PP", "SS"]);
    assert_eq!(formation::files_nearest_middle(&four, &[0, 1, 2, 3]), [1, 2]);
    assert_eq!(formation::files_nearest_middle(&four, &[3]), [3]);
    assert!(formation::files_nearest_middle(&four, &[]).is_empty());
}

#[test]
fn an_orb_faces_both_ways() {
    proves!("FOGAM-SPECIAL-030");
    let spear = anc(TroopType::HeavyFoot, &[Capability::OffensiveSpearmen]);
    for bases in [4usize, 6, 8, 10, 12] {
        let orb = formation::form_orb(&Formation::block(&vec![spear; bases], 4)).unwrap();
        let ranks = orb.rank_sizes().len();
        let rear: Vec<u8> = orb.placed().filter(|p| p.facing == Facing::Rear).map(|p| p.at.rank).collect();
        let rear_ranks = rear.iter().max().unwrap() - rear.iter().min().unwrap() + 1;
        assert_eq!(orb.width(), 2);
        assert!(2 * usize::from(rear_ranks) >= ranks && usize::from(rear_ranks) < ranks, "{bases} bases");
    }
}

/// Only cavalry and camelry in a single rank are entirely one base deep.
#[test]
fn reading_glossary_005() {
    proves!("FOGR-GLOSSARY-005");
    let single = |kind| {
        let base = BaseProfile { troop_type: kind, ..anc(TroopType::MediumFoot, &[]) };
        formation::is_entirely_one_base_deep(Book::Renaissance, &Formation::block(&[base; 4], 4))
    };
    assert!(single(TroopType::Cavalry) && single(TroopType::Camelry));
    for other in [TroopType::Horse, TroopType::DeterminedHorse, TroopType::Cavaliers, TroopType::Gendarmes] {
        assert!(!single(other), "{other}");
    }
}
