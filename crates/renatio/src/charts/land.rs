//! The pre-battle: who invades, the map, terrain, out-scouting and flank marches.

use super::movement::Going;
use super::read::{Based, Chart, Table, maybe_flag, word, word_list};
use crate::cards::Colour;
use crate::troops::Grade;
use caracole_document::{Section, words};

words! {
    /// Territories.
    Territory {
        /// Cultivated.
        Cultivated = "C",
        /// Mountains.
        Mountains = "M",
        /// Forest or Jungle.
        Forest = "F/J",
        /// Plains or Desert.
        Plains = "P/D",
        /// Seashore.
        Seashore = "S",
    }
}

words! {
    /// Densities of terrain.
    Density {
        /// Open.
        Open = "open",
        /// Sparse.
        Sparse = "sparse",
        /// Medium.
        Medium = "medium",
        /// Dense.
        Dense = "dense",
        /// Very Dense.
        VeryDense = "very_dense",
    }
}

words! {
    /// Secure flanks.
    SecureFlank {
        /// River or coast.
        Water = "water",
        /// Difficult pieces.
        Difficult = "difficult",
        /// Rough pieces.
        Rough = "rough",
        /// None.
        None = "none",
    }
}

/// A square of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its name.
    pub id: String,
    /// Row, from 1.
    pub row: u8,
    /// Column, from 1.
    pub column: u8,
    /// Its secure flank.
    pub flank: SecureFlank,
    /// Its density.
    pub density: Density,
    /// The territories that it belongs to.
    pub territories: Vec<Territory>,
}

/// How far the marker may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerMove {
    /// Squares in a row or column.
    pub straight: u8,
    /// Squares along a diagonal.
    pub diagonal: u8,
}

/// Map of the pre-battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PbsMap {
    /// Its squares.
    pub squares: Vec<Square>,
    moves: Vec<Based<MarkerMove>>,
}

impl PbsMap {
    /// How far the marker may go when a card is so much better; `None` if it may not.
    pub fn marker_move(&self, better_by: u8) -> Option<MarkerMove> {
        let at = usize::from(better_by.checked_sub(1)?).min(self.moves.len() - 1);
        Some(self.moves[at].value)
    }
}

/// Terrain pieces of a density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Rough pieces or open areas.
    pub rough: u8,
    /// Difficult pieces.
    pub difficult: u8,
    /// Pieces of either kind.
    pub any: u8,
    /// Optional pieces of each player.
    pub optional_each: u8,
}

words! {
    /// Kinds of pieces by size.
    PieceSize {
        /// Pieces of a secure flank.
        SecureFlank = "secure_flank",
        /// Compulsory pieces.
        Compulsory = "compulsory",
        /// Optional pieces.
        Optional = "optional",
    }
}

words! {
    /// Sectors of the table.
    Sector {
        /// Left flank sector.
        Left = "left",
        /// Middle.
        Middle = "middle",
        /// Right flank sector.
        Right = "right",
    }
}

words! {
    /// Whether a piece must touch an edge.
    Edge {
        /// It must.
        Touches = "touches",
        /// It need not.
        Free = "free",
    }
}

/// How terrain is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PbsTerrain {
    rows: Table<Density, Based<Pieces>>,
    sizes: Table<PieceSize, Based<[u8; 2]>>,
    /// Sector by the first d6.
    pub sector: [Sector; 6],
    /// Edge by the second d6.
    pub edge: [Edge; 6],
    /// What the opponent needs to move, pivot and remove a piece.
    pub opponent_needs: [u8; 3],
    /// How far the opponent moves it, in BW.
    pub opponent_moves_bw: u8,
    /// Room between pieces, in BW.
    pub gap_bw: u8,
}

impl PbsTerrain {
    /// The pieces of a density.
    pub fn pieces(&self, density: Density) -> Pieces {
        self.rows.of(density).value
    }

    /// Least and greatest extent of a piece, in BW.
    pub fn size(&self, piece: PieceSize) -> [u8; 2] {
        self.sizes.of(piece).value
    }
}

words! {
    /// Kinds of terrain.
    TerrainKind {
        /// Open area.
        OpenArea = "open_area",
        /// Hill.
        Hill = "hill",
        /// Rocky ground.
        RockyGround = "rocky_ground",
        /// Brush.
        Brush = "brush",
        /// Ploughed field.
        PloughedField = "ploughed_field",
        /// Tall crops.
        TallCrops = "tall_crops",
        /// Enclosed field.
        EnclosedField = "enclosed_field",
        /// Village.
        Village = "village",
        /// Orchard.
        Orchard = "orchard",
        /// Wood.
        Wood = "wood",
        /// Jungle.
        Jungle = "jungle",
        /// Vineyard.
        Vineyard = "vineyard",
        /// Steep hill.
        SteepHill = "steep_hill",
        /// Gully.
        Gully = "gully",
        /// Marsh.
        Marsh = "marsh",
        /// Soft sand.
        SoftSand = "soft_sand",
        /// Dunes.
        Dunes = "dunes",
        /// Road.
        Road = "road",
        /// River or coast.
        RiverOrCoast = "river_or_coast",
    }
}

words! {
    /// Which slot a piece fills.
    TerrainClass {
        /// Open.
        Open = "open",
        /// Rough.
        Rough = "rough",
        /// Difficult.
        Difficult = "difficult",
        /// A line; it fills no slot.
        Line = "line",
        /// A secure flank; it fills no slot.
        Flank = "flank",
    }
}

words! {
    /// Going of a piece of terrain.
    Ground {
        /// Good Going.
        Good = "good",
        /// Rough.
        Rough = "rough",
        /// Difficult.
        Difficult = "difficult",
        /// Nothing enters.
        Impassable = "impassable",
    }
}

words! {
    /// Troops that terrain hides.
    Hidden {
        /// All.
        All = "all",
        /// Foot.
        Foot = "foot",
        /// Foot skirmishers.
        FootSkirmishers = "foot_skirmishers",
    }
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainRow {
    /// Which slot it fills.
    pub class: TerrainClass,
    /// Where it may be chosen.
    pub territories: Vec<Territory>,
    /// Its going.
    pub ground: Ground,
    /// Its going for elephants, if another.
    pub elephants: Option<Going>,
    /// Its going for camels, if another.
    pub camels: Option<Going>,
    /// Distance in BW at which troops inside are seen; nought if sight is not limited.
    pub visible_bw: u8,
    /// The troops that it hides.
    pub hides: Hidden,
    /// Whether it gives cover.
    pub cover: bool,
    /// Whether its edges can be defended like barricades.
    pub barricade_edges: bool,
}

/// Terrain table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain(Table<TerrainKind, Based<TerrainRow>>);

impl Terrain {
    /// A kind of terrain.
    pub fn row(&self, kind: TerrainKind) -> &TerrainRow {
        &self.0.of(kind).value
    }
}

/// Out-scouting and deployment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outscouting {
    /// Percent for each card by its colour.
    pub percent: Table<Colour, u8>,
    /// How many of the best cards count.
    pub best_cards: u8,
    /// The fewest units that the out-scouted side deploys first.
    pub minimum_ugs: u8,
    /// Units deployed in turn.
    pub batch: u8,
    /// Least distance from the centre line, in BW.
    pub from_centre_line_bw: u8,
    /// Width of a flank sector, in BW.
    pub flank_sector_bw: u8,
    /// Width and depth of the table, in BW.
    pub table_bw: [u8; 2],
}

words! {
    /// Kinds of flank marches.
    MarchKind {
        /// Skirmishers and flexible mounted only.
        Light = "skirmishers_or_flexible_mounted",
        /// Mounted only.
        Mounted = "mounted",
        /// Others.
        Other = "other",
    }
}

/// Flank marches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlankMarch {
    /// RED cards for it to arrive.
    pub red_cards: Table<MarchKind, u8>,
    /// The most units.
    pub most_ugs: u8,
}

pub(super) fn pbs_invader(chart: &Chart<'_, '_>) -> Option<Table<Grade, Colour>> {
    chart.only(&["dice"]);
    chart.words("dice", word)
}

pub(super) fn pbs_map(chart: &Chart<'_, '_>) -> Option<PbsMap> {
    chart.only(&["squares", "moves"]);
    let fields = ["id", "row", "column", "flank", "density", "territories"];
    let squares = chart.list("squares", &fields, |row| {
        Some(Square {
            id: row.need("id")?.short_text(8)?.to_owned(),
            row: row.need("row")?.u8(1, 9)?,
            column: row.need("column")?.u8(1, 9)?,
            flank: word(&row.need("flank")?)?,
            density: word(&row.need("density")?)?,
            territories: word_list(&row.need("territories")?)?,
        })
    })?;
    let squares: Vec<Square> = squares.into_iter().map(|row| row.value).collect();
    let place = |square: &Square| (square.row, square.column);
    for (n, square) in squares.iter().enumerate() {
        if squares.iter().take(n).any(|other| place(other) == place(square)) {
            let problem = format!("there are two squares in row {}, column {}", square.row, square.column);
            chart.need("squares")?.fault(problem, "give each square its own place");
            return None;
        }
    }
    let moves = chart.numbered("moves", "difference", 1, &["straight", "diagonal"], |row| {
        Some(MarkerMove {
            straight: row.need("straight")?.u8(0, 4)?,
            diagonal: row.need("diagonal")?.u8(0, 4)?,
        })
    })?;
    if moves.is_empty() || squares.is_empty() {
        chart.need("moves")?.fault("squares or moves are missing", "give at least one of each");
        return None;
    }
    Some(PbsMap { squares, moves })
}

pub(super) fn pbs_terrain(chart: &Chart<'_, '_>) -> Option<PbsTerrain> {
    chart.only(&[
        "rows",
        "sizes",
        "sector",
        "edge",
        "opponent_moves_at",
        "opponent_moves_bw",
        "opponent_pivots_at",
        "opponent_removes_at",
        "gap_bw",
    ]);
    let rows = chart.rows("rows", "key", &["rough", "difficult", "any", "optional_each"], |row| {
        let number = |key: &str| row.need(key)?.u8(0, 9);
        Some(Pieces {
            rough: number("rough")?,
            difficult: number("difficult")?,
            any: number("any")?,
            optional_each: number("optional_each")?,
        })
    })?;
    let sizes = chart.rows("sizes", "key", &["min", "max"], |row| {
        let size = [row.need("min")?.u8(1, 30)?, row.need("max")?.u8(1, 30)?];
        if size[0] > size[1] {
            row.fault("the least extent is more than the greatest", "exchange the two");
            return None;
        }
        Some(size)
    })?;
    let sector: Vec<Sector> = chart.need("sector")?.list_of(6)?.iter().map(word).collect::<Option<_>>()?;
    let edge: Vec<Edge> = chart.need("edge")?.list_of(6)?.iter().map(word).collect::<Option<_>>()?;
    Some(PbsTerrain {
        rows,
        sizes,
        sector: sector.try_into().ok()?,
        edge: edge.try_into().ok()?,
        opponent_needs: [
            chart.u8("opponent_moves_at", 1, 7)?,
            chart.u8("opponent_pivots_at", 1, 7)?,
            chart.u8("opponent_removes_at", 1, 7)?,
        ],
        opponent_moves_bw: chart.u8("opponent_moves_bw", 0, 20)?,
        gap_bw: chart.u8("gap_bw", 0, 9)?,
    })
}

fn terrain_row(row: &Section<'_, '_>) -> Option<TerrainRow> {
    let going = |key: &str| match row.get(key) {
        Some(node) => word::<Going>(&node).map(Some),
        None => Some(None),
    };
    Some(TerrainRow {
        class: word(&row.need("class")?)?,
        territories: word_list(&row.need("territories")?)?,
        ground: word(&row.need("going")?)?,
        elephants: going("elephants")?,
        camels: going("camels")?,
        visible_bw: row.need("visible_bw")?.u8(0, 20)?,
        hides: row.get("visible_who").map_or(Some(Hidden::All), |node| word(&node))?,
        cover: row.need("cover")?.bool()?,
        barricade_edges: maybe_flag(row, "barricade_edges")?,
    })
}

pub(super) fn terrain(chart: &Chart<'_, '_>) -> Option<Terrain> {
    chart.only(&["kinds"]);
    let fields = [
        "class",
        "territories",
        "going",
        "elephants",
        "camels",
        "visible_bw",
        "visible_who",
        "cover",
        "barricade_edges",
    ];
    chart.rows("kinds", "key", &fields, terrain_row).map(Terrain)
}

pub(super) fn outscouting(chart: &Chart<'_, '_>) -> Option<Outscouting> {
    chart.only(&[
        "percent",
        "best_cards",
        "minimum_ugs",
        "batch",
        "deploy_from_centre_line_bw",
        "flank_sector_bw",
        "table_width_bw",
        "table_depth_bw",
    ]);
    Some(Outscouting {
        percent: chart.words("percent", |node| node.u8(0, 100))?,
        best_cards: chart.u8("best_cards", 1, 20)?,
        minimum_ugs: chart.u8("minimum_ugs", 0, 40)?,
        batch: chart.u8("batch", 1, 40)?,
        from_centre_line_bw: chart.u8("deploy_from_centre_line_bw", 0, 30)?,
        flank_sector_bw: chart.u8("flank_sector_bw", 0, 30)?,
        table_bw: [chart.u8("table_width_bw", 10, 100)?, chart.u8("table_depth_bw", 10, 100)?],
    })
}

pub(super) fn flank_march(chart: &Chart<'_, '_>) -> Option<FlankMarch> {
    chart.only(&["red_cards", "most_ugs"]);
    Some(FlankMarch {
        red_cards: chart.words("red_cards", |node| node.u8(1, 9))?,
        most_ugs: chart.u8("most_ugs", 1, 20)?,
    })
}
