//! Lines with their checksums.

use sha2::{Digest, Sha256};

/// The checksum of a line: first eight bytes of SHA-256 over the sum before and the line without its own sum.
pub(super) fn sum(before: &str, body: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(before.as_bytes());
    hash.update(body.as_bytes());
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A JSON object with its sum added as last field.
pub(super) fn seal(body: &str, sum: &str) -> String {
    let open = body.strip_suffix('}').unwrap_or(body);
    format!("{open},\"sum\":\"{sum}\"}}")
}

/// The body of a sealed line and its sum.
pub(super) fn unseal(line: &str) -> Option<(String, &str)> {
    let inside = line.strip_suffix("\"}")?;
    let (open, sum) = inside.rsplit_once(",\"sum\":\"")?;
    let valid = sum.len() == 16 && sum.bytes().all(|b| b.is_ascii_hexdigit());
    valid.then(|| (format!("{open}}}"), sum))
}
