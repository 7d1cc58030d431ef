//! Scratch: writes the symbol sheet.
fn main() {
    let svg = caracole_picture::symbol_sheet(1200);
    std::fs::write("/tmp/sheet.png", caracole_picture::png::png(&svg, 1200).unwrap()).unwrap();
    std::fs::write("/tmp/sheet.svg", svg).unwrap();
}
