//! Three hundred random battles by their seed, number of entries and final hash: whatever changes how a battle goes, or
//! what is hashed, shows here. `CARACOLE_BLESS=1 cargo test -p caracole-fog --test fogam digest` writes the list anew.

use crate::battle_common::recorded::digest_holds;
use caracole_fog::ancients::Ancients;

#[test]
fn three_hundred_random_battles_end_as_they_did() {
    digest_holds::<Ancients>("fogam/digest.txt");
}
