//! The known word nearest to a misspelt one.

/// Number of letters to insert, remove, replace or swap with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(40).collect(), b.chars().take(40).collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, cb) in b.iter().enumerate() {
            let at = |row: &[usize], k: usize| row.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut best =
                (at(&row, j) + usize::from(ca != cb)).min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = row;
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

/// The known word that is nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() < 2 {
        return None;
    }
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|k| (distance(&lower, &k.to_lowercase()), k))
        .filter(|&(d, k)| d <= (k.chars().count() / 3).max(1).min(word.chars().count() - 1))
        .min_by_key(|&(d, _)| d)
        .map(|(_, k)| k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["facing", "files", "name", "side"];
        assert_eq!(nearest("faicng", known), Some("facing"));
        assert_eq!(nearest("Fils", known), Some("files"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(distance("wheel", "whel"), 1);
        assert_eq!(distance("ab", "ba"), 1);
    }
}
