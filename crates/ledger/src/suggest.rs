//! Ids that are most like a mistyped one.

use crate::id::RuleId;

/// Ids longer than this are not typing errors but something else altogether.
const LONGEST: usize = 64;

/// Up to `limit` existing ids that need the fewest changes to become `id`, the nearest first; none when nothing is
/// near enough to be meant.
#[must_use]
pub fn nearest(id: &str, limit: usize) -> Vec<RuleId> {
    let wanted = id.trim().to_ascii_uppercase();
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    let furthest = (wanted.len() / 3).max(1);
    let mut found: Vec<(usize, RuleId)> = RuleId::all()
        .map(|rule| (edit_distance(wanted.as_bytes(), rule.id().to_ascii_uppercase().as_bytes()), rule))
        .filter(|(distance, _)| *distance <= furthest)
        .collect();
    found.sort_unstable();
    found.into_iter().take(limit).map(|(_, rule)| rule).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
pub fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(x != y);
            row[j + 1] = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}
