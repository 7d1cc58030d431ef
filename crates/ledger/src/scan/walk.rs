//! Walks a crate's modules and notes each citation with the place it stands in.

use super::lex::{Bracket, Token, Tree, lex};
use crate::coverage::{Citation, Role};
use crate::id::RuleId;
use std::fs;
use std::path::{Path, PathBuf};

/// What the compiler and the test runner do with a piece of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Part of the library or program.
    Code,
    /// Compiled for tests only, but not itself a test.
    TestCode,
    /// The body of a test.
    Test,
    /// The body of a test that is not run.
    IgnoredTest,
    /// Never compiled.
    Dead,
}

/// The walk through one crate.
pub(super) struct Walk<'r> {
    root: &'r Path,
    enforces: bool,
    pub(super) citations: Vec<Citation>,
    pub(super) problems: Vec<String>,
}

/// A source file, or an inline module of it.
struct Module {
    file: PathBuf,
    /// Where the files of its submodules are.
    folder: PathBuf,
    /// What a `path` attribute is relative to.
    path_folder: PathBuf,
}

/// What the attributes before an item mean to the walk.
#[derive(Default)]
struct Attributes<'s> {
    test: bool,
    ignored: bool,
    cfg: Option<Cfg>,
    path: Option<&'s str>,
}

/// When a `cfg` lets its item be compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cfg {
    OnlyInTests,
    Never,
    Otherwise,
}

impl<'r> Walk<'r> {
    pub(super) fn new(root: &'r Path, enforces: bool) -> Self {
        Self { root, enforces, citations: Vec::new(), problems: Vec::new() }
    }

    /// Walks a file that is the root of a crate, and the modules it declares.
    pub(super) fn root_file(&mut self, file: &Path, place: Place) {
        let folder = file.parent().unwrap_or(file).to_path_buf();
        self.file(Module { file: file.into(), path_folder: folder.clone(), folder }, place);
    }

    fn file(&mut self, module: Module, place: Place) {
        let source = match fs::read_to_string(&module.file) {
            Ok(source) => source,
            Err(e) => return self.problem(&module, 1, &format!("cannot be read: {e}")),
        };
        match lex(&source) {
            Ok(trees) => self.trees(&trees, place, &module),
            Err(e) => self.problem(&module, e.line, e.reason),
        }
    }

    fn trees(&mut self, trees: &[Tree<'_>], place: Place, module: &Module) {
        let (inner, mut at) = attributes(trees, 0, true);
        let place = within(place, &inner);
        while at < trees.len() {
            let (attributes, start) = attributes(trees, at, false);
            if start == at {
                at = self.one(trees, at, place, module, None);
                continue;
            }
            let end = item_end(trees, start);
            let place = within(place, &attributes);
            at = start;
            while at < end {
                at = self.one(trees, at, place, module, attributes.path);
            }
        }
    }

    /// Looks at the token at `at`, and returns where to go on.
    fn one(
        &mut self,
        trees: &[Tree<'_>],
        at: usize,
        place: Place,
        module: &Module,
        path: Option<&str>,
    ) -> usize {
        if place == Place::Dead {
            return at + 1;
        }
        let after = |n: usize| trees.get(at + n).map(|tree| &tree.token);
        match (after(0), after(1), after(2)) {
            (Some(Token::Word("mod")), Some(Token::Word(name)), Some(Token::Mark(';'))) => {
                let line = trees.get(at).map_or(1, |tree| tree.line);
                self.declared_module(name, line, path, place, module);
                at + 3
            }
            (
                Some(Token::Word("mod")),
                Some(Token::Word(name)),
                Some(Token::Group(Bracket::Curly, inside)),
            ) => {
                let folder = module.folder.join(path.unwrap_or(name));
                let inline = Module { file: module.file.clone(), path_folder: folder.clone(), folder };
                self.trees(inside, place, &inline);
                at + 3
            }
            (Some(Token::Word(name)), Some(Token::Mark('!')), Some(Token::Group(_, inside)))
                if matches!(*name, "rule" | "enforces" | "proves" | "not_yet") =>
            {
                self.cited(name, inside, trees.get(at).map_or(1, |tree| tree.line), place, module);
                at + 3
            }
            (Some(Token::Word(_)), Some(Token::Mark('!')), Some(Token::Group(_, inside))) => {
                if self.enforces && place == Place::Code {
                    self.table_of_rules(inside, module);
                }
                self.trees(inside, place, module);
                at + 3
            }
            (Some(Token::Group(_, inside)), _, _) => {
                self.trees(inside, place, module);
                at + 1
            }
            _ => at + 1,
        }
    }

    fn declared_module(&mut self, name: &str, line: u32, path: Option<&str>, place: Place, module: &Module) {
        let candidates = match path {
            Some(path) => vec![module.path_folder.join(path)],
            None => vec![module.folder.join(format!("{name}.rs")), module.folder.join(name).join("mod.rs")],
        };
        let Some(file) = candidates.iter().find(|file| file.is_file()) else {
            return self.problem(module, line, &format!("the module `{name}` has no file"));
        };
        let beside = file.parent().unwrap_or(file).to_path_buf();
        let owns_folder = path.is_some() || file.ends_with("mod.rs");
        let folder = if owns_folder { beside.clone() } else { module.folder.join(name) };
        self.file(Module { file: file.clone(), folder, path_folder: beside }, place);
    }

    fn cited(&mut self, call: &str, inside: &[Tree<'_>], line: u32, place: Place, module: &Module) {
        let role = match (call, place) {
            ("proves", Place::Test) => Role::Proved,
            ("proves", Place::IgnoredTest) => {
                return self.problem(
                    module,
                    line,
                    "`proves!` in an ignored test proves nothing: run the test, or drop the claim",
                );
            }
            ("proves", _) => {
                return self.problem(
                    module,
                    line,
                    "`proves!` outside of a test proves nothing: move it into the `#[test]` function",
                );
            }
            ("not_yet", Place::Code) => Role::Refused,
            ("rule" | "enforces", Place::Code) if self.enforces => Role::Enforced,
            _ => return,
        };
        // In the definition of such a macro the id is a variable.
        if let [Tree { token: Token::Mark('$'), .. }, Tree { token: Token::Word(_), .. }] = inside {
            return;
        }
        for Tree { line, token } in inside {
            match token {
                Token::Text(id) => match RuleId::find(id) {
                    Some(rule) => {
                        let file = self.shown(module).into();
                        self.citations.push(Citation { rule, role, file, line: *line });
                    }
                    None => self.problem(module, *line, &format!("no rule has the id \"{id}\"")),
                },
                Token::Mark(',') => {}
                _ => {
                    return self.problem(
                        module,
                        *line,
                        &format!(
                            "`{call}!` needs ids written out as strings, or coverage cannot see what it cites"
                        ),
                    );
                }
            }
        }
    }

    /// Ids in a table that one of our own macros turns into data: the macro hands each to `rule!`, which checks it.
    fn table_of_rules(&mut self, inside: &[Tree<'_>], module: &Module) {
        for Tree { line, token } in inside {
            if let Token::Text(id) = token
                && let Some(rule) = RuleId::find(id)
            {
                let file = self.shown(module).into();
                self.citations.push(Citation { rule, role: Role::Enforced, file, line: *line });
            }
        }
    }

    fn problem(&mut self, module: &Module, line: u32, what: &str) {
        self.problems.push(format!("{}:{line}: {what}", self.shown(module)));
    }

    /// The file's path from the workspace's root, the same on every platform.
    fn shown(&self, module: &Module) -> String {
        let path = module.file.strip_prefix(self.root).unwrap_or(&module.file);
        let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    }
}

/// The place of an item with these attributes inside `place`.
fn within(place: Place, attributes: &Attributes<'_>) -> Place {
    match (place, attributes.cfg) {
        (Place::Dead, _) | (_, Some(Cfg::Never)) => Place::Dead,
        (Place::Test | Place::IgnoredTest, _) => place,
        _ if attributes.test && attributes.ignored => Place::IgnoredTest,
        _ if attributes.test => Place::Test,
        (_, Some(Cfg::OnlyInTests)) => Place::TestCode,
        _ => place,
    }
}

/// Reads the attributes that begin at `at`: `#![...]` if `inner`, `#[...]` otherwise; and where they end.
fn attributes<'s>(trees: &[Tree<'s>], mut at: usize, inner: bool) -> (Attributes<'s>, usize) {
    let mut found = Attributes::default();
    let token = |at: usize| trees.get(at).map(|tree| &tree.token);
    while token(at) == Some(&Token::Mark('#')) {
        let bracket = if inner { at + 2 } else { at + 1 };
        if inner && token(at + 1) != Some(&Token::Mark('!')) {
            break;
        }
        let Some(Token::Group(Bracket::Square, inside)) = token(bracket) else { break };
        found.read(inside);
        at = bracket + 1;
    }
    (found, at)
}

impl<'s> Attributes<'s> {
    fn read(&mut self, inside: &[Tree<'s>]) {
        // The last word of a path such as `tokio::test` names the attribute.
        let path =
            inside.iter().take_while(|tree| matches!(tree.token, Token::Word(_) | Token::Mark(':'))).count();
        let Some(Token::Word(name)) =
            path.checked_sub(1).and_then(|last| inside.get(last)).map(|tree| &tree.token)
        else {
            return;
        };
        let rest = inside.get(path..).unwrap_or_default();
        match (*name, rest.first().map(|tree| &tree.token)) {
            ("test" | "rstest" | "test_case" | "proptest", _) => self.test = true,
            ("ignore", _) => self.ignored = true,
            // Whatever the condition: a proof must not depend on it.
            ("cfg_attr", Some(Token::Group(_, given)))
                if given.iter().any(|t| t.token == Token::Word("ignore")) =>
            {
                self.ignored = true;
            }
            ("cfg", Some(Token::Group(_, condition))) => {
                let cfg = condition_of(condition);
                if self.cfg != Some(Cfg::Never) && cfg != Cfg::Otherwise {
                    self.cfg = Some(cfg);
                }
            }
            ("path", Some(Token::Mark('='))) => {
                if let Some(Token::Text(path)) = rest.get(1).map(|tree| &tree.token) {
                    self.path = Some(path);
                }
            }
            _ => {}
        }
    }
}

/// Whether a `cfg` condition holds in test builds only, or in none.
fn condition_of(condition: &[Tree<'_>]) -> Cfg {
    let parts = |inside: &[Tree<'_>]| -> Vec<Cfg> {
        inside
            .split(|tree| tree.token == Token::Mark(','))
            .filter(|part| !part.is_empty())
            .map(condition_of)
            .collect()
    };
    match (condition.first().map(|tree| &tree.token), condition.get(1).map(|tree| &tree.token)) {
        (Some(Token::Word("test")), None) => Cfg::OnlyInTests,
        (Some(Token::Word("false")), None) => Cfg::Never,
        (Some(Token::Word("all")), Some(Token::Group(_, inside))) => {
            let parts = parts(inside);
            if parts.contains(&Cfg::Never) {
                Cfg::Never
            } else if parts.contains(&Cfg::OnlyInTests) {
                Cfg::OnlyInTests
            } else {
                Cfg::Otherwise
            }
        }
        (Some(Token::Word("any")), Some(Token::Group(_, inside))) => {
            let parts = parts(inside);
            if parts.contains(&Cfg::Otherwise) {
                Cfg::Otherwise
            } else if parts.contains(&Cfg::OnlyInTests) {
                Cfg::OnlyInTests
            } else {
                Cfg::Never
            }
        }
        _ => Cfg::Otherwise,
    }
}

/// Where the item, statement, field or arm that begins at `start` ends.
fn item_end(trees: &[Tree<'_>], start: usize) -> usize {
    let token = |at: usize| trees.get(at).map(|tree| &tree.token);
    let mut at = start;
    let mut constant = false;
    while let Some(next) = token(at) {
        match next {
            Token::Word("const") => constant = true,
            Token::Word("pub" | "async" | "unsafe" | "extern" | "default")
            | Token::Group(Bracket::Round, _)
            | Token::Text(_) => {}
            _ => break,
        }
        at += 1;
    }
    let (body_ends, comma_ends) = match token(at) {
        Some(Token::Word("fn" | "mod" | "impl" | "trait" | "struct" | "enum" | "union" | "macro_rules")) => {
            (true, false)
        }
        Some(Token::Word("static" | "use" | "type" | "let")) => (false, false),
        _ if constant => (false, false),
        _ => (true, true),
    };
    while let Some(next) = token(at) {
        at += 1;
        match next {
            Token::Mark(';') => break,
            Token::Mark(',') if comma_ends => break,
            // A block inside a type (`Foo<{ N }>`) or the pattern of an arm does not end the item.
            Token::Group(Bracket::Curly, _)
                if body_ends && !matches!(token(at), Some(Token::Mark('>' | ',' | '='))) =>
            {
                break;
            }
            _ => {}
        }
    }
    at
}
