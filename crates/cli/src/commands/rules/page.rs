//! How rules are laid out on a terminal.

use crate::output::Output;
use comfy_table::{ContentArrangement, Table, presets};
use owo_colors::OwoColorize;

/// Lines longer than this are tiring to read.
const WIDEST: usize = 100;
const NARROWEST: usize = 40;

/// The number of columns to fill.
pub(super) fn width() -> usize {
    Table::new().width().map_or(WIDEST, usize::from).clamp(NARROWEST, WIDEST)
}

/// Breaks every line of `text` between words, so that it fits `width` columns after `indent`.
pub(super) fn wrap(text: &str, indent: &str, width: usize) -> String {
    let mut out = String::new();
    for paragraph in text.lines() {
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > width {
                out.push('\n');
                column = 0;
            }
            if column == 0 {
                out.push_str(indent);
                column = indent.chars().count();
            } else {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out
}

/// A table with thin rules that fits the page.
pub(super) fn table(columns: usize) -> Table {
    let mut table = Table::new();
    let columns = u16::try_from(columns).unwrap_or(u16::MAX);
    table
        .load_style(presets::UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(columns);
    table
}

/// A word that stands out, where the terminal can show it.
pub(super) fn bold(out: &Output, text: &str) -> String {
    if out.colour() { text.bold().to_string() } else { text.to_owned() }
}

/// A remark that stands back.
pub(super) fn faint(out: &Output, text: &str) -> String {
    if out.colour() { text.dimmed().to_string() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words_and_keeps_its_paragraphs() {
        assert_eq!(wrap("one two three\nfour", "  ", 9), "  one two\n  three\n  four");
    }

    #[test]
    fn a_word_longer_than_the_line_stays_whole() {
        assert_eq!(wrap("a extraordinarily b", "", 5), "a\nextraordinarily\nb");
    }
}
