//! Commanders: ranges, groups, being Out of Command, and flank marches.

use crate::charts::{Charts, MarchKind};
use crate::readings::{Reading, Readings};
use crate::troops::{Arm, CommandType, Grade, Name, Order, Profile, Set};
use caracole_document::words;
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{enforces, rule};

/// Distance in BW within which a Commander prompts his own units normally.
pub fn command_range(charts: &Charts, readings: Readings, of: CommandType) -> u8 {
    enforces!("RETG-CMD-015");
    let [range, shorter] = &charts.commanders.command_range;
    if readings.has(Reading::ShorterCommandRange) { shorter.get(of) } else { range.get(of) }
}

/// Distance in BW within which an Army Commander gives cards; nought if he cannot.
pub fn gift_range(charts: &Charts, readings: Readings, of: CommandType) -> u8 {
    let [range, shorter] = &charts.commanders.gift_range;
    if readings.has(Reading::ShorterGiftRange) { shorter.get(of) } else { range.get(of) }
}

words! {
    /// Why a unit is Out of Command.
    OutOfCommand {
        /// It is outside the command range.
        OutOfRange = "out_of_range",
        /// Its Commander was killed and is not replaced.
        CommanderDead = "commander_dead",
        /// The Commander fights elsewhere.
        CommanderFights = "commander_fights",
        /// It belongs to another command.
        OtherCommand = "other_command",
        /// It is in ambush and its Commander is elsewhere.
        InAmbush = "in_ambush",
    }
}

/// Additional cards for being Out of Command.
pub fn out_of_command_cards(readings: Readings, causes: Set<OutOfCommand>) -> usize {
    enforces!("RETG-MOVE-037");
    let count = causes.iter().count();
    if readings.has(Reading::EachCauseOutOfCommand) { count } else { count.min(1) }
}

/// A unit of a group.
#[derive(Clone, Copy, Debug)]
pub struct Member<'p> {
    /// Its troops.
    pub profile: &'p Profile,
    /// It is a SuG that a battle unit takes along.
    pub pulled: bool,
}

/// How many units a group counts as: double units count twice, SuGs that are pulled along do not count.
pub fn group_size(charts: &Charts, readings: Readings, members: &[Member<'_>]) -> Tally {
    enforces!("RETG-MOVE-032", "RETG-GLOS-109");
    let mut tally = Tally::new("units of the group");
    let double = match readings.has(Reading::DoubleUnitsCountOnce) {
        true => 1,
        false => i32::from(charts.break_points.double_unit_weight),
    };
    for member in members.iter().filter(|member| !member.pulled) {
        match member.profile.shape.is_double_unit() {
            true => tally.add(rule!("RETG-MOVE-032"), member.profile.shape.name(), double),
            false => tally.add(rule!("RETG-MOVE-030"), "a unit", 1),
        }
    }
    tally
}

/// Whether a Commander may prompt a group of these units.
pub fn check_group_size(
    charts: &Charts,
    readings: Readings,
    grade: Grade,
    members: &[Member<'_>],
) -> Result<(), Refusal> {
    let most = i32::from(charts.commanders.group_size.get(grade));
    let size = group_size(charts, readings, members).total();
    if size <= most {
        return Ok(());
    }
    let problem = format!("A {} Commander cannot move so large a group", grade.name());
    Err(Refusal::new(rule!("RETG-MOVE-030"), problem, "Leave units out of the group.")
        .fact("units", size)
        .fact("most", most))
}

/// What kind of flank march these units make.
pub fn march_kind<'p>(units: impl IntoIterator<Item = &'p Profile>) -> MarchKind {
    let mut kind = MarchKind::Light;
    for profile in units {
        let mounted = matches!(profile.arm, Arm::Mounted | Arm::Dragoons);
        let flexible = profile.arm == Arm::Mounted && profile.order == Order::LooseSkirmish;
        kind = kind.max(match (profile.is_skirmishers() || flexible, mounted) {
            (true, _) => MarchKind::Light,
            (false, true) => MarchKind::Mounted,
            (false, false) => MarchKind::Other,
        });
    }
    kind
}

/// Whether a Commander can ever hold the RED cards that his flank march needs.
pub fn can_arrive(charts: &Charts, grade: Grade, kind: MarchKind) -> bool {
    enforces!("RETG-FLANK-018");
    charts.flank_march.red_cards.get(kind) <= charts.commanders.cards.get(grade)
}
