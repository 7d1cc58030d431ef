//! Puts the built client (`client/dist`) into the program. Without one the program has a page that says how to build it.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let dist = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../client/dist");
    // The folder is always there; what is in it changes when the client is built.
    println!("cargo:rerun-if-changed={}", dist.display());
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        gather(&dist, &dist, &mut files)?;
    }
    files.sort();
    let mut tag = DefaultHasher::new();
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    for (number, (path, file)) in files.iter().enumerate() {
        let Some(kind) = kind(path) else { continue };
        let plain = fs::read(file)?;
        plain.hash(&mut tag);
        // Copied, so that a build of the client meanwhile cannot pull the files away.
        fs::write(out.join(format!("asset{number}")), plain)?;
        let zipped = fs::read(format!("{}.gz", file.display()));
        let gzip = match zipped {
            Ok(zipped) => {
                fs::write(out.join(format!("asset{number}.gz")), zipped)?;
                format!("Some(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/asset{number}.gz\")))")
            }
            Err(_) => "None".to_owned(),
        };
        let plain = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/asset{number}\"))");
        writeln!(code, "    Asset {{ path: {path:?}, kind: {kind:?}, plain: {plain}, gzip: {gzip} }},")?;
    }
    writeln!(
        code,
        "];\n/// Changes with what the client holds.\nconst TAG: &str = \"\\\"{:016x}\\\"\";",
        tag.finish()
    )?;
    fs::write(out.join("assets.rs"), code)?;
    Ok(())
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(root, &path, files)?;
        } else {
            let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            files.push((name, path));
        }
    }
    Ok(())
}

fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit('.').next()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        _ => return None,
    })
}
