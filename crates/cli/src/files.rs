//! Reading files that users name, within bounds.

use crate::failure::Failure;
use std::{fs::File, io::Read, path::Path};

/// Reads a file (or standard input for `-`) of at most `limit` bytes.
pub(crate) fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        if path.is_dir() {
            return Err(Failure::new("this is a folder, not a file").at(shown.to_string()));
        }
        let file = File::open(path).map_err(|e| {
            Failure::new(format!("cannot be opened: {}", plain(&e)))
                .at(shown.to_string())
                .remedy("check the name; relative names start from the current folder")
        })?;
        file.take(most).read_to_end(&mut bytes)
    };
    read.map_err(|e| Failure::new(format!("cannot be read: {}", plain(&e))).at(shown.to_string()))?;
    if bytes.len() > limit {
        return Err(Failure::new(format!("is larger than {limit} bytes"))
            .at(shown.to_string())
            .remedy("check that this is the right file"));
    }
    Ok(bytes)
}

/// Reads a text file of at most `limit` bytes.
pub(crate) fn read_text(path: &Path, limit: usize) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
        Failure::new("is not UTF-8 text")
            .at(format!("{}:{line}", path.display()))
            .remedy("save the file with UTF-8 encoding")
    })
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
