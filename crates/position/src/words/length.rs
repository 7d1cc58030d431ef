//! Lengths and angles as people write them: `3 MU`, `40 mm`, `1.5 BW`, `22.5`.

use crate::file::Unit;
use caracole_plane::{Angle, Um};
use std::fmt;
use std::str::FromStr;

/// A length with its unit, to the thousandth. Without a unit it counts in the unit of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Thousandths of the unit.
    pub thousandths: i64,
    /// The unit, where it is written.
    pub unit: Option<Unit>,
}

/// Degrees, to the thousandth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees {
    /// Thousandths of a degree.
    pub thousandths: i64,
}

/// Why words of a file are not understood: what is wrong, and what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// What is wrong.
    pub wrong: String,
    /// What to write.
    pub remedy: String,
}

impl Misread {
    pub(crate) fn new(wrong: impl Into<String>, remedy: impl Into<String>) -> Self {
        Misread { wrong: wrong.into(), remedy: remedy.into() }
    }
}

/// Whole units of a number that are still read: far more than any table has.
const MOST: i64 = 1_000_000;

/// A number with at most three decimals.
pub(crate) fn thousandths(text: &str) -> Result<i64, Misread> {
    let wrong =
        || Misread::new(format!("`{text}` is no number"), "write digits, with three decimals at most");
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 3 {
        return Err(wrong());
    }
    let whole: i64 = whole.parse().ok().filter(|n| *n <= MOST).ok_or_else(wrong)?;
    let part: i64 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
    Ok(whole * 1000 + part)
}

/// A number of thousandths without needless digits.
pub(crate) fn shown(thousandths: i64) -> String {
    let (whole, part) = (thousandths / 1000, thousandths % 1000);
    match part {
        0 => whole.to_string(),
        _ => format!("{whole}.{part:03}").trim_end_matches('0').to_owned(),
    }
}

impl Unit {
    /// As lengths write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Unit::Mu => "MU",
            Unit::Mm => "mm",
            Unit::Bw => "BW",
        }
    }

    const ALL: [Unit; 3] = [Unit::Mu, Unit::Mm, Unit::Bw];
}

impl FromStr for Length {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let text = text.trim();
        let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = match unit.trim() {
            "" => None,
            word => Some(Unit::ALL.into_iter().find(|u| u.word().eq_ignore_ascii_case(word)).ok_or_else(
                || Misread::new(format!("`{word}` is no unit of length"), "write MU, mm or BW"),
            )?),
        };
        Ok(Length { thousandths: thousandths(number)?, unit })
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.thousandths))?;
        self.unit.map_or(Ok(()), |unit| write!(f, " {}", unit.word()))
    }
}

impl Length {
    /// In micrometres, where `unit` is the unit of the file and `mu` and `width` are the lengths of a movement unit and
    /// of a base width.
    #[must_use]
    pub fn um(self, unit: Unit, mu: Um, width: Um) -> Option<Um> {
        let one = match self.unit.unwrap_or(unit) {
            Unit::Mu => mu,
            Unit::Mm => Um::from_mm(1),
            Unit::Bw => width,
        };
        let um = self.thousandths.checked_mul(i64::from(one.get()))?;
        Um::checked((um + 500).div_euclid(1000)).ok()
    }
}

impl FromStr for Degrees {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let thousandths = thousandths(text.trim())?;
        if thousandths > 360_000 {
            return Err(Misread::new(
                format!("`{text}` is no angle in degrees"),
                "write a number from 0 to 360",
            ));
        }
        Ok(Degrees { thousandths })
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.thousandths))
    }
}

impl From<Degrees> for Angle {
    fn from(degrees: Degrees) -> Angle {
        Angle::from_millidegrees(degrees.thousandths)
    }
}
