//! Troop symbols: drawn for a base 40 mm wide, told apart at 20 pixels.

use crate::style::SYMBOL;
use crate::svg::Svg;
use caracole_position::Symbol;

/// How a symbol is drawn.
pub(crate) trait Art {
    /// Id of the definition in the SVG.
    fn id(self) -> &'static str;
    /// Width and height of the box that the art fills, centred on the origin.
    fn size(self) -> (f64, f64);
    /// The art itself.
    fn art(self) -> String;
    /// Writes the definition of this symbol.
    fn define(self, svg: &mut Svg);
}

impl Art for Symbol {
    fn id(self) -> &'static str {
        match self {
            Self::Pike => "pike",
            Self::Shot => "shot",
            Self::Bow => "bow",
            Self::Crossbow => "crossbow",
            Self::Halberd => "halberd",
            Self::Spear => "spear",
            Self::Sword => "sword",
            Self::Axe => "axe",
            Self::Foot => "foot",
            Self::LightFoot => "light-foot",
            Self::Mob => "mob",
            Self::Horse => "horse",
            Self::DeterminedHorse => "determined-horse",
            Self::Lancers => "lancers",
            Self::Cavaliers => "cavaliers",
            Self::Cavalry => "cavalry",
            Self::LightHorse => "light-horse",
            Self::Camelry => "camelry",
            Self::Dragoons => "dragoons",
            Self::LightArtillery => "light-artillery",
            Self::MediumArtillery => "medium-artillery",
            Self::HeavyArtillery => "heavy-artillery",
            Self::Wagon => "wagon",
            Self::Elephant => "elephant",
            Self::Chariot => "chariot",
            Self::Camp => "camp",
            Self::Commander => "commander",
        }
    }

    fn size(self) -> (f64, f64) {
        match self {
            Self::Pike | Self::Spear | Self::Foot | Self::LightFoot => (34.0, 15.0),
            Self::Mob => (34.0, 20.0),
            Self::Shot | Self::Bow | Self::Crossbow | Self::Halberd | Self::Sword | Self::Axe => (26.0, 15.0),
            Self::Horse | Self::LightHorse => (22.0, 20.0),
            Self::DeterminedHorse | Self::Lancers | Self::Cavaliers | Self::Cavalry | Self::Dragoons => {
                (29.0, 20.0)
            }
            Self::Camelry | Self::Elephant => (26.0, 20.0),
            Self::LightArtillery => (34.0, 26.0),
            Self::MediumArtillery => (32.0, 22.0),
            Self::HeavyArtillery => (30.0, 20.0),
            Self::Wagon | Self::Chariot => (30.0, 22.0),
            Self::Camp => (36.0, 22.0),
            Self::Commander => (20.0, 20.0),
        }
    }

    fn art(self) -> String {
        match self {
            Self::Pike => PIKE.into(),
            Self::Shot => SHOT.into(),
            Self::Bow => BOW.into(),
            Self::Crossbow => CROSSBOW.into(),
            Self::Halberd => HALBERD.into(),
            Self::Spear => SPEAR.into(),
            Self::Sword => SWORD.into(),
            Self::Axe => AXE.into(),
            Self::Foot => FOOT.into(),
            Self::LightFoot => LIGHT_FOOT.into(),
            Self::Mob => MOB.into(),
            Self::Horse => filled_head(0.0),
            Self::DeterminedHorse => filled_head(-4.5) + TWO_BARS,
            Self::Lancers => filled_head(-4.5) + LANCE,
            Self::Cavaliers => filled_head(-4.5) + UPRIGHT_SWORD,
            Self::Cavalry => filled_head(-4.5) + UPRIGHT_BOW,
            Self::LightHorse => format!("<path d=\"{HEAD}\" fill=\"none\" stroke-width=\"1.7\"/>{EYE_DOT}"),
            Self::Camelry => CAMEL.into(),
            Self::Dragoons => filled_head(-4.5) + UPRIGHT_MUSKET,
            Self::LightArtillery | Self::MediumArtillery => GUN.into(),
            Self::HeavyArtillery => format!("{GUN}{SHOT_PILE}"),
            Self::Wagon => WAGON.into(),
            Self::Elephant => ELEPHANT.into(),
            Self::Chariot => CHARIOT.into(),
            Self::Camp => CAMP.into(),
            Self::Commander => FLAG.into(),
        }
    }

    fn define(self, svg: &mut Svg) {
        svg.raw(&format!(
            "  <g id=\"symbol-{}\" fill=\"{SYMBOL}\" stroke=\"{SYMBOL}\" stroke-width=\"1.5\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>",
            self.id(),
            self.art()
        ));
    }
}

const PIKE: &str = "<path d=\"M-15 7.5V-3M-10 7.5V-3M-5 7.5V-3M0 7.5V-3M5 7.5V-3M10 7.5V-3M15 7.5V-3\" fill=\"none\"/>\
<path d=\"M-15-8l1.9 5.5h-3.8ZM-10-8l1.9 5.5h-3.8ZM-5-8l1.9 5.5h-3.8ZM0-8l1.9 5.5h-3.8ZM5-8l1.9 5.5h-3.8ZM10-8l1.9 5.5h-3.8ZM15-8l1.9 5.5h-3.8Z\" stroke=\"none\"/>";

const SHOT: &str = "<path d=\"M-11-6.8 6 3.6M11-6.8-6 3.6\" fill=\"none\" stroke-width=\"1.9\"/>\
<path d=\"M4.6 2.8 11.4 6.6M-4.6 2.8-11.4 6.6\" fill=\"none\" stroke-width=\"3.8\"/>";

const BOW: &str = "<path d=\"M-12.5 3.5C-11-6.5-4-2.5 0-4.4 4-2.5 11-6.5 12.5 3.5\" fill=\"none\" stroke-width=\"2.1\"/>\
<path d=\"M-12.5 3.5H12.5\" fill=\"none\" stroke-width=\".9\"/><path d=\"M0 7.5V-4\" fill=\"none\"/>\
<path d=\"M0-8l2.4 4.6h-4.8Z\" stroke=\"none\"/>";

const CROSSBOW: &str = "<path d=\"M-12 .5C-9-6 9-6 12 .5\" fill=\"none\" stroke-width=\"2.2\"/>\
<path d=\"M-12 .5 0 3 12 .5\" fill=\"none\" stroke-width=\".9\"/><path d=\"M0-6.5V7.5\" fill=\"none\" stroke-width=\"3\"/>";

const HALBERD: &str = "<path d=\"M-11 7.5 10-7M11 7.5-10-7\" fill=\"none\" stroke-width=\"1.6\"/>\
<path d=\"M3.2-3.8C2-7 4.5-8.5 7.4-7.6L9-5.6C11-3.5 10.5-.5 7-.9Z\" stroke=\"none\"/>\
<path d=\"M-3.2-3.8C-2-7-4.5-8.5-7.4-7.6L-9-5.6C-11-3.5-10.5-.5-7-.9Z\" stroke=\"none\"/>";

const SPEAR: &str = "<path d=\"M-8 7.5V-4M3 7.5V-4M14 7.5V-4\" fill=\"none\"/>\
<path d=\"M-8-8l1.8 4.6h-3.6ZM3-8l1.8 4.6H1.2ZM14-8l1.8 4.6h-3.6Z\" stroke=\"none\"/>\
<circle cx=\"-12.4\" cy=\"2\" r=\"3.4\" stroke=\"none\"/><circle cx=\"-1.4\" cy=\"2\" r=\"3.4\" stroke=\"none\"/>\
<circle cx=\"9.6\" cy=\"2\" r=\"3.4\" stroke=\"none\"/>";

const SWORD: &str = "<path d=\"M-11.2 6.9-8.3 3.2 10.6-8 12.2-7.4-6.6 5.1Z\" stroke=\"none\"/>\
<path d=\"M-9.6.6-5 7.2\" fill=\"none\" stroke-width=\"1.9\"/><circle cx=\"6.5\" cy=\"3.4\" r=\"3.6\" fill=\"none\" stroke-width=\"1.7\"/>\
<circle cx=\"6.5\" cy=\"3.4\" r=\"1\" stroke=\"none\"/>";

const AXE: &str = "<path d=\"M-9 7.5 7.5-6.5M9 7.5-7.5-6.5\" fill=\"none\" stroke-width=\"1.8\"/>\
<path d=\"M3.6-5.4 8.4-7.8C12-6 12.8-2 10.8 1.2 9.4-1.4 8-2.6 6.2-2.4Z\" stroke=\"none\"/>\
<path d=\"M-3.6-5.4-8.4-7.8C-12-6-12.8-2-10.8 1.2-9.4-1.4-8-2.6-6.2-2.4Z\" stroke=\"none\"/>";

const FOOT: &str = "<g stroke=\"none\"><circle cx=\"-13\" cy=\"-4.6\" r=\"2.6\"/><path d=\"M-16.6 7.5C-16.6 2-15.5-1.2-13-1.2S-9.4 2-9.4 7.5Z\"/>\
<circle cx=\"-4.3\" cy=\"-4.6\" r=\"2.6\"/><path d=\"M-7.9 7.5C-7.9 2-6.8-1.2-4.3-1.2S-.7 2-.7 7.5Z\"/>\
<circle cx=\"4.3\" cy=\"-4.6\" r=\"2.6\"/><path d=\"M.7 7.5C.7 2 1.8-1.2 4.3-1.2S7.9 2 7.9 7.5Z\"/>\
<circle cx=\"13\" cy=\"-4.6\" r=\"2.6\"/><path d=\"M9.4 7.5C9.4 2 10.5-1.2 13-1.2S16.6 2 16.6 7.5Z\"/></g>";

const LIGHT_FOOT: &str = "<g stroke=\"none\"><circle cx=\"-12\" cy=\"-1.8\" r=\"2\"/><path d=\"M-14.6 7C-14.6 3-13.8.8-12 .8S-9.4 3-9.4 7Z\"/>\
<circle cx=\"0\" cy=\"-5.2\" r=\"2\"/><path d=\"M-2.6 3.6C-2.6-.4-1.8-2.6 0-2.6S2.6-.4 2.6 3.6Z\"/>\
<circle cx=\"12\" cy=\"-1.8\" r=\"2\"/><path d=\"M9.4 7C9.4 3 10.2.8 12 .8S14.6 3 14.6 7Z\"/></g>\
<path d=\"M-8 6-4-2.5M4 2.6 8-5.9\" fill=\"none\" stroke-width=\"1.1\"/>";

const MOB: &str = "<g stroke=\"none\"><circle cx=\"-11\" cy=\"-1\" r=\"2.4\"/><path d=\"M-14.4 9.5C-14.4 5-13.4 2.2-11 2.2S-7.6 5-7.6 9.5Z\"/>\
<circle cx=\"-4\" cy=\"-4\" r=\"2.4\"/><path d=\"M-7 9C-7.4 2-6.4-.8-4-.8S-.6 2-1 9Z\"/>\
<circle cx=\"3\" cy=\"0\" r=\"2.4\"/><path d=\"M-.4 9.5C-.4 6 .6 3.2 3 3.2S6.4 6 6.4 9.5Z\"/>\
<circle cx=\"10\" cy=\"-3\" r=\"2.4\"/><path d=\"M7 9C6.6 3 7.6.2 10 .2S13.4 3 13 9Z\"/></g>\
<path d=\"M15.6 8V-6M13.2-9v3h4.8v-3M15.6-9v3M-.4-2V-9\" fill=\"none\" stroke-width=\"1.2\"/>";

/// Horse head looking left, in a box of 22 x 20.
const HEAD: &str = "M8.8 10C9.6 2.4 7.2-4.6 1.4-7.6L1.7-10.4-1.4-8-3.4-10-3.8-7.2C-6.6-5-8-1.8-10 1.6-11 3.6-9.6 6.2-7.4 5.9-5.8 5.7-5 4.4-3.2 4.2-1.9 4-.8 3.5 0 2.6 .2 5.4-2 7.4-3 10Z";
/// Eye and mane, cut out of the filled head.
const HEAD_CUTS: &str =
    "M-4.6-3.3a1.05 1.05 0 1 0 2.1 0a1.05 1.05 0 1 0-2.1 0ZM3.4-4.6C6-2 7 2.6 6.6 8 6 3.4 5.2-.6 3.4-4.6Z";
const EYE_DOT: &str = "<circle cx=\"-3.4\" cy=\"-3\" r=\"1\" stroke=\"none\"/>";

fn filled_head(dx: f64) -> String {
    let mut x = String::new();
    crate::svg::write_number(&mut x, dx);
    format!(
        "<path d=\"{HEAD}{HEAD_CUTS}\" transform=\"translate({x} 0)\" fill-rule=\"evenodd\" stroke=\"none\"/>"
    )
}

const TWO_BARS: &str = "<path d=\"M8.6-7V8M13-7V8\" fill=\"none\" stroke-width=\"2.4\"/>";
const LANCE: &str = "<path d=\"M10 9.5V-5.5\" fill=\"none\" stroke-width=\"1.7\"/><path d=\"M10-10l1.9 5H8.1Z\" stroke=\"none\"/>\
<path d=\"M10.4-3.6 15-1.6 10.4.6Z\" stroke=\"none\"/>";
const UPRIGHT_SWORD: &str = "<path d=\"M10.5-10 12 -7.5V4H9V-7.5Z\" stroke=\"none\"/><path d=\"M6.8 4.4h7.4M10.5 5V9.2\" fill=\"none\" stroke-width=\"1.9\"/>";
const UPRIGHT_BOW: &str = "<path d=\"M8-9.4C16-7 16 7 8 9.4\" fill=\"none\" stroke-width=\"2\"/><path d=\"M8-9.4V9.4\" fill=\"none\" stroke-width=\".9\"/>";
const UPRIGHT_MUSKET: &str = "<path d=\"M9-9.5 11 2\" fill=\"none\" stroke-width=\"1.9\"/><path d=\"M11 2.4 13 9\" fill=\"none\" stroke-width=\"3.8\"/>";

const CAMEL: &str = "<path d=\"M-12.6-5.6C-13-8-10-9.4-7.8-8.2-6-7.2-6.6-5-6.8-3.4-7-1.6-5.6-.4-4-1.4-2.4-2.6-1.6-7.4 .8-7.4 3-7.4 3-3.6 4.6-3.6 6.2-3.6 6-7 8-7 10.6-7 11.4-2 12 1 12.2 2 12.4 3 12 4L11 9.5H9L8.6 4.4C6 5 2 5 -1.4 4.6L-2.4 9.5H-4.4L-4.6 3.6C-8 3-9.6 .6-9.8-2.4-9.9-4-10.4-4.8-12.6-5.6Z\" stroke=\"none\"/>";

const GUN: &str = "<path d=\"M-14-6.4-12.8-9 10.4-2.6C13-1.6 12.6 3 9.8 2.6L-13.4-3.6Z\" stroke=\"none\"/>\
<path d=\"M3 1 14 9\" fill=\"none\" stroke-width=\"2.4\"/>\
<circle cx=\"1\" cy=\"3.4\" r=\"5.8\" fill=\"none\" stroke-width=\"2\"/><circle cx=\"1\" cy=\"3.4\" r=\"1.5\" stroke=\"none\"/>\
<path d=\"M1-1.6V8.4M-4 3.4H6\" fill=\"none\" stroke-width=\"1\"/>";
const SHOT_PILE: &str = "<g stroke=\"none\"><circle cx=\"-12.6\" cy=\"7.4\" r=\"2.1\"/><circle cx=\"-8\" cy=\"7.4\" r=\"2.1\"/><circle cx=\"-10.3\" cy=\"3.5\" r=\"2.1\"/></g>";

const WAGON: &str = "<path d=\"M-13 1C-15-7-11-10.4-6-9.6-2-10.6 2-10.6 6-9.6 11-10.4 15-7 13 1Z\" stroke=\"none\"/>\
<path d=\"M-13 3.4H13\" fill=\"none\" stroke-width=\"2.4\"/>\
<circle cx=\"-7.6\" cy=\"6.6\" r=\"3.4\" fill=\"none\" stroke-width=\"1.8\"/><circle cx=\"7.6\" cy=\"6.6\" r=\"3.4\" fill=\"none\" stroke-width=\"1.8\"/>";

const ELEPHANT: &str = "<path d=\"M-12.4 7.6C-13.4 3-12.6-2-10.6-4.6-8.4-7.4-4.6-7.6-2.4-5.4 0-7.4 5-7.8 8.4-6 12-4 12.6 0 12.4 9.5H8.4V4.4C6 5.6 3 5.6 1 4.8V9.5H-3V2.6C-4.4 3.4-6.6 3.4-8 2.4-9.4 3.6-10 5.4-9.8 7.6-9.7 9-12 9.2-12.4 7.6Z\" stroke=\"none\"/>\
<path d=\"M-2-9.6H8V-6H-2Z\" stroke=\"none\"/>";

const CHARIOT: &str = "<circle cx=\"4\" cy=\"3.4\" r=\"6.2\" fill=\"none\" stroke-width=\"2\"/><path d=\"M4-2.4V9.2M-1.8 3.4H9.8M0-.7 8 7.5M8-.7 0 7.5\" fill=\"none\" stroke-width=\"1\"/>\
<path d=\"M-4.6-8.6C-3.4-5-3-2.6-3.2-1H13V-8.6C8-6.4 0-6-4.6-8.6Z\" stroke=\"none\"/><path d=\"M-3.4 0C-7 1-10 .4-14-3\" fill=\"none\" stroke-width=\"1.9\"/>";

const CAMP: &str = "<path d=\"M-15 9.5-8-5-1 9.5H-5.6L-8 3.4-10.4 9.5Z\" stroke=\"none\"/>\
<path d=\"M-2.4 3 5-8.5 15.5 9.5H8.4L5 1.4 2.2 9.5H.7Z\" stroke=\"none\"/><path d=\"M5-8.5V-11l4.4 1.4L5-8\" stroke-width=\".8\"/>";

const FLAG: &str = "<path d=\"M-6.4 9.5V-9.5\" fill=\"none\" stroke-width=\"2.2\"/>\
<path d=\"M-6-9C-2.5-11 1-6.4 4.4-8 6.2-8.9 7.6-8.8 8.6-8.2V1.6C5.6 .4 4 2.8.6 2.6-2.2 2.4-3.6 .4-6 1.6Z\" stroke=\"none\"/>";

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_position::SYMBOLS;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|w| (*w).to_owned()).collect()
    }

    #[test]
    fn troops_get_the_symbol_of_their_type_or_weapon() {
        assert_eq!(Symbol::of_troop("heavy foot", &words(&["pike"])), Symbol::Pike);
        assert_eq!(Symbol::of_troop("medium foot", &words(&["musket*"])), Symbol::Shot);
        assert_eq!(
            Symbol::of_troop("Determined Horse", &words(&["impact mounted"])),
            Symbol::DeterminedHorse
        );
        assert_eq!(Symbol::of_troop("light foot", &words(&["musket"])), Symbol::LightFoot);
        assert_eq!(Symbol::of_troop("cavalry", &words(&["light lancers", "bow"])), Symbol::Lancers);
        assert_eq!(Symbol::of_troop("warriors", &words(&["swordsmen"])), Symbol::Axe);
        assert_eq!(Symbol::of_troop("", &[]), Symbol::Foot);
        for (troop, can, symbol) in [
            ("heavy foot", "pikemen", Symbol::Pike),
            ("heavy foot", "offensive spearmen", Symbol::Spear),
            ("medium foot", "longbow", Symbol::Bow),
            ("medium foot", "impact foot", Symbol::Axe),
            ("elephants", "", Symbol::Elephant),
            ("scythed chariots", "", Symbol::Chariot),
            ("cataphract camelry", "lancers", Symbol::Camelry),
            ("cataphracts", "lancers", Symbol::Lancers),
            ("battle wagons", "", Symbol::Wagon),
        ] {
            assert_eq!(Symbol::of_troop(troop, &words(&[can])), symbol, "{troop}");
        }
    }

    #[test]
    fn every_symbol_has_its_own_id() {
        let mut ids: Vec<_> = SYMBOLS.iter().map(|s| s.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), SYMBOLS.len());
    }
}
