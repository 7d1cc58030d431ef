//! Wrong position files: each is refused with the place, what is wrong, and how to mend it.

use caracole_position::{MAX_BYTES, Position};

/// The report on a file, one line a problem.
fn report(text: &str) -> String {
    match Position::parse(text, &[]) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// A right file to spoil: two sides, one group.
const RIGHT: &str = r#"schema = 1
[table]
width = 48
depth = 36
[[side]]
name = "Red"
[[side]]
name = "Blue"
[[group]]
name = "Tower regiment"
side = "Red"
at = [20, 10]
facing = 0
files = 3
bases = 6
troop = "heavy foot"
capabilities = ["pike"]
"#;

fn spoilt(from: &str, to: &str) -> String {
    assert!(RIGHT.contains(from), "{from}");
    report(&RIGHT.replacen(from, to, 1))
}

fn with(more: &str) -> String {
    report(&format!("{RIGHT}{more}"))
}

#[test]
fn the_right_file_is_accepted() {
    assert_eq!(report(RIGHT), "accepted");
}

#[test]
fn syntax() {
    assert_eq!(
        spoilt("width = 48", "width = = 48"),
        "3:9: this is not TOML: extra `=`, expected nothing; mend the syntax of this line"
    );
}

#[test]
fn a_newer_format() {
    assert_eq!(
        spoilt("schema = 1", "schema = 2"),
        "1:1: schema: version 2 of the format is not known to this program; write `schema = 1`, or use a newer program"
    );
}

#[test]
fn no_version() {
    assert_eq!(spoilt("schema = 1\n", ""), "1:1: the field `schema` is missing; add a line `schema = ...`");
}

#[test]
fn misspelt_field() {
    assert_eq!(
        spoilt("facing = 0", "faicng = 0"),
        "13:1: group 1, faicng: there is no field `faicng` here; did you mean `facing`?"
    );
}

#[test]
fn unknown_field() {
    assert_eq!(
        spoilt("depth = 36", "depth = 36\nweather = \"rain\""),
        "5:1: table, weather: there is no field `weather` here; use one of width, depth, unit, scale, mu"
    );
}

#[test]
fn wrong_type() {
    assert_eq!(
        spoilt("facing = 0", "facing = \"north\""),
        "13:10: group 1, facing: string \"north\" does not fit here; write a number"
    );
}

#[test]
fn point_of_one_or_three_numbers() {
    assert_eq!(
        spoilt("at = [20, 10]", "at = [20]"),
        "12:6: group 1, at: a list of 1 does not fit here; write a point [x, y]"
    );
    assert_eq!(
        spoilt("at = [20, 10]", "at = [20, 10, 5]"),
        "12:6: group 1, at: a list of 3 does not fit here; write a point [x, y]"
    );
}

#[test]
fn negative_count() {
    assert_eq!(
        spoilt("bases = 6", "bases = -6"),
        "15:9: group 1, bases: integer `-6` does not fit here; write a whole number from 0 up"
    );
}

#[test]
fn unknown_word() {
    assert_eq!(
        with("cohesion = \"disruptd\"\n"),
        "18:12: group 1, cohesion: `disruptd` is not known here; did you mean `disrupted`?"
    );
}

#[test]
fn unknown_terrain() {
    assert_eq!(
        with("[[terrain]]\nkind = \"forrest\"\noutline = [[1, 1], [5, 1], [5, 5]]\n"),
        "19:8: terrain 1, kind: `forrest` is not known here; did you mean `forest`?"
    );
}

#[test]
fn unknown_side() {
    assert_eq!(
        spoilt("side = \"Red\"", "side = \"Rod\""),
        "11:1: group 1, side: there is no side called \"Rod\"; did you mean \"Red\"?"
    );
    assert_eq!(
        spoilt("side = \"Red\"", "side = \"Green\""),
        "11:1: group 1, side: there is no side called \"Green\"; write one of Red, Blue"
    );
}

#[test]
fn two_groups_of_one_name() {
    assert_eq!(
        with(
            "[[group]]\nname = \"Tower regiment\"\nside = \"Blue\"\nat = [30, 30]\nfiles = 1\nbases = 1\ntroop = \"horse\"\n"
        ),
        "19:1: group 2, name: there is another group called \"Tower regiment\"; give each its own name"
    );
}

#[test]
fn facing_beyond_a_full_turn() {
    assert_eq!(
        spoilt("facing = 0", "facing = 400"),
        "13:1: group 1, facing: 400 is not an angle in degrees; give a number from -360 to 360; 0 faces up the table, 90 to the right"
    );
    assert!(spoilt("facing = 0", "facing = nan").starts_with("13:1: group 1, facing: NaN is not an angle"));
}

#[test]
fn place_off_the_table() {
    assert_eq!(
        spoilt("at = [20, 10]", "at = [20, 40]"),
        "12:1: group 1, at: the point [20, 40] lies off the table; keep x from 0 to 48 MU and y from 0 to 36 MU"
    );
}

#[test]
fn bases_over_the_table_edge() {
    // Two ranks of 20 mm (0.8 MU) behind a front edge 1 MU from the near edge.
    assert_eq!(
        spoilt("at = [20, 10]", "at = [20, 1]"),
        "12:1: group 1, at: \"Tower regiment\" reaches over the edge of the table; move it onto the table"
    );
    assert_eq!(spoilt("at = [20, 10]", "at = [20, 1.6]"), "accepted");
    assert_eq!(spoilt("at = [20, 10]", "at = [20, 1]\noff_table = true"), "accepted");
}

#[test]
fn no_place() {
    assert_eq!(
        spoilt("at = [20, 10]\n", ""),
        "9:1: group 1: the group stands nowhere; add `at = [x, y]`, the middle of its front edge, or `off_table = true`"
    );
}

#[test]
fn overlapping_groups() {
    // Front edges on one line, 3 files each: 4.8 MU apart they touch, 4.7 MU apart they overlap.
    let second = |x: &str| {
        with(&format!(
            "[[group]]\nname = \"Trained bands\"\nside = \"Red\"\nat = [{x}, 10]\nfiles = 3\nbases = 6\ntroop = \"heavy foot\"\n"
        ))
    };
    assert_eq!(
        second("24.7"),
        "21:1: group 2, at: \"Trained bands\" overlaps \"Tower regiment\"; move one of them"
    );
    assert_eq!(second("24.8"), "accepted");
}

#[test]
fn ranks_that_do_not_add_up() {
    assert_eq!(
        spoilt("bases = 6", "bases = 6\nranks = 3"),
        "16:1: group 1, ranks: 6 bases in 3 files stand in 2 ranks, not 3; leave `ranks` out, or correct it"
    );
    assert_eq!(
        spoilt("files = 3", "files = 7"),
        "14:1: group 1, files: 6 bases cannot fill 7 files; give at most as many files as bases"
    );
    assert_eq!(
        spoilt("bases = 6", "bases = 4000000000"),
        "15:1: group 1, bases: the number is not usable; a group has 1 to 64 bases"
    );
}

#[test]
fn unknown_troops_have_no_depth() {
    assert_eq!(
        spoilt("troop = \"heavy foot\"", "troop = \"hevy foot\""),
        "16:1: group 1, troop: how deep a base of \"hevy foot\" is, is not known; did you mean \"heavy foot\"? Otherwise add `depth` in millimetres"
    );
    assert_eq!(spoilt("troop = \"heavy foot\"", "troop = \"grenadiers\"\ndepth = 20"), "accepted");
}

/// A mixed group with the given layout lines, standing alone.
fn laid_out(layout: &str) -> String {
    report(&format!(
        "schema = 1\n[[side]]\nname = \"Red\"\n[[group]]\nname = \"T\"\nside = \"Red\"\nat = [30, 30]\nlayout = {layout}\n\
         [group.kinds.P]\ntroop = \"heavy foot\"\n[group.kinds.S]\ntroop = \"medium foot\"\n"
    ))
}

#[test]
fn layouts() {
    assert_eq!(laid_out("[\"S P S\", \"S P S\"]"), "accepted");
    assert_eq!(laid_out("[\"S< P S>\", \". Pv Sx\"]"), "accepted");
    assert_eq!(
        laid_out("[\"S P S\", \"S Q S\"]"),
        "8:20: group 1, layout 2: `Q` begins with no letter of a kind; write one of P, S, or `.` for an empty place"
    );
    assert_eq!(
        laid_out("[\"S P^ S\"]"),
        "8:11: group 1, layout 1: `P^` is not understood; after the letter write `<`, `>` or `v` for a turned base, `x` for a lost one; part bases by blanks"
    );
    assert_eq!(
        laid_out("[\"P\", \"P P\"]"),
        "8:16: group 1, layout 2: this rank is wider than the front rank; mark empty places in the ranks before it with `.`"
    );
    assert_eq!(
        laid_out("[\"Px\", \"P\"]"),
        "8:1: group 1, layout: file 1 has no base, or a lost base before one that is present; start each file with a base that is present; gaps are closed when bases are lost"
    );
}

#[test]
fn kinks_are_for_columns() {
    assert_eq!(
        with("kinks = [{ after = 1, turn = 20 }]\n"),
        "18:1: group 1, kinks: only a column one base wide can be kinked; remove the kinks"
    );
    let column = |kink: &str| {
        let text = RIGHT.replacen("files = 3", "files = 1", 1);
        report(&format!("{text}kinks = [{kink}]\n"))
    };
    assert_eq!(column("{ after = 2, turn = 20 }"), "accepted");
    assert_eq!(
        column("{ after = 6, turn = 20 }"),
        "18:12: group 1, kinks 1, after: the column of 6 bases has no base behind base 6; give the number of the base before the bend, counted from the front"
    );
    assert_eq!(
        column("{ after = 2, turn = 95 }"),
        "18:23: group 1, kinks 1, turn: a column cannot bend by more than 90 degrees; give -90 to 90"
    );
}

#[test]
fn outlines() {
    assert_eq!(
        with("[[terrain]]\nkind = \"village\"\noutline = [[1, 1], [5, 5], [5, 1], [1, 5]]\n"),
        "20:1: terrain 1, outline: the outline crosses or touches itself; list the corners in the order in which one walks round the piece"
    );
    assert_eq!(
        with("[[terrain]]\nkind = \"forest\"\noutline = [[1, 1], [5, 5]]\n"),
        "20:1: terrain 1, outline: forest needs an outline of at least three corners; write outline = [[x, y], [x, y], [x, y]]"
    );
    assert_eq!(
        with("[[terrain]]\nkind = \"river\"\nline = [[1, 1], [5, 5]]\n"),
        "18:1: terrain 1: the river has no width; add a line `width = ...`"
    );
    assert_eq!(
        with("[[terrain]]\nkind = \"forest\"\noutline = [[1, 1], [5, 5], [99, 1]]\n"),
        "20:28: terrain 1, outline 3: the point [99, 1] lies off the table; keep x from 0 to 48 MU and y from 0 to 36 MU"
    );
}

#[test]
fn tables() {
    assert_eq!(
        spoilt("width = 48", "width = 4800"),
        "3:1: table, width: a table 4800 MU across is not usable; give a length from 50 mm to 5 m; `unit` says whether numbers are \"mu\", \"mm\" or \"bw\""
    );
    assert_eq!(
        spoilt("depth = 36", "depth = 36\nmu = 250"),
        "5:1: table, mu: a movement unit of 250 mm is not usable; write 25, or 25.4, 38.1 or 40 as your rules allow (10 to 60)"
    );
}

#[test]
fn overlays() {
    assert_eq!(
        with("[[overlay]]\nkind = \"arc\"\ngroup = \"Tower regimint\"\nrange = 3\n"),
        "20:1: overlay 1, group: there is no group called \"Tower regimint\"; did you mean \"Tower regiment\"?"
    );
    assert_eq!(
        with("[[overlay]]\nkind = \"distance\"\nfrom = \"Tower regiment\"\n"),
        "18:1: overlay 1: `to` is missing; add `to = [x, y]` or `to = \"name of a group\"`"
    );
    assert_eq!(
        with("[[overlay]]\nkind = \"note\"\nat = [3, 3]\nlabel = \"here\"\nrange = 3\n"),
        "22:1: overlay 1, range: this kind of overlay does not use `range`; remove it; it uses at and label"
    );
    assert_eq!(
        with("[[overlay]]\nkind = \"distance\"\nfrom = 3\nto = [1, 1]\n"),
        "20:8: overlay 1, from: expected a point [x, y] or the name of a group in quotes; correct the value"
    );
}

#[test]
fn commanders() {
    assert_eq!(
        with("[[commander]]\nname = \"Essex\"\nside = \"Red\"\n"),
        "18:1: commander 1: the commander stands nowhere; add `at = [x, y]`, or `with = \"name of a group\"`"
    );
    assert_eq!(
        with("[[commander]]\nname = \"Hopton\"\nside = \"Blue\"\nwith = \"Tower regiment\"\n"),
        "21:1: commander 1, with: \"Tower regiment\" belongs to another side; name a group of his own side"
    );
}

#[test]
fn several_problems_are_listed_in_the_order_of_the_file() {
    let text = RIGHT.replacen("at = [20, 10]", "at = [20, 99]", 1).replacen("facing = 0", "facing = 999", 1);
    let error = Position::parse(&text, &[]).unwrap_err();
    let lines: Vec<usize> = error.problems.iter().map(|p| p.line).collect();
    assert_eq!(lines, [12, 13]);
}

#[test]
fn files_and_lists_are_bounded() {
    let long = format!("{RIGHT}# {}", "x".repeat(MAX_BYTES));
    assert_eq!(
        report(&long),
        format!(
            "1:1: the file has {} bytes; the limit is 1048576; split it, or leave terrain detail out",
            long.len()
        )
    );
    let group = "[[group]]\nname = \"n\"\nside = \"Red\"\n".repeat(501);
    assert_eq!(
        report(&format!("schema = 1\n{group}")),
        "2:3: group: there are 501 entries; the limit is 500; leave some out"
    );
    let name = spoilt("Tower regiment", &"T".repeat(81));
    assert_eq!(name, "10:1: group 1, name: the text has 81 characters; shorten it to 80");
    let deep = format!("schema = 1\ntitle = {}", "[".repeat(100_000));
    assert!(report(&deep).starts_with("2:"), "{}", report(&deep));
}

#[test]
fn more_problems_than_fit_are_counted() {
    let note = "[[overlay]]\nkind = \"note\"\nat = [3, 3]\n".repeat(30);
    let error = Position::parse(&format!("{RIGHT}{note}"), &[]).unwrap_err();
    assert_eq!((error.problems.len(), error.more), (20, 10));
    assert!(error.to_string().ends_with("\nand 10 more"));
}
