//! The battle, its players, and what a person can say at the prompt.

use super::{ask, chart, dice};
use crate::{
    commands::odds::combat::lines,
    failure::{Done, Failure},
    output::Output,
};
use caracole_bots::{AnyPlayer, Patience};
use caracole_kernel::{
    AnySession, AnySystem, Awaiting, BySide, Item, Land, Offer, Refusal, Sentence, Side, Viewer,
    dice::{Commitment, Seed, Verifiable},
    log::{Act, Writer},
};
use caracole_ledger::{RuleId, Search, System as Book};
use caracole_odds::Foresight;
use owo_colors::OwoColorize;
use serde_json::Value;
use std::{io::BufRead, path::Path, time::Duration};

/// Who plays a side.
pub(super) enum Player {
    /// Somebody at this terminal.
    Person,
    /// The computer.
    Computer(Box<dyn AnyPlayer>),
}

/// How long a computer player may think about one choice; then the first legal one is made for it.
const LONGEST_THOUGHT: Duration = Duration::from_secs(20);

/// How many choices are shown before `all` is asked for.
const FEW: usize = 12;

pub(super) struct Room {
    session: Box<dyn AnySession>,
    players: BySide<Player>,
    dice: Verifiable,
    seed: Seed,
    take_backs: bool,
    promise: Commitment,
    /// The last entry that has been told; nothing before the beginning.
    told: Option<u64>,
    /// Who was asked last, of two at this terminal.
    asked: Option<Side>,
    last: Vec<Sentence>,
}

/// What comes of a line at the prompt.
enum Said {
    /// The battle goes on.
    GoOn,
    /// Ask again.
    Again,
    /// The person leaves.
    Leave,
}

impl Room {
    pub(super) fn open(
        system: &dyn AnySystem,
        setup: Value,
        players: BySide<Player>,
        seed: Seed,
        take_backs: bool,
    ) -> Result<Self, Failure> {
        let mut session = system.start(setup).map_err(|r| refused(&r))?;
        if take_backs {
            session.allow_take_backs();
        }
        let nonces = BySide { red: "terminal".to_owned(), blue: "terminal".to_owned() };
        Ok(Room {
            session,
            players,
            dice: Verifiable::new(&seed, &nonces),
            promise: Commitment { commitment: seed.commitment(), nonces },
            seed,
            take_backs,
            told: None,
            asked: None,
            last: Vec::new(),
        })
    }

    /// Whose eyes the person at the terminal has now.
    fn viewer(&self, chooser: Option<Side>) -> Viewer {
        let people: Vec<Side> =
            Side::BOTH.into_iter().filter(|s| matches!(self.players[*s], Player::Person)).collect();
        match (people.as_slice(), chooser) {
            ([one], _) => Viewer::from(*one),
            ([_, _], Some(side)) => Viewer::from(side),
            _ => Viewer::Spectator,
        }
    }

    pub(super) fn play(&mut self, input: &mut impl BufRead, out: &Output) -> Done {
        out.line(format!("Dice promise: {}", self.promise.commitment));
        loop {
            match self.session.awaiting(Viewer::Spectator) {
                Awaiting::Nothing(outcome) => {
                    self.tell(self.viewer(None), out);
                    let winner =
                        outcome.winner.map_or("Nobody wins".to_owned(), |side| format!("{side} wins"));
                    out.line(format!("{winner}: {}.", outcome.how));
                    return Ok(());
                }
                Awaiting::Dice(_) => {
                    let viewer = self.viewer(None);
                    let watched = self.players.iter().any(|(_, p)| matches!(p, Player::Person));
                    if watched {
                        self.tell(viewer, out);
                        let foresight = Foresight::of_dice(&*self.session, viewer);
                        if let Awaiting::Dice(roll) = self.session.awaiting(viewer) {
                            dice::announce(&roll, foresight.as_ref(), out);
                        }
                    }
                    let before = self.session.entries();
                    self.session.throw(&mut self.dice).map_err(|e| Failure::new(e.to_string()))?;
                    if watched {
                        dice::tell(self.session.casts(viewer, before).last(), out);
                    }
                }
                Awaiting::Decision { side, .. } => {
                    if let Player::Computer(player) = &mut self.players[side] {
                        let patience = Patience::of(LONGEST_THOUGHT);
                        let chosen = player.choose(&*self.session, side, &patience);
                        self.answer(side, chosen.filter(|_| !patience.is_over()))?;
                        continue;
                    }
                    if !self.hand_over(side, input, out)? {
                        return Ok(());
                    }
                    self.tell(self.viewer(Some(side)), out);
                    if let Said::Leave = self.converse(side, input, out)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Makes a computer player's choice, or the first legal one for it.
    fn answer(&mut self, side: Side, chosen: Option<Value>) -> Done {
        if let Some(chosen) = chosen
            && self.session.choose(side, &chosen).is_ok()
        {
            return Ok(());
        }
        let first = self.session.candidates(side).into_iter().next();
        let first = first.ok_or_else(|| Failure::new("the computer found nothing to choose"))?;
        self.session.choose(side, &first).map_err(|r| refused(&r))
    }

    /// Tells what has happened since it was last told.
    fn tell(&mut self, viewer: Viewer, out: &Output) {
        let now = self.session.entries();
        if self.told == Some(now) {
            return;
        }
        let seen = self.session.report(viewer, self.told.unwrap_or(0)).into_iter();
        // What happened before the first entry belongs to entry 0.
        let fresh = seen.filter(|s| self.told.is_none_or(|told| s.entry > told));
        self.last = fresh.map(|s| s.sentence).collect();
        self.told = Some(now);
        for sentence in &self.last {
            out.line(&sentence.text);
        }
    }

    /// Two people at one terminal: before the other one is asked, what only the first may see goes out of sight. False if
    /// the input ends.
    fn hand_over(&mut self, side: Side, input: &mut impl BufRead, out: &Output) -> Result<bool, Failure> {
        let before = self.asked.replace(side);
        let two = self.players.iter().all(|(_, player)| matches!(player, Player::Person));
        if !two || before == Some(side) || !self.holds_secret_cards() {
            return Ok(true);
        }
        cover(out);
        let line = ask(input, &format!("{side}: press Enter when only you can see this. "))?;
        Ok(line.is_some())
    }

    /// Whether either side holds cards that the other does not see.
    fn holds_secret_cards(&self) -> bool {
        let scene = self.session.scene(Viewer::Spectator);
        scene.is_some_and(|scene| scene.hands.iter().any(|hand| hand.hidden > 0))
    }

    /// What cards are held, as one side may see it.
    fn hands(&self, side: Side, out: &Output) -> bool {
        let hands = self.session.scene(Viewer::from(side)).map_or_else(Vec::new, |scene| scene.hands);
        hands.iter().for_each(|hand| dice::tell_hand(hand, out));
        !hands.is_empty()
    }

    fn converse(&mut self, side: Side, input: &mut impl BufRead, out: &Output) -> Result<Said, Failure> {
        let viewer = Viewer::from(side);
        out.line("");
        if let Some(prompt) = self.session.prompt(viewer) {
            let text = match prompt.text.to_lowercase().contains(side.name()) {
                true => prompt.text.to_string(),
                false => format!("{side}: {}", prompt.text),
            };
            out.line(if out.colour() { text.bold().to_string() } else { text });
        }
        self.hands(side, out);
        let offers = self.session.offers(side);
        show(&offers, FEW, out);
        loop {
            let Some(line) = ask(input, &format!("{side}> "))? else { return Ok(Said::Leave) };
            let said = match line.to_lowercase().as_str() {
                "undo" => self.undo(side, out)?,
                "back" => self.back(side, input, out)?,
                _ => self.heed(side, &line, &offers, out)?,
            };
            match said {
                Said::Again => {}
                other => return Ok(other),
            }
        }
    }

    fn heed(
        &mut self,
        side: Side,
        line: &str,
        offers: &[Offer<Value>],
        out: &Output,
    ) -> Result<Said, Failure> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(w, r)| (w, r.trim()));
        match word.to_lowercase().as_str() {
            "" => {}
            "help" | "?" => self.help(side, out),
            "all" => show(offers, usize::MAX, out),
            "table" | "map" => match self.session.scene(Viewer::from(side)) {
                Some(scene) => chart::draw(&scene, out),
                None => out.line("This system has no drawn table yet."),
            },
            "look" => self.look(side, rest, out),
            "hand" | "hands" => {
                if !self.hands(side, out) {
                    out.line("Nobody holds cards here.");
                }
            }
            "plan" | "try" => self.plan(side, rest, out),
            "why" => why(&self.last, out),
            "rule" => show_rule(rest, out),
            "rules" => self.find_rules(rest, out),
            "save" => match self.save(Path::new(rest)) {
                Ok(()) => out.line(format!("Saved as {rest}.")),
                Err(failure) => out.line(format!("Not saved: {}", failure.error)),
            },
            "resign" => {
                self.session.act(Act::Resign { side }).map_err(|r| refused(&r))?;
                return Ok(Said::GoOn);
            }
            "quit" | "exit" => return Ok(Said::Leave),
            _ => {
                let read = self.session.read_command(side, line);
                match read.and_then(|decision| self.session.choose(side, &decision)) {
                    Ok(()) => return Ok(Said::GoOn),
                    Err(refusal) => tell_refusal(&refusal, out),
                }
            }
        }
        Ok(Said::Again)
    }

    /// Takes back the last choice, where no consent is needed or all of it was given beforehand.
    fn undo(&mut self, side: Side, out: &Output) -> Result<Said, Failure> {
        match self.session.undo_to(side) {
            Ok(to) => self.go_back(Act::Undo { side, to }, out),
            Err(_) if self.take_backs => self.rewind(side, out),
            Err(refusal) => {
                tell_refusal(&refusal, out);
                out.line("Say `back` to ask.");
                Ok(Said::Again)
            }
        }
    }

    /// Asks the other side to go back to before the last choice. The computer does not agree: it would have dice thrown
    /// anew.
    fn back(&mut self, side: Side, input: &mut impl BufRead, out: &Output) -> Result<Said, Failure> {
        if let Err(refusal) = self.session.rewind_to(side) {
            tell_refusal(&refusal, out);
            return Ok(Said::Again);
        }
        let other = side.other();
        let agrees = match &self.players[other] {
            _ if self.take_backs => true,
            Player::Computer(_) => {
                out.line("The computer doesn't agree to go back. Start with --take-backs to allow it.");
                return Ok(Said::Again);
            }
            Player::Person => {
                let question =
                    format!("{other}, {side} asks to go back to before its last choice. Agree? (yes/no) ");
                let Some(answer) = ask(input, &question)? else { return Ok(Said::Leave) };
                ["yes", "y"].contains(&answer.to_lowercase().as_str())
            }
        };
        if agrees {
            return self.rewind(side, out);
        }
        out.line(format!("{other} does not agree."));
        Ok(Said::Again)
    }

    /// Goes back to before the last choice, as was agreed.
    fn rewind(&mut self, side: Side, out: &Output) -> Result<Said, Failure> {
        match self.session.rewind_to(side) {
            Ok(to) => self.go_back(Act::Rewind { asked: side, to, beforehand: self.take_backs }, out),
            Err(refusal) => {
                tell_refusal(&refusal, out);
                Ok(Said::Again)
            }
        }
    }

    fn go_back(&mut self, act: Act<Value>, out: &Output) -> Result<Said, Failure> {
        self.session.act(act).map_err(|r| refused(&r))?;
        self.told = Some(self.session.entries());
        out.line("Taken back.");
        Ok(Said::GoOn)
    }

    fn help(&self, side: Side, out: &Output) {
        out.line(
            "Say the number or the words of a choice, or: all, table, hand, look NAME, plan CHOICE, why,",
        );
        out.line("rule ID, rules WORDS, undo, back, save FILE, resign, quit.");
        if let Some(prompt) = self.session.prompt(Viewer::from(side)) {
            for form in &prompt.commands {
                out.line(format!("  {form}"));
            }
            for rule in &prompt.rules {
                out.line(format!("  {}: {}", rule.id(), rule.rule().title));
            }
        }
    }

    fn look(&self, side: Side, name: &str, out: &Output) {
        let Some(scene) = self.session.scene(Viewer::from(side)) else {
            out.line("This system has no drawn table yet.");
            return;
        };
        if let Some(says) = self.session.place(name) {
            out.line(says);
            return;
        }
        let wanted = name.to_lowercase();
        let number = wanted.parse::<u32>().ok();
        let is_meant = |item: &&Item| match number {
            Some(number) => item.piece.kind == "group" && item.piece.number == number,
            None => wanted.is_empty() || item.name.to_lowercase().contains(&wanted),
        };
        let items = scene.items.iter().filter(is_meant).map(|item| &item.says);
        let is_land = |land: &&Land| wanted == "ground" || (number.is_none() && land.name.contains(&wanted));
        let land = scene.land.iter().filter(is_land).map(|land| &land.says);
        let found: Vec<&String> = items.chain(land).collect();
        match found.is_empty() {
            true => out.line(format!("Nothing here is called \"{name}\".")),
            false => found.into_iter().for_each(|says| out.line(says)),
        }
    }

    /// What a choice would do, without making it.
    fn plan(&self, side: Side, words: &str, out: &Output) {
        let read = self.session.read_command(side, words);
        let seen = read.and_then(|decision| Ok((self.session.overlays(side, &decision)?, decision)));
        match seen {
            Ok((overlays, decision)) => {
                out.line("That is allowed.");
                for overlay in overlays.iter().filter(|o| !o.label.is_empty()) {
                    let rule = overlay.rule.map_or_else(String::new, |r| format!("  {}", r.id()));
                    out.line(format!("  {}{rule}", overlay.label));
                }
                if let Some(foresight) = Foresight::of(&*self.session, side, &decision) {
                    dice::foretell(&foresight, out);
                }
            }
            Err(refusal) => tell_refusal(&refusal, out),
        }
    }

    fn find_rules(&self, words: &str, out: &Output) {
        let Some(book) = Book::PUBLISHED.into_iter().find(|b| b.code() == self.session.system()) else {
            return;
        };
        match Search::new(words) {
            Ok(search) => {
                for hit in search.within(book).hits().into_iter().take(8) {
                    out.line(format!("{}  {}", hit.rule.id(), hit.rule.rule().title));
                }
            }
            Err(e) => out.line(format!("Nothing is searched for: {e}.")),
        }
    }

    /// Writes the log so far.
    pub(super) fn save(&self, path: &Path) -> Done {
        let (mut writer, mut text) = Writer::begin(&self.session.header(Some(self.promise.clone())));
        text.push('\n');
        for entry in self.session.record(0) {
            text.push_str(&writer.entry(&entry));
            text.push('\n');
        }
        if let Some(end) = self.session.end(Some(self.seed)) {
            text.push_str(&writer.end(&end));
            text.push('\n');
        }
        std::fs::write(path, text).map_err(|e| {
            Failure::new(format!("cannot be written: {e}"))
                .at(path.display().to_string())
                .remedy("name a file in a folder that you may write to")
        })
    }
}

/// Puts what stands on the screen out of sight.
fn cover(out: &Output) {
    if out.colour() {
        // Clears the screen and what has scrolled off it.
        out.line("\u{1b}[2J\u{1b}[3J\u{1b}[H");
    } else {
        out.line("\n".repeat(60));
    }
}

fn show(offers: &[Offer<Value>], most: usize, out: &Output) {
    for (n, offer) in offers.iter().take(most).enumerate() {
        out.line(format!("{:>4}  {}", n + 1, offer.wording.text));
    }
    if offers.len() > most {
        out.line(format!("      and {} more: say `all`", offers.len() - most));
    }
}

fn why(sentences: &[Sentence], out: &Output) {
    for sentence in sentences {
        let rules: Vec<&str> = sentence.rules.iter().map(|r| r.id()).collect();
        out.line(format!("{}  {}", sentence.text, rules.join(", ")));
        for tally in &sentence.tallies {
            out.line(format!("    {}: {}", tally.of, tally.total()));
            lines(tally, out);
        }
    }
}

fn show_rule(id: &str, out: &Output) {
    match RuleId::find_ignoring_case(id) {
        Some(found) => {
            let rule = found.rule();
            out.line(format!("{}  {}", found.id(), rule.title));
            out.line(rule.text);
        }
        None => out.line(format!("No rule has the id \"{id}\".")),
    }
}

fn tell_refusal(refusal: &Refusal, out: &Output) {
    let facts: Vec<String> = refusal.facts.iter().map(|f| format!("{}: {}", f.name, f.value)).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    out.line(format!("No: {}{facts}. {}  {}", refusal.problem, refusal.remedy, refusal.rule.id()));
}

fn refused(refusal: &Refusal) -> Failure {
    Failure::new(refusal.problem.clone()).remedy(refusal.remedy.clone()).rule(refusal.rule.id())
}
