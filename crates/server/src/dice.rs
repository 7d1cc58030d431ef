//! Dice that both players can verify: the server commits itself first, then the players add their nonces.

use crate::entropy::{Entropy, NoEntropy};
use caracole_kernel::dice::Seed;

/// Longest nonce, as the log has it.
const LONGEST: usize = 64;

/// A new secret behind the dice of one game.
pub(crate) fn new_seed(entropy: &dyn Entropy) -> Result<Seed, NoEntropy> {
    entropy.secret().map(Seed)
}

/// What a computer adds to the dice. It is fixed and shown before any player adds theirs: the server could
/// otherwise choose it to suit the dice.
pub(crate) fn computers_nonce(entropy: &dyn Entropy) -> Result<String, NoEntropy> {
    entropy.secret().map(|secret| secret.to_string())
}

/// Whether a player's nonce can stand in a log.
pub(crate) fn check_nonce(nonce: String) -> Result<String, &'static str> {
    let fits = (1..=LONGEST).contains(&nonce.chars().count()) && !nonce.chars().any(char::is_control);
    if fits { Ok(nonce) } else { Err("A nonce has 1 to 64 characters and no control characters") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonces_are_bounded() {
        assert!(check_nonce("a".repeat(64)).is_ok());
        assert!(check_nonce("é".repeat(64)).is_ok(), "characters count, not bytes");
        for bad in [String::new(), "a".repeat(65), "a\nb".to_owned()] {
            assert!(check_nonce(bad).is_err());
        }
    }
}
