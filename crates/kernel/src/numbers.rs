//! Numbers by seed, the same on every platform: for computer players, random setups and tests.

/// SplitMix64: small, fast, good enough for choosing moves. Dice come from elsewhere.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Numbers(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, even for practical purposes; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let wide = u128::from(self.draw()) * end as u128;
        (wide >> 64) as usize
    }
}
