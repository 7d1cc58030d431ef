//! Just enough of Rust's lexical grammar to find macro calls and never be fooled by comments and literals.

use std::iter::Peekable;
use std::str::CharIndices;

/// A token with the line it starts on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tree<'s> {
    pub(super) line: u32,
    pub(super) token: Token<'s>,
}

/// A token, or a bracketed group of them.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'s> {
    Word(&'s str),
    /// The characters between the quotes of a plain or raw string, escapes left as they are.
    Text(&'s str),
    /// Any other literal: it cannot hold a citation.
    Literal,
    Mark(char),
    Group(Bracket, Vec<Tree<'s>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

/// Where and why a source could not be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) line: u32,
    pub(super) reason: &'static str,
}

/// Splits a source file into token trees.
pub(super) fn lex(source: &str) -> Result<Vec<Tree<'_>>, Unreadable> {
    let mut lexer = Lexer { source, chars: source.char_indices().peekable(), line: 1 };
    // Groups still open: the bracket and line they began with, and what stood before them.
    let mut open: Vec<(Bracket, u32, Vec<Tree<'_>>)> = Vec::new();
    let mut trees = Vec::new();
    while let Some((line, piece)) = lexer.next_piece()? {
        match piece {
            Piece::Token(token) => trees.push(Tree { line, token }),
            Piece::Open(bracket) => open.push((bracket, line, std::mem::take(&mut trees))),
            Piece::Close(bracket) => match open.pop() {
                Some((opened, began, before)) if opened == bracket => {
                    let inside = std::mem::replace(&mut trees, before);
                    trees.push(Tree { line: began, token: Token::Group(bracket, inside) });
                }
                _ => return Err(Unreadable { line, reason: "a closing bracket without its opening one" }),
            },
        }
    }
    match open.pop() {
        Some((_, line, _)) => Err(Unreadable { line, reason: "an opening bracket that is never closed" }),
        None => Ok(trees),
    }
}

enum Piece<'s> {
    Token(Token<'s>),
    Open(Bracket),
    Close(Bracket),
}

struct Lexer<'s> {
    source: &'s str,
    chars: Peekable<CharIndices<'s>>,
    line: u32,
}

impl<'s> Lexer<'s> {
    fn next_piece(&mut self) -> Result<Option<(u32, Piece<'s>)>, Unreadable> {
        loop {
            let line = self.line;
            let Some((at, c)) = self.bump() else { return Ok(None) };
            let piece = match c {
                c if c.is_whitespace() => continue,
                '/' if self.peek() == Some('/') => {
                    self.skip_while(|c| c != '\n');
                    continue;
                }
                '/' if self.peek() == Some('*') => {
                    self.block_comment(line)?;
                    continue;
                }
                '(' => Piece::Open(Bracket::Round),
                '[' => Piece::Open(Bracket::Square),
                '{' => Piece::Open(Bracket::Curly),
                ')' => Piece::Close(Bracket::Round),
                ']' => Piece::Close(Bracket::Square),
                '}' => Piece::Close(Bracket::Curly),
                '"' => Piece::Token(Token::Text(self.string(at + 1, line)?)),
                '\'' => Piece::Token(self.quote(line)?),
                c if c.is_ascii_digit() => {
                    self.skip_while(is_word);
                    Piece::Token(Token::Literal)
                }
                c if is_word(c) => Piece::Token(self.word_or_prefixed(at, line)?),
                c => Piece::Token(Token::Mark(c)),
            };
            return Ok(Some((line, piece)));
        }
    }

    fn bump(&mut self) -> Option<(usize, char)> {
        let next = self.chars.next();
        if let Some((_, '\n')) = next {
            self.line += 1;
        }
        next
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|(_, c)| *c)
    }

    /// Byte offset of the next character.
    fn here(&mut self) -> usize {
        self.chars.peek().map_or(self.source.len(), |(at, _)| *at)
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    fn block_comment(&mut self, line: u32) -> Result<(), Unreadable> {
        self.bump();
        let mut depth = 1;
        while depth > 0 {
            match (self.bump(), self.peek()) {
                (Some((_, '/')), Some('*')) => {
                    self.bump();
                    depth += 1;
                }
                (Some((_, '*')), Some('/')) => {
                    self.bump();
                    depth -= 1;
                }
                (Some(_), _) => {}
                (None, _) => return Err(Unreadable { line, reason: "a comment that is never closed" }),
            }
        }
        Ok(())
    }

    /// A string whose opening quote is read; `start` is the offset after it.
    fn string(&mut self, start: usize, line: u32) -> Result<&'s str, Unreadable> {
        loop {
            match self.bump() {
                Some((end, '"')) => return Ok(self.source.get(start..end).unwrap_or_default()),
                Some((_, '\\')) => {
                    self.bump();
                }
                Some(_) => {}
                None => return Err(Unreadable { line, reason: "a string that is never closed" }),
            }
        }
    }

    /// A character literal or a lifetime, its first quote read.
    fn quote(&mut self, line: u32) -> Result<Token<'s>, Unreadable> {
        let first = self.bump();
        if let Some((_, '\\')) = first {
            self.bump();
            self.skip_while(|c| c != '\'');
        } else if self.peek() != Some('\'') {
            // No closing quote after one character: a lifetime or a label.
            self.skip_while(is_word);
            return Ok(Token::Mark('\''));
        }
        match self.bump() {
            Some(_) => Ok(Token::Literal),
            None => Err(Unreadable { line, reason: "a character that is never closed" }),
        }
    }

    /// A word, or a literal that begins with letters (`r"..."`, `b'x'`, `br#"..."#`, `c"..."`), or a raw word (`r#fn`).
    fn word_or_prefixed(&mut self, at: usize, line: u32) -> Result<Token<'s>, Unreadable> {
        self.skip_while(is_word);
        let end = self.here();
        let word = self.source.get(at..end).unwrap_or_default();
        match (word, self.peek()) {
            ("r" | "br" | "cr", Some('"' | '#')) => self.raw(word, line),
            ("b" | "c", Some('"')) => {
                self.bump();
                self.string(end + 1, line)?;
                Ok(Token::Literal)
            }
            ("b", Some('\'')) => {
                self.bump();
                self.quote(line)
            }
            _ => Ok(Token::Word(word)),
        }
    }

    fn raw(&mut self, prefix: &str, line: u32) -> Result<Token<'s>, Unreadable> {
        let mut hashes = 0;
        while self.peek() == Some('#') {
            self.bump();
            hashes += 1;
        }
        if self.peek() != Some('"') {
            let start = self.here();
            self.skip_while(is_word);
            let end = self.here();
            return Ok(Token::Word(self.source.get(start..end).unwrap_or_default()));
        }
        self.bump();
        let start = self.here();
        let closing = format!("\"{}", "#".repeat(hashes));
        let rest = self.source.get(start..).unwrap_or_default();
        let Some(length) = rest.find(&closing) else {
            return Err(Unreadable { line, reason: "a raw string that is never closed" });
        };
        while self.here() < start + length + closing.len() {
            self.bump();
        }
        let text = rest.get(..length).unwrap_or_default();
        Ok(if prefix == "r" { Token::Text(text) } else { Token::Literal })
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words outside of groups, and how many texts and other literals there are.
    fn words(source: &str) -> Vec<&str> {
        let trees = lex(source).expect("the source is well formed");
        trees
            .iter()
            .filter_map(|tree| match tree.token {
                Token::Word(word) => Some(word),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn comments_hold_no_words() {
        assert_eq!(words("a // b\nc /* d /* e */ f */ g /// h\n"), ["a", "c", "g"]);
    }

    #[test]
    fn literals_hold_no_words() {
        assert_eq!(words(r##"a "b \" c" d r#"e " f"# g b"h" 'i' '\'' b'j' k"##), ["a", "d", "g", "k"]);
    }

    #[test]
    fn lifetimes_do_not_swallow_what_follows() {
        assert_eq!(words("a<'static> 'label: loop b 'c' d"), ["a", "loop", "b", "d"]);
    }

    #[test]
    fn raw_words_are_words() {
        assert_eq!(words("r#fn r#\"x\"# y"), ["fn", "y"]);
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let trees = lex("/* 1\n2 */ \"3\n\" r\"\n\"\nend").expect("well formed");
        assert_eq!(trees.last(), Some(&Tree { line: 5, token: Token::Word("end") }));
    }

    #[test]
    fn what_is_never_closed_is_reported_where_it_began() {
        for (source, line) in
            [("\n(a", 2), ("a)", 1), ("\n\n\"a", 3), ("/* /* */", 1), ("r#\"a\"", 1), ("(a]", 1)]
        {
            assert_eq!(lex(source).map_err(|e| e.line), Err(line), "{source:?}");
        }
    }
}
