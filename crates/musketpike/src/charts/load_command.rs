//! Reading the charts of command and movement.

use super::command::*;
use super::load::{modifiers, only, ten_words, word};
use super::movement::*;
use crate::counters::Orders;
use caracole_document::Word;
use caracole_document::{Node, Section};

fn orders(node: &Node<'_, '_>) -> Option<Orders> {
    node.word(&Orders::ALL.map(|orders| (orders.key(), orders)))
}

pub(super) fn orders_restriction(table: &Section<'_, '_>) -> Option<OrdersRestrictions> {
    only(table, &["rows"]);
    let node = table.need("rows")?;
    let mut rows = [None; 4];
    for item in node.list()? {
        let row = item.section()?;
        row.only(&[
            "orders",
            "move",
            "must_close",
            "adjacent",
            "closer",
            "fire",
            "reform",
            "rally",
            "pass",
            "continue",
            "preempt",
            "withdraw",
        ]);
        let which = orders(&row.need("orders")?)?;
        let mut fire = [false; 4];
        for kind in row.need("fire")?.list()? {
            fire[word::<InfantryFire>(&kind)?.index()] = true;
        }
        let flag = |key: &str| row.need(key)?.bool();
        let restriction = OrdersRestriction {
            move_limit: word(&row.need("move")?)?,
            must_close: flag("must_close")?,
            may_be_adjacent: flag("adjacent")?,
            may_come_closer: flag("closer")?,
            fire,
            reform: word(&row.need("reform")?)?,
            rally: word(&row.need("rally")?)?,
            may_pass: flag("pass")?,
            may_continue: flag("continue")?,
            may_preempt: flag("preempt")?,
            withdraw: word(&row.need("withdraw")?)?,
        };
        if rows[which as usize].replace(restriction).is_some() {
            item.fault(format!("orders \"{}\" are there twice", which.key()), "remove one of the two rows");
        }
    }
    for (which, row) in Orders::ALL.iter().zip(&rows) {
        if row.is_none() {
            node.fault(format!("the row of \"{}\" is missing", which.key()), "add it");
        }
    }
    let [charge, make_ready, receive_charge, rally] = rows;
    Some(OrdersRestrictions([charge?, make_ready?, receive_charge?, rally?]))
}

fn success(node: &Node<'_, '_>) -> Option<Success> {
    let ends = node.list_of(2)?;
    let success = Success { least: ends.first()?.i8(0, 9)?, most: ends.get(1)?.i8(0, 9)? };
    if success.least > success.most {
        node.fault("the range ends before it starts", "write the lower number first, like [0, 3]");
        return None;
    }
    Some(success)
}

pub(super) fn orders_change(table: &Section<'_, '_>) -> Option<OrdersChangeTable> {
    only(table, &["ranges", "modifiers", "not_allowed"]);
    let rows = table.need("ranges")?.section()?;
    rows.only(&Orders::ALL.map(Orders::key));
    let mut ranges = [[None; 4]; 4];
    for from in Orders::ALL {
        let row = rows.need(from.key())?.section()?;
        row.only(&Orders::ALL.map(Orders::key));
        for to in Orders::ALL {
            let cell = row.get(to.key());
            if from == to {
                if let Some(cell) = cell {
                    cell.fault("orders cannot be changed to themselves", "remove the cell");
                }
                continue;
            }
            let Some(cell) = cell else {
                row.fault(
                    format!("the cell \"{}\" is missing", to.key()),
                    "write the range that succeeds, or \"no\" where the change is impossible",
                );
                continue;
            };
            if cell.is_text() {
                cell.word(&[("no", ())])?;
            } else {
                ranges[from as usize][to as usize] = Some(success(&cell)?);
            }
        }
    }
    Some(OrdersChangeTable { ranges, modifiers: modifiers(table)? })
}

pub(super) fn orders_table<M: Word>(table: &Section<'_, '_>) -> Option<OrdersTable<M>> {
    only(table, &["ranges", "not_allowed", "modifiers"]);
    let cells = table.need("ranges")?.section()?;
    cells.only(&Orders::ALL.map(Orders::key));
    let mut not_allowed = Vec::new();
    for item in table.get("not_allowed").and_then(|node| node.list()).unwrap_or_default() {
        not_allowed.push(orders(&item)?);
    }
    let mut ranges = [None; 4];
    for which in Orders::ALL {
        match (cells.get(which.key()), not_allowed.contains(&which)) {
            (Some(cell), false) => ranges[which as usize] = success(&cell),
            (None, true) => {}
            (Some(cell), true) => cell.fault("this cell is also in not_allowed", "remove one of the two"),
            (None, false) => cells.fault(
                format!("the cell \"{}\" is missing", which.key()),
                "write the range that succeeds, or name it in not_allowed",
            ),
        }
    }
    Some(OrdersTable { ranges, modifiers: modifiers(table)? })
}

pub(super) fn leader_results<W: Word>(table: &Section<'_, '_>) -> Option<[W; 10]> {
    only(table, &["results", "modifiers"]);
    if let Some(node) = table.get("modifiers")
        && !node.list()?.is_empty()
    {
        node.fault("this chart has no modifiers", "leave the list empty");
    }
    ten_words(&table.need("results")?)
}

pub(super) fn movement(table: &Section<'_, '_>) -> Option<MovementAllowances> {
    only(
        table,
        &[
            "allowance",
            "facing_per_vertex",
            "wheel_two_hex",
            "counter_march",
            "form_hedgehog",
            "lone_leader_note",
        ],
    );
    let allowance = table.need("allowance")?.section()?;
    allowance.only(&[
        "cavalry",
        "leader",
        "light_infantry",
        "cavalry_li_stack",
        "heavy_infantry",
        "wagon",
        "limbered_artillery",
        "unlimbered_artillery",
    ]);
    let facing = table.need("facing_per_vertex")?.section()?;
    facing.only(&["cavalry", "light_infantry", "heavy_infantry_one_hex", "heavy_infantry_column"]);
    let points = |table: &Section<'_, '_>, key: &str| table.need(key)?.u8(0, 30);
    Some(MovementAllowances {
        cavalry: points(&allowance, "cavalry")?,
        leader: points(&allowance, "leader")?,
        light_infantry: points(&allowance, "light_infantry")?,
        cavalry_li_stack: points(&allowance, "cavalry_li_stack")?,
        heavy_infantry: points(&allowance, "heavy_infantry")?,
        wagon: points(&allowance, "wagon")?,
        limbered_artillery: points(&allowance, "limbered_artillery")?,
        unlimbered_artillery: points(&allowance, "unlimbered_artillery")?,
        facing_cavalry: points(&facing, "cavalry")?,
        facing_light_infantry: points(&facing, "light_infantry")?,
        facing_heavy_infantry: points(&facing, "heavy_infantry_one_hex")?,
        facing_column: points(&facing, "heavy_infantry_column")?,
        wheel: points(&table.need("wheel_two_hex")?.section()?, "plus")?,
        counter_march: points(table, "counter_march")?,
        form_hedgehog: points(table, "form_hedgehog")?,
    })
}

pub(super) fn formation_effects(table: &Section<'_, '_>) -> Option<FormationEffects> {
    only(table, &["rows", "modifiers_at"]);
    let node = table.need("rows")?;
    let mut rows = [None; 7];
    for item in node.list()? {
        let row = item.section()?;
        row.only(&[
            "state",
            "allowance",
            "terrain_hits",
            "may_fire",
            "may_close_combat",
            "fire_fh_as",
            "cc_fh_as",
        ]);
        let state: FormationState = word(&row.need("state")?)?;
        let flag = |key: &str| row.need(key)?.bool();
        let effect = FormationEffect {
            allowance: word(&row.need("allowance")?)?,
            terrain_hits: flag("terrain_hits")?,
            may_fire: flag("may_fire")?,
            may_close_combat: flag("may_close_combat")?,
            hit_by_fire: word(&row.need("fire_fh_as")?)?,
            hit_in_close_combat: word(&row.need("cc_fh_as")?)?,
        };
        if rows[state.index()].replace(effect).is_some() {
            item.fault(format!("state \"{}\" is there twice", state.key()), "remove one of the two rows");
        }
    }
    for (state, row) in FormationState::ALL.iter().zip(&rows) {
        if row.is_none() {
            node.fault(format!("the row of \"{}\" is missing", state.key()), "add it");
        }
    }
    let rows: Option<Vec<FormationEffect>> = rows.into_iter().collect();
    Some(FormationEffects(rows?.try_into().ok()?))
}
