//! What the README shows is what the program says.

use super::{root, told};

/// Commands of the README's indented blocks with the lines below them.
fn shown() -> Vec<(String, Vec<String>)> {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("    ") {
            Some(line) if line.starts_with("$ caracole ") => {
                commands.push((line["$ caracole ".len()..].to_owned(), Vec::new()));
                inside = true;
            }
            Some(line) if inside => commands.last_mut().unwrap().1.push(line.to_owned()),
            None if line.is_empty() && inside => commands.last_mut().unwrap().1.push(String::new()),
            _ => inside = false,
        }
    }
    for (_, lines) in &mut commands {
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
    }
    commands
}

#[test]
fn commands_in_the_readme_say_what_it_shows() {
    let commands = shown();
    assert!(commands.len() >= 2, "price an army, and get the odds of its charge");
    for shown in ["army price", "odds combat"] {
        assert!(commands.iter().any(|(command, _)| command.starts_with(shown)), "{shown} is shown");
    }
    for (command, lines) in commands {
        let args: Vec<&str> = command.split_whitespace().collect();
        let said = told(&args);
        let mut said = said.lines().map(str::trim_end);
        let mut skipping = false;
        for line in lines {
            if line.trim() == "…" {
                skipping = true;
                continue;
            }
            let found = if skipping { said.find(|s| *s == line) } else { said.next() };
            assert_eq!(found, Some(line.as_str()), "`caracole {command}` says something else");
            skipping = false;
        }
        assert!(skipping || said.next().is_none(), "`caracole {command}` says more");
    }
}
