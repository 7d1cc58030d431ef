//! Who is stronger: ratings from many pairings.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The result of one pairing of players, half of the battles on each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Code of the system.
    pub system: String,
    /// What was fought, in a word or two.
    pub field: String,
    /// Version of the program.
    pub version: String,
    /// One player.
    pub first: String,
    /// The other.
    pub second: String,
    /// Seed of the first battle.
    pub seed: u64,
    /// Battles fought.
    pub battles: u64,
    /// Won by the first.
    pub first_won: u64,
    /// Won by the second.
    pub second_won: u64,
    /// Sum of the fingerprints of all ends.
    pub hash: String,
}

impl Pairing {
    /// Battles that nobody won.
    pub fn drawn(&self) -> u64 {
        self.battles.saturating_sub(self.first_won).saturating_sub(self.second_won)
    }

    /// What makes two pairings the same, in either order.
    fn key(&self) -> (&str, &str, &str, &str, &str) {
        let (one, other) = (self.first.as_str(), self.second.as_str());
        (&self.system, &self.field, &self.version, one.min(other), one.max(other))
    }
}

/// Every pairing that was fought, kept as a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The pairings.
    #[serde(default)]
    pub pairings: Vec<Pairing>,
}

/// A player's strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Elo points; the mean of all players is 1500.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub interval: f64,
    /// Battles fought.
    pub battles: u64,
    /// Points: one for a win, a half for a draw.
    pub points: f64,
}

/// A player named on both sides of each draw that is added so that nobody's rating is infinite.
const PRIOR: f64 = 0.5;
/// Rounds of the fit; far more than it needs.
const ROUNDS: usize = 10_000;

impl Ladder {
    /// Puts a pairing in the place of an older one of the same players.
    pub fn record(&mut self, pairing: Pairing) {
        self.pairings.retain(|old| old.key() != pairing.key());
        self.pairings.push(pairing);
        self.pairings.sort_by(|a, b| a.key().cmp(&b.key()));
    }

    /// Systems and fields that were fought.
    pub fn fields(&self) -> Vec<(&str, &str)> {
        let mut all: Vec<_> = self.pairings.iter().map(|p| (p.system.as_str(), p.field.as_str())).collect();
        all.dedup();
        all
    }

    /// Ratings of everybody who fought on a field, the strongest first. They are those under which the results are
    /// the likeliest (Bradley and Terry), a draw being half a win for each and one more draw added to every pairing.
    pub fn ratings(&self, system: &str, field: &str) -> Vec<Rating> {
        let fought: Vec<&Pairing> = self
            .pairings
            .iter()
            .filter(|p| p.system == system && p.field == field && p.battles > 0)
            .collect();
        let versions: std::collections::BTreeSet<&str> = fought.iter().map(|p| p.version.as_str()).collect();
        let label = |name: &str, version: &str| match versions.len() {
            0 | 1 => name.to_owned(),
            // Chance does not change with the program.
            _ if name == "random" => name.to_owned(),
            _ => format!("{name} {version}"),
        };
        let mut index: BTreeMap<String, usize> = BTreeMap::new();
        for pairing in &fought {
            for name in [&pairing.first, &pairing.second] {
                let next = index.len();
                index.entry(label(name, &pairing.version)).or_insert(next);
            }
        }
        let n = index.len();
        let mut games = vec![vec![0.0; n]; n];
        let mut points = vec![0.0; n];
        let mut battles = vec![0u64; n];
        let mut score = vec![0.0; n];
        for pairing in &fought {
            let of = |name: &str| index.get(&label(name, &pairing.version)).copied().unwrap_or(0);
            let (a, b) = (of(&pairing.first), of(&pairing.second));
            let half = pairing.drawn() as f64 / 2.0;
            games[a][b] += pairing.battles as f64 + 2.0 * PRIOR;
            games[b][a] += pairing.battles as f64 + 2.0 * PRIOR;
            for (who, won) in [(a, pairing.first_won), (b, pairing.second_won)] {
                score[who] += won as f64 + half;
                points[who] += won as f64 + half + PRIOR;
                battles[who] += pairing.battles;
            }
        }
        let strength = fit(&games, &points);
        let errors = standard_errors(&games, &strength);
        let logs: Vec<f64> = strength.iter().map(|s| libm::log(*s)).collect();
        let mean = logs.iter().sum::<f64>() / n.max(1) as f64;
        let scale = 400.0 / libm::log(10.0);
        let mut ratings: Vec<Rating> = index
            .into_iter()
            .map(|(player, i)| Rating {
                player,
                elo: 1500.0 + scale * (logs[i] - mean),
                interval: 1.959_964 * scale * errors[i],
                battles: battles[i],
                points: score[i],
            })
            .collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        ratings
    }
}

/// The strengths under which the points are the likeliest, by Zermelo's iteration.
#[allow(clippy::needless_range_loop, reason = "matrices read best by index")]
fn fit(games: &[Vec<f64>], points: &[f64]) -> Vec<f64> {
    let n = points.len();
    let mut strength = vec![1.0; n];
    for _ in 0..ROUNDS {
        let mut change: f64 = 0.0;
        for i in 0..n {
            let sum: f64 =
                (0..n).filter(|j| *j != i).map(|j| games[i][j] / (strength[i] + strength[j])).sum();
            let new = if sum > 0.0 { points[i] / sum } else { 1.0 };
            change = change.max((new / strength[i] - 1.0).abs());
            strength[i] = new;
        }
        if change < 1e-12 {
            break;
        }
    }
    strength
}

/// Standard errors of the logarithms of strength against their mean, from the information of the fit.
#[allow(clippy::needless_range_loop, reason = "matrices read best by index")]
fn standard_errors(games: &[Vec<f64>], strength: &[f64]) -> Vec<f64> {
    let n = strength.len();
    if n < 2 {
        return vec![0.0; n];
    }
    // The information matrix has no inverse: only differences can be known. Adding 1/n everywhere ties the mean down,
    // and taking it off again leaves the variances of the differences from the mean.
    let mut matrix = vec![vec![1.0 / n as f64; n]; n];
    for i in 0..n {
        for j in 0..n {
            if i != j {
                let p = strength[i] / (strength[i] + strength[j]);
                let information = games[i][j] * p * (1.0 - p);
                matrix[i][i] += information;
                matrix[i][j] -= information;
            }
        }
    }
    let inverse = invert(matrix);
    (0..n).map(|i| (inverse[i][i] - 1.0 / n as f64).max(0.0).sqrt()).collect()
}

/// The inverse of a small positive definite matrix.
#[allow(clippy::needless_range_loop, reason = "matrices read best by index")]
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for i in 0..n {
        let pivot = matrix[i][i];
        for j in 0..n {
            matrix[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        for k in 0..n {
            let factor = matrix[k][i];
            if k == i || factor == 0.0 {
                continue;
            }
            for j in 0..n {
                let (m, v) = (matrix[i][j], inverse[i][j]);
                matrix[k][j] -= factor * m;
                inverse[k][j] -= factor * v;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: &str, second: &str, won: u64, lost: u64, battles: u64) -> Pairing {
        Pairing {
            system: "mpbs".to_owned(),
            field: "naseby".to_owned(),
            version: "1".to_owned(),
            first: first.to_owned(),
            second: second.to_owned(),
            seed: 1,
            battles,
            first_won: won,
            second_won: lost,
            hash: String::new(),
        }
    }

    /// With the added draw 150.5 of 201 points: the difference is 400 log10(150.5 / 50.5) = 189.7, the standard error of
    /// the difference 1 / sqrt(201 p q) = 0.16262 in logarithms, and of each from their mean half of that.
    #[test]
    fn two_players_have_the_rating_of_the_formula() {
        let mut ladder = Ladder::default();
        ladder.record(pairing("a", "b", 140, 40, 200));
        let ratings = ladder.ratings("mpbs", "naseby");
        assert_eq!(ratings[0].player, "a");
        assert!((ratings[0].elo - ratings[1].elo - 189.72).abs() < 0.05, "{ratings:?}");
        assert!((ratings[0].elo + ratings[1].elo - 3000.0).abs() < 1e-6);
        let expected = 1.959_964 * 400.0 / std::f64::consts::LN_10 * 0.162_62 / 2.0;
        assert!((ratings[0].interval - expected).abs() < 0.05, "{ratings:?} {expected}");
        assert!((ratings[0].points - 150.0).abs() < 1e-9);
    }

    #[test]
    fn three_equal_players_are_equal() {
        let mut ladder = Ladder::default();
        for (a, b) in [("a", "b"), ("b", "c"), ("a", "c")] {
            ladder.record(pairing(a, b, 10, 10, 20));
        }
        assert!(ladder.ratings("mpbs", "naseby").iter().all(|r| (r.elo - 1500.0).abs() < 1e-6));
    }

    #[test]
    fn a_pairing_fought_again_takes_the_place_of_the_old_one() {
        let mut ladder = Ladder::default();
        ladder.record(pairing("a", "b", 10, 0, 10));
        ladder.record(pairing("a", "b", 1, 9, 10));
        assert_eq!(ladder.pairings, [pairing("a", "b", 1, 9, 10)]);
        ladder.record(pairing("b", "a", 3, 7, 10));
        assert_eq!(ladder.pairings, [pairing("b", "a", 3, 7, 10)]);
    }

    #[test]
    fn versions_are_told_apart_when_there_are_several() {
        let mut ladder = Ladder::default();
        ladder.record(pairing("marshal", "random", 9, 1, 10));
        ladder.record(Pairing { version: "2".to_owned(), ..pairing("marshal", "random", 10, 0, 10) });
        let names: Vec<String> = ladder.ratings("mpbs", "naseby").into_iter().map(|r| r.player).collect();
        assert_eq!(names, ["marshal 2", "marshal 1", "random"]);
    }
}
