//! The set-up in words.

use super::names::{Names, capital, degrees, formation, listed, number, plain, table_edge};
use crate::battle::law::law;
use crate::battle::setup::placing::Half;
use crate::battle::setup::{
    Adjustment, Ambush, CommanderPost, Decision, Deployment, Detaching, Kind, Leeway, Location, MarchOrder,
    Marker, Request, Selection, Size, shapes,
};
use crate::field::{Covering, Grade, Ground, TerrainKind};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
use caracole_plane::{Point, Pose, Um};

/// What covers a hill.
const fn covering(covering: Covering) -> &'static str {
    match covering {
        Covering::Clear => "",
        Covering::BrokenGround => " with broken ground",
        Covering::Brush => " with brush",
        Covering::Plantation => " with a plantation",
        Covering::Vineyards => " with vineyards",
        Covering::Forest => " with forest",
        Covering::Village => " with a village",
    }
}

/// A kind of terrain that is chosen.
#[must_use]
pub fn chosen_kind(kind: Kind) -> String {
    let plain = match kind {
        Kind::Open => "open area",
        Kind::BrokenGround => "broken ground",
        Kind::Brush => "brush",
        Kind::EnclosedFields => "enclosed fields",
        Kind::Plantation => "plantation",
        Kind::Gully => "gully",
        Kind::Forest => "forest",
        Kind::Vineyards => "vineyards",
        Kind::Marsh => "marsh",
        Kind::SoftSand => "soft sand",
        Kind::Village => "village",
        Kind::SteepHill(on) => return format!("steep hill{}", covering(on)),
        Kind::GentleHill(on) => return format!("gentle hill{}", covering(on)),
        Kind::Impassable => "impassable ground",
        Kind::Obstacle => "obstacle",
        Kind::Road => "road",
        Kind::River => "river",
        Kind::Coastline => "coastline",
        Kind::OpenFields => "open fields",
    };
    plain.to_owned()
}

/// A grade of ground.
#[must_use]
pub const fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Open => "open",
        Grade::Uneven => "uneven",
        Grade::Rough => "rough",
        Grade::Difficult => "difficult",
        Grade::Impassable => "impassable",
    }
}

/// Terrain on the table.
#[must_use]
pub fn terrain_kind(kind: TerrainKind) -> String {
    use TerrainKind as K;
    let plain = match kind {
        K::Open => "open area",
        K::BrokenGround => "broken ground",
        K::Brush => "brush",
        K::EnclosedFields => "enclosed fields",
        K::Plantation => "plantation",
        K::Gully => "gully",
        K::Forest => "forest",
        K::Vineyards => "vineyards",
        K::Marsh => "marsh",
        K::SoftSand => "soft sand",
        K::Village => "village",
        K::SteepHill(on) => return format!("steep hill{}", covering(on)),
        K::GentleHill(on) => return format!("gentle hill{}", covering(on)),
        K::Impassable => "impassable ground",
        K::Obstacle => "obstacle",
        K::Road => "road",
        K::River(of) => return format!("{} river", grade(of)),
        K::Coastline => "coastline",
        K::OpenFields => "open fields",
    };
    plain.to_owned()
}

/// A piece as it is chosen.
#[must_use]
pub fn selection(what: Selection) -> String {
    match what.size {
        Size::Normal => chosen_kind(what.kind),
        Size::Large => format!("large {}", chosen_kind(what.kind)),
    }
}

/// Where the die says that a piece lies.
#[must_use]
pub const fn location(location: Location) -> &'static str {
    match location {
        Location::Free => "anywhere that its rules allow",
        Location::LongEdge(Half::Opponents) => "touching the opponent's long edge",
        Location::LongEdge(Half::Own) => "touching the player's own long edge",
        Location::SideEdge(Half::Opponents) => "touching a side edge in the opponent's half",
        Location::SideEdge(Half::Own) => "touching a side edge in the player's own half",
        Location::Middle(Half::Opponents) => "more than 8 MU from every edge in the opponent's half",
        Location::Middle(Half::Own) => "more than 8 MU from every edge in the player's own half",
    }
}

/// What may be done to the opponent's piece.
#[must_use]
pub const fn leeway(leeway: Leeway) -> &'static str {
    match leeway {
        Leeway::Nothing => "it stays",
        Leeway::Slide => "it may be slid up to 6 MU",
        Leeway::SlideOrPivot => "it may be slid up to 12 MU or pivoted",
        Leeway::Remove => "it may be removed",
    }
}

/// The question. One arm a question: a table of sentences, however long.
pub fn prompt(names: Names<'_>, side: Side, request: &Request) -> Prompt {
    use Request as R;
    let book = names.world.book;
    match request {
        R::Territory => Prompt::new(
            format!("{side} has the initiative: in which territory is the battle fought?"),
            &[law!(book, "FOGR-SETUP-007", "FOGAM-SETUP-007")],
        )
        .commands(&["agricultural"]),
        R::Compulsory => Prompt::new(
            format!("{side} chooses a compulsory piece of terrain."),
            &[law!(book, "FOGR-SETUP-014", "FOGAM-SETUP-012")],
        )
        .commands(&["choose enclosed fields", "choose large forest"]),
        R::Further => Prompt::new(
            format!("{side} chooses further pieces of terrain."),
            &[law!(book, "FOGR-SETUP-014", "FOGAM-SETUP-012")],
        )
        .commands(&["choose brush, large forest", "choose nothing"]),
        R::Place { what, .. } if what.kind == Kind::Road && names.world.book.road_needs_village() => {
            Prompt::new(
                format!("Does {side} place a road through the village, and where?"),
                &[law!(book, "FOGR-SETUP-018", "FOGAM-SETUP-017")],
            )
            .commands(&["place ...     one of the places offered", "no road"])
        }
        R::Place { what, location: at } => Prompt::new(
            format!("Where does the {} lie? The die says: {}.", selection(*what), location(*at)),
            &[law!(book, "FOGR-SETUP-020", "FOGAM-SETUP-015")],
        )
        .commands(&[
            "place ...     one of the places offered; places are MU from the left edge and red's edge",
        ]),
        R::Pick { pieces } => {
            let all: Vec<String> = pieces.iter().map(|p| selection(*p)).collect();
            let rule = law!(book, "FOGR-SETUP-016", "FOGAM-SETUP-013");
            let list = listed(&all.iter().map(String::as_str).collect::<Vec<_>>());
            Prompt::new(format!("Which piece of terrain does {side} place next: {list}?"), &[rule])
                .commands(&["next brush"])
        }
        R::Adjust { what, leeway: may } => Prompt::new(
            format!("What happens to the opponent's {}? By the roll {}.", selection(*what), leeway(*may)),
            &[law!(book, "FOGR-SETUP-022", "FOGAM-SETUP-016")],
        )
        .commands(&["leave", "slide right 6 up 0", "pivot 90 about 30 12", "remove"]),
        R::Camp => camp(names, side),
        R::Detach => Prompt::new(
            format!("Which shot does {side} detach from mixed battle groups?"),
            &[rule!("FOGR-SETUP-031")],
        )
        .commands(&["detach nobody"]),
        R::Ambushes => Prompt::new(
            format!("Where does {side} lay ambush markers? Some may be dummies."),
            &[law!(book, "FOGR-SETUP-041", "FOGAM-SETUP-022")],
        )
        .commands(&["ambush nowhere"]),
        R::Outflank => Prompt::new(
            format!("Does {side} send battle groups on outflanking marches?"),
            &[law!(book, "FOGR-SETUP-047", "FOGAM-SETUP-026")],
        )
        .commands(&["march nobody"]),
        R::Deploy { group } => deploying(
            names,
            format!(
                "Where do {} deploy? Places are MU from red's left and from red's table edge.",
                names.group(*group)
            ),
            Prompt::new("", &[law!(book, "FOGR-SETUP-070", "FOGAM-SETUP-037")]).about([group.piece()]),
        ),
        R::Fortify => Prompt::new(
            match book.hides_works() {
                true => format!("How does {side} lay the fortifications of the markers?"),
                false => format!("Where does {side} lay its field fortifications?"),
            },
            &[law!(book, "FOGR-SETUP-029", "FOGAM-SETUP-018")],
        )
        .commands(&["fortify ...     one of those offered"]),
        R::Dismount => Prompt::new(
            format!("Which mounted battle groups of {side} dismount?"),
            &[law!(book, "FOGR-SETUP-072", "FOGAM-SETUP-041")],
        )
        .commands(&["dismount 3 4", "dismount nobody"]),
        R::Commander { commander } => Prompt::new(
            format!("Where is {} placed?", names.commander(*commander)),
            &[law!(book, "FOGR-SETUP-074", "FOGAM-SETUP-044")],
        )
        .about([commander.piece()])
        .commands(&["with 5", "at 30 12     MU from the left edge and from red's edge"]),
        R::Reveal { group, .. } => deploying(
            names,
            format!("The ambush of {} is revealed: where do they stand?", names.group(*group)),
            Prompt::new("", &[law!(book, "FOGR-SETUP-042", "FOGAM-SETUP-023")]).about([group.piece()]),
        ),
        R::RevealByChoice => Prompt::new(
            format!("Does {side} reveal an ambush now?"),
            &[law!(book, "FOGR-SETUP-042", "FOGAM-SETUP-023")],
        )
        .commands(&["reveal 1", "reveal none"]),
        R::Arrive { group, .. } => deploying(
            names,
            format!("{} come on from their outflanking march: where?", names.group(*group)),
            Prompt::new("", &[law!(book, "FOGR-SETUP-052", "FOGAM-SETUP-028")]).about([group.piece()]),
        ),
    }
}

fn camp(names: Names<'_>, side: Side) -> Prompt {
    let book = names.world.book;
    let rule = law!(book, "FOGR-SETUP-024", "FOGAM-SETUP-019");
    match book.hides_works() {
        true => Prompt::new(
            format!("Where is the supply camp of {side}, and where are its fortification markers?"),
            &[rule],
        )
        .commands(&["camp 36 4", "camp 36 4 markers 20 10 bases 3, 40 10 bases 2"]),
        false => {
            Prompt::new(format!("Where is the supply camp of {side}?"), &[rule]).commands(&["camp 36 4"])
        }
    }
}

fn deploying(names: Names<'_>, text: String, prompt: Prompt) -> Prompt {
    let how = match names.world.book.has_limbers() {
        true => {
            "deploy 30 12 files 2 limbered, deploy 30 16 files 2 forlorn hope, deploy 30 12 files 2 dismounted"
        }
        false => "deploy 30 12 files 2 dismounted",
    };
    Prompt { text: text.into(), ..prompt }.commands(&[
        "deploy 30 12 files 3                the middle of the front: MU from the left edge and from red's edge",
        "deploy 30 12 files 3 facing 45      degrees clockwise from the far table edge",
        how,
    ])
}

/// A choice in words.
pub fn wording(names: Names<'_>, side: Side, decision: &Decision) -> Wording {
    use Decision as D;
    match decision {
        D::Territory(territory) => {
            Wording::new(format!("{} territory", capital(&plain(territory.word()))), plain(territory.word()))
        }
        D::Compulsory(what) => {
            Wording::new(capital(&selection(*what)), format!("choose {}", selection(*what)))
        }
        D::Further(pieces) => {
            let all: Vec<String> = pieces.iter().map(|p| selection(*p)).collect();
            match all.is_empty() {
                true => Wording::new("Nothing more", "choose nothing"),
                false => Wording::new(capital(&all.join(", ")), format!("choose {}", all.join(", "))),
            }
        }
        D::Place { ground, .. } => {
            let at = lies(names, ground);
            Wording::new(format!("It lies {at}"), format!("place {at}"))
        }
        D::CannotPlace => Wording::new("It fits nowhere", "cannot place"),
        D::Adjust(adjustment) => adjusted(names, *adjustment),
        D::Camp { camp, markers } => camp_at(names, side, *camp, markers),
        D::Detach(plan) => detach(names, plan),
        D::Ambushes(markers) => ambushes(names, side, markers),
        D::Outflank(marches) => outflanking(names, marches),
        D::Deploy(deployment) => deploys(names, side, deployment),
        D::NoRoom => Wording::new("There is no room", "no room"),
        D::Pick(what) => {
            Wording::new(format!("Place the {} next", selection(*what)), format!("next {}", selection(*what)))
        }
        D::NoRoad => Wording::new("Place no road", "no road"),
        D::Fortify(works) => fortifications(names, side, works),
        D::Dismount(who) => match who.is_empty() {
            true => Wording::new("No battle group dismounts", "dismount nobody"),
            false => Wording::new(
                format!("{} dismount", names.groups(who)),
                format!("dismount {}", names.numbers(who)),
            )
            .about(who.iter().map(|&g| g.piece())),
        },
        D::Reveal(None) => Wording::new("Reveal nothing now", "reveal none"),
        D::Reveal(Some(n)) => revealing(names, side, *n),
        D::Commander(CommanderPost::With(group)) => {
            Wording::new(format!("With {}", names.group(*group)), format!("with {}", number(*group)))
                .about([group.piece()])
        }
        D::Commander(CommanderPost::Alone(pose)) => {
            let at = names.pose(side, *pose);
            Wording::new(format!("On his own at {at}"), format!("at {at}"))
        }
    }
}

fn camp_at(names: Names<'_>, side: Side, camp: Pose, markers: &[Marker]) -> Wording {
    let at = names.pose(side, camp);
    let all: Vec<String> =
        markers.iter().map(|m| format!("{} bases {}", names.pose(side, m.front), m.bases)).collect();
    match all.is_empty() {
        true => Wording::new(format!("Camp at {at}"), format!("camp {at}")),
        false => Wording::new(
            format!("Camp at {at}; markers at {}", all.join(", ")),
            format!("camp {at} markers {}", all.join(", ")),
        ),
    }
}

fn ambushes(names: Names<'_>, side: Side, markers: &[Ambush]) -> Wording {
    let (said, given): (Vec<String>, Vec<String>) = markers.iter().map(|m| ambush(names, side, m)).unzip();
    match said.is_empty() {
        true => Wording::new("No ambush markers", "ambush nowhere"),
        false => Wording::new(format!("Ambush: {}", said.join(", ")), format!("ambush {}", given.join(", "))),
    }
}

/// An ambush marker: in words and as a command.
fn ambush(names: Names<'_>, side: Side, marker: &Ambush) -> (String, String) {
    let at = names.pose(side, marker.at);
    let Some(hides) = marker.hides else {
        return (format!("a dummy at {at}"), format!("dummy {at}"));
    };
    let (said, led) = hides.commander.map_or_else(Default::default, |c| {
        (format!(" with {}", names.commander(c)), format!(" with {}", names.handle(c)))
    });
    let foot = if hides.dismounted { " dismounted" } else { "" };
    (
        format!("{}{foot}{said} at {at}", names.group(hides.group)),
        format!("{}{foot}{led} at {at}", number(hides.group)),
    )
}

fn outflanking(names: Names<'_>, marches: &[MarchOrder]) -> Wording {
    let said = |m: &MarchOrder| {
        let leader = names.commander(m.commander);
        format!("{leader} by the {} edge with {}", table_edge(m.edge), names.groups(&m.groups))
    };
    let given = |m: &MarchOrder| {
        let (edge, groups) = (table_edge(m.edge), names.numbers(&m.groups));
        format!("{} {edge} with {groups}", names.handle(m.commander))
    };
    match marches.is_empty() {
        true => Wording::new("No outflanking march", "march nobody"),
        false => Wording::new(
            format!("Outflanking march: {}", marches.iter().map(said).collect::<Vec<_>>().join("; ")),
            format!("march {}", marches.iter().map(given).collect::<Vec<_>>().join(", ")),
        ),
    }
}

fn fortifications(names: Names<'_>, side: Side, works: &[Vec<Pose>]) -> Wording {
    let stretch = |poses: &Vec<Pose>| {
        let all: Vec<String> = poses.iter().map(|p| names.pose(side, *p)).collect();
        if all.is_empty() { "nothing".to_owned() } else { all.join(" and ") }
    };
    let all: Vec<String> = works.iter().map(stretch).collect();
    match all.is_empty() {
        true => Wording::new("No fortifications", "fortify nothing"),
        false => Wording::new(
            format!("Fortifications at {}", all.join(", ")),
            format!("fortify {}", all.join(", ")),
        ),
    }
}

fn revealing(names: Names<'_>, side: Side, marker: u8) -> Wording {
    let number = u16::from(marker) + 1;
    let said = match names.world.setup.ambushes[side].get(usize::from(marker)) {
        None => format!("Reveal marker {number}"),
        Some(m) => match m.hides {
            Some(hides) => format!("Reveal {} at {}", names.group(hides.group), names.at(m.at.at)),
            None => format!("Take away the dummy at {}", names.at(m.at.at)),
        },
    };
    Wording::new(said, format!("reveal {number}"))
}

/// Where a piece lies: the middle of the smallest upright rectangle around it, and its size.
fn lies(names: Names<'_>, ground: &Ground) -> String {
    let points = shapes::points(ground);
    let lowest = |of: fn(&Point) -> i32| points.iter().map(of).min().unwrap_or(0);
    let highest = |of: fn(&Point) -> i32| points.iter().map(of).max().unwrap_or(0);
    let (left, right) = (lowest(|p| p.x.get()), highest(|p| p.x.get()));
    let (near, far) = (lowest(|p| p.y.get()), highest(|p| p.y.get()));
    let mu = |n: i32| names.mu(caracole_plane::Um::new(n.into()));
    let size = format!("{} by {}", mu(right - left), mu(far - near));
    let corners = match ground {
        Ground::Strip(_) | Ground::Line(_) => points.first().map(|p| format!(" from {}", names.at(*p))),
        _ => None,
    };
    format!(
        "at {} {} size {size}{}",
        mu((left + right) / 2),
        mu((near + far) / 2),
        corners.unwrap_or_default()
    )
}

fn adjusted(names: Names<'_>, adjustment: Adjustment) -> Wording {
    match adjustment {
        Adjustment::Leave => Wording::new("Leave it", "leave"),
        Adjustment::Remove => Wording::new("Remove it", "remove"),
        Adjustment::Slide { right, up } => {
            let said = |length: Um, ahead: &str, back: &str| {
                let way = if length < Um::ZERO { back } else { ahead };
                (length != Um::ZERO).then(|| format!("{} MU {way}", names.mu(length.abs())))
            };
            let ways =
                [said(right, "to the right", "to the left"), said(up, "up the table", "down the table")];
            let ways: Vec<String> = ways.into_iter().flatten().collect();
            Wording::new(
                format!("Slide it {}", ways.join(" and ")),
                format!("slide right {} up {}", names.mu(right), names.mu(up)),
            )
        }
        Adjustment::Pivot { about, by } => Wording::new(
            format!("Pivot it by {}° about {}", degrees(by), names.at(about)),
            format!("pivot {} about {}", degrees(by), names.at(about)),
        ),
    }
}

fn detach(names: Names<'_>, plan: &Detaching) -> Wording {
    if plan.parties.is_empty() {
        return Wording::new("Detach no shot", "detach nobody");
    }
    let party = |party: &Vec<(crate::battle::GroupId, u8)>, said: bool| {
        let all: Vec<String> = party
            .iter()
            .map(|(g, n)| match said {
                true => format!("{n} from {}", names.group(*g)),
                false => format!("{n} from {}", number(*g)),
            })
            .collect();
        listed(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (mut said, mut given) = (Vec::new(), Vec::new());
    for p in &plan.parties {
        said.push(format!("shot: {}", party(p, true)));
        given.push(party(p, false));
    }
    for composite in &plan.composites {
        said.push(format!("one battle group of the rest of {}", names.groups(composite)));
        given.push(format!("rest of {}", names.numbers(composite)));
    }
    Wording::new(format!("Detach {}", said.join("; ")), format!("detach {}", given.join(", ")))
}

fn deploys(names: Names<'_>, side: Side, d: &Deployment) -> Wording {
    let at = names.pose(side, d.front);
    let files = if d.files == 1 { "one file".to_owned() } else { format!("{} files", d.files) };
    let mut said = format!("At {at} in {files}");
    let mut given = format!("deploy {at} files {}", d.files);
    if let Some(shape) = &d.formation {
        said += &format!(" as {}", formation(shape));
        given += &format!(" formation {}", formation(shape));
    }
    for (is, word) in
        [(d.limbered, "limbered"), (d.forlorn_hope, "forlorn hope"), (d.dismounted, "dismounted")]
    {
        if is {
            said += &format!(", {word}");
            given += &format!(" {word}");
        }
    }
    Wording::new(said, given)
}
