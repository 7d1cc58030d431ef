//! PNG pictures: the SVG drawn by resvg with the bundled font and nothing from the machine it runs on.

use resvg::{tiny_skia, usvg};
use std::sync::Arc;

static REGULAR: &[u8] = include_bytes!("../font/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../font/DejaVuSans-Bold.ttf");

/// The largest width or height of a picture in pixels.
pub const MAX_PIXELS: u32 = 8192;

/// Why an SVG did not become a PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG cannot be read.
    #[error("the SVG cannot be read: {0}")]
    Svg(String),
    /// The picture has no size, or is too large.
    #[error(
        "a picture of {width} x {height} pixels cannot be made; both must lie between 1 and {MAX_PIXELS}"
    )]
    Size {
        /// Width asked for.
        width: u64,
        /// Height that follows from it.
        height: u64,
    },
    /// The PNG cannot be written.
    #[error("the PNG cannot be written: {0}")]
    Encode(String),
}

/// Draws an SVG document `width` pixels wide and gives the bytes of the PNG file.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".into(), ..Default::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| PngError::Svg(e.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round();
    let too_large = PngError::Size { width: width.into(), height: height as u64 };
    if width == 0 || width > MAX_PIXELS || !(1.0..=MAX_PIXELS as f32).contains(&height) {
        return Err(too_large);
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height as u32).ok_or(too_large)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngError::Encode(e.to_string()))
}
