//! What a position file means on the table, against places worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use caracole_plane::{Angle, Contact, Corner, Edge, Fit, Point, Pose, Um, contacts};
use caracole_position::{BaseSize, Ground, Position, PositionFile, System, Vocabulary, position_schema};

fn parse(text: &str) -> Position {
    Position::parse(text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

/// A position of one group on a table of 1000 x 1000 mm.
fn one_group(group: &str) -> Position {
    parse(&format!(
        "schema = 1\n[table]\nwidth = 1000\ndepth = 1000\nunit = \"mm\"\n[[side]]\nname = \"Red\"\n\
         [[group]]\nname = \"G\"\nside = \"Red\"\nat = [500, 500]\n{group}"
    ))
}

fn fronts(position: &Position) -> Vec<(Point, Angle)> {
    let group = position.groups[0].group.as_ref().unwrap();
    group.bases().map(|b| (b.front.at, b.front.facing)).collect()
}

#[test]
fn the_unit_of_the_file_is_the_movement_unit_or_the_millimetre() {
    let text = |table: &str, at: &str| {
        format!(
            "schema = 1\n[table]\n{table}\n[[side]]\nname = \"Red\"\n[[group]]\nname = \"G\"\nside = \"Red\"\n\
             at = {at}\nfiles = 1\nbases = 1\ntroop = \"horse\"\n"
        )
    };
    let at = |p: &Position| p.groups[0].group.as_ref().unwrap().front_centre().at;
    assert_eq!(at(&parse(&text("mu = 25", "[10.5, 20]"))), Point::new(Um::new(262_500), Um::new(500_000)));
    assert_eq!(at(&parse(&text("mu = 25.4", "[10, 20]"))), Point::new(Um::new(254_000), Um::new(508_000)));
    // Base widths of 40 mm.
    assert_eq!(at(&parse(&text("unit = \"bw\"", "[10, 20]"))), Point::from_mm(400, 800));
    assert_eq!(
        at(&parse(&text("width = 900\ndepth = 600\nunit = \"mm\"", "[262.5, 500]"))),
        Point::new(Um::new(262_500), Um::new(500_000))
    );
}

#[test]
fn files_and_ranks_stand_from_the_middle_of_the_front_edge() {
    // Three bases of 40 x 30 mm on a frontage of two: the third stands behind the left one.
    let position = one_group("files = 2\nbases = 3\nlost = 1\ntroop = \"horse\"\n");
    let facing = Angle::ZERO;
    assert_eq!(
        fronts(&position),
        [
            (Point::from_mm(480, 500), facing),
            (Point::from_mm(480, 470), facing),
            (Point::from_mm(520, 500), facing)
        ]
    );
    // The lost base stood behind the right one.
    assert_eq!(position.groups[0].lost[0].front, Pose::new(Point::from_mm(520, 470), facing));
    assert_eq!(position.groups[0].kind_of_lost.len(), 1);
}

#[test]
fn a_layout_says_what_stands_where_and_how_it_is_turned() {
    let position = one_group(
        "facing = 180\nlayout = [\"S P>\", \"S .\", \". P\"]\n[group.kinds.P]\ntroop = \"heavy foot\"\n\
         [group.kinds.S]\ntroop = \"medium foot\"\n",
    );
    let group = &position.groups[0];
    let troops: Vec<&str> = group.kind_of_base.iter().map(|&k| group.kinds[k].troop.as_str()).collect();
    assert_eq!(troops, ["medium foot", "medium foot", "heavy foot", "heavy foot"]);
    // Facing down the table the left file lies to the right. The pike base turned to its right faces left
    // across the table; it takes up 40 mm of its file, and the empty place behind it another 20 mm.
    assert_eq!(
        fronts(&position),
        [
            (Point::from_mm(520, 500), Angle::HALF),
            (Point::from_mm(520, 520), Angle::HALF),
            (Point::from_mm(460, 520), Angle::THREE_QUARTERS),
            (Point::from_mm(480, 560), Angle::HALF),
        ]
    );
}

#[test]
fn files_step_forward_of_the_line() {
    let position = one_group("files = 2\nranks = 1\nsteps = [0, 15]\ntroop = \"horse\"\n");
    let points: Vec<Point> = fronts(&position).into_iter().map(|(p, _)| p).collect();
    assert_eq!(points, [Point::from_mm(480, 500), Point::from_mm(520, 515)]);
}

#[test]
fn a_column_kinks_at_the_corner_inside_the_bend() {
    let position =
        one_group("files = 1\nbases = 3\nkinks = [{ after = 1, turn = 90 }]\ntroop = \"medium foot\"\n");
    // The head faces up; those behind face right and share its rear left corner (480, 480).
    let group = position.groups[0].group.as_ref().unwrap();
    let second = group.base(1).unwrap();
    assert_eq!(second.facing(), Angle::QUARTER);
    assert_eq!(second.corner(Corner::FrontLeft), Point::from_mm(480, 480));
    assert_eq!(second.front.at, Point::from_mm(480, 460));
    assert_eq!(group.base(2).unwrap().front.at, Point::from_mm(460, 460));
    // On the march the bases behind wheel where the head did, and the column becomes straight.
    let column = position.groups[0].column.as_ref().unwrap();
    assert!(!column.is_straight());
    assert!(column.advance(Um::from_mm(150)).is_straight());
}

/// The depth of the base of a group.
fn depth(troop: &str, scale: &str, system: &str) -> Result<Um, String> {
    static OWN: Vocabulary =
        Vocabulary { system: Some(System::Fogam), bases: &[BaseSize::new("heavy foot", 15, 20)] };
    let text = format!(
        "schema = 1\n{system}[table]\nscale = \"{scale}\"\n[[side]]\nname = \"Red\"\n[[group]]\nname = \"G\"\n\
         side = \"Red\"\nat = [20, 20]\nfiles = 1\nbases = 1\ntroop = \"{troop}\"\n"
    );
    let position = Position::parse(&text, &[&OWN]).map_err(|e| e.to_string())?;
    Ok(position.groups[0].group.as_ref().unwrap().base(0).unwrap().depth)
}

#[test]
fn depths_follow_troops_scale_and_the_words_of_the_system() {
    let (other, own) = ("system = \"fogr\"\n", "system = \"fogam\"\n");
    assert_eq!(depth("heavy foot", "15mm", other), Ok(Um::from_mm(20)));
    assert_eq!(depth("Heavy Foot", "28mm", other), Ok(Um::from_mm(30)));
    assert_eq!(depth("heavy foot", "15mm", own), Ok(Um::from_mm(15)));
    assert_eq!(depth("dragoons", "15mm", own), Ok(Um::from_mm(40)), "as usual");
    assert_eq!(depth("battle wagons", "28mm", ""), Ok(Um::from_mm(120)));
    assert!(depth("zeppelins", "15mm", "").unwrap_err().contains("not known"));
}

#[test]
fn corners_of_terrain_are_rounded_but_for_those_on_the_table_edge() {
    let terrain = |smooth: &str| {
        let text = format!(
            "schema = 1\n[table]\nwidth = 400\ndepth = 400\nunit = \"mm\"\n[[terrain]]\nkind = \"coast\"\n\
             outline = [[0, 0], [100, 0], [100, 400], [0, 400]]\n{smooth}[[terrain]]\nkind = \"lake\"\n\
             outline = [[200, 100], [300, 100], [300, 200]]\n"
        );
        parse(&text).terrain
    };
    let corners = |t: &caracole_position::Terrain| match &t.ground {
        Ground::Area(polygon) => polygon.corners().to_vec(),
        Ground::Line(_) => Vec::new(),
    };
    let pieces = terrain("");
    assert_eq!(
        corners(&pieces[0]),
        [(0, 0), (100, 0), (100, 400), (0, 400)].map(|(x, y)| Point::from_mm(x, y))
    );
    assert_eq!(corners(&pieces[1]).len(), 24);
    assert!(!corners(&pieces[1]).contains(&Point::from_mm(200, 100)));
}

#[test]
fn the_drawn_cases_of_contact_are_what_their_names_say() {
    let position = parse(include_str!("../../picture/tests/positions/contact.toml"));
    let rects = |name: &str| {
        let i = position.group_named(name).unwrap();
        position.groups[i].group.as_ref().unwrap().rects()
    };
    let contact = |own: &str, their: &str| {
        let found: Vec<Contact> = contacts(&rects(own), &rects(their)).map(|m| m.contact).collect();
        assert_eq!(found.len(), 1, "{own}");
        found[0]
    };
    let edges = |own: &str, their: &str| match contact(own, their) {
        Contact::Edges(e) => (e.own, e.their, e.fit, e.shared.get() / 1000),
        other => panic!("{own}: {other:?}"),
    };
    assert_eq!(edges("aligned fronts", "1"), (Edge::Front, Edge::Front, Fit::Aligned, 40));
    assert_eq!(edges("partial fronts", "2"), (Edge::Front, Edge::Front, Fit::Partial, 24));
    assert_eq!(edges("front on flank", "3"), (Edge::Front, Edge::Left, Fit::TheirCovered, 20));
    assert_eq!(edges("front on rear", "4"), (Edge::Front, Edge::Rear, Fit::Aligned, 40));
    let corners = Contact::Corners { own: Corner::FrontRight, their: Corner::FrontRight };
    assert_eq!(contact("corners only", "5"), corners);
    let on_edge = Contact::CornerOnEdge { own: Corner::FrontRight, their: Edge::Front };
    assert_eq!(contact("front corner on edge", "6"), on_edge);
    let (own, their, _, shared) = edges("side by side", "7");
    assert_eq!((own, their, shared), (Edge::Right, Edge::Left, 20));
    assert_eq!(edges("rear to rear", "8"), (Edge::Rear, Edge::Rear, Fit::Aligned, 40));
}

#[test]
fn written_positions_read_back_the_same() {
    let file: PositionFile = toml::from_str(caracole_position::DEMO).unwrap();
    let written = file.to_toml().unwrap();
    let again: PositionFile = toml::from_str(&written).unwrap();
    assert_eq!(file, again);
    assert_eq!(again.to_toml().unwrap(), written);
    let json: PositionFile = serde_json::from_str(&file.to_json().unwrap()).unwrap();
    assert_eq!(file, json);
    assert_eq!(Position::parse_json(&file.to_json().unwrap(), &[]).unwrap().groups.len(), 27);
    let refused = Position::parse_json("{\"schema\": 1, \"group\": 3}", &[]).unwrap_err().to_string();
    assert!(refused.contains("line 1"), "{refused}");
}

#[test]
fn all_values_that_do_not_fit_are_reported_at_once() {
    let text = "schema = 1\ncolor = 3\n[[side]]\nname = \"Red\"\n[[group]]\nname = \"G\"\nside = \"Red\"\nat = [1]\n\
                faicng = 90\nfiles = \"two\"\nbases = 4\ntroop = \"horse\"\n";
    let report = Position::parse(text, &[]).unwrap_err();
    let lines: Vec<usize> = report.problems.iter().map(|p| p.line).collect();
    assert_eq!(lines, [2, 8, 9, 10], "{report}");
}

#[test]
fn the_schema_describes_every_field_and_forbids_others() {
    let schema = serde_json::to_value(position_schema()).unwrap();
    assert_eq!(schema["additionalProperties"], false);
    let group = &schema["$defs"]["GroupFile"];
    assert_eq!(group["additionalProperties"], false);
    let mut required: Vec<&str> =
        group["required"].as_array().unwrap().iter().filter_map(|v| v.as_str()).collect();
    required.sort_unstable();
    assert_eq!(required, ["name", "side"]);
    for (name, field) in group["properties"].as_object().unwrap() {
        assert!(field.get("description").is_some(), "{name}");
    }
    assert_eq!(schema["$defs"]["PointFile"]["minItems"], 2);
}

#[test]
fn the_example_of_the_readme_is_right() {
    let readme = include_str!("../README.md");
    let example = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let position = parse(example);
    assert_eq!((position.groups.len(), position.overlays.len()), (2, 1));
}
