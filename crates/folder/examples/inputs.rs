//! Lists the archives behind names as a run reads them: name in rows, size, path.
//!
//! `cargo run -p scutch-folder --example inputs -- FILE_OR_FOLDER...`

use scutch_folder::inputs::list;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let inputs = list(&named, None)?;
    for file in &inputs.files {
        println!("{}\t{}\t{}", file.name, file.size, file.shown_path());
        // It is listed all the same: a run reports what it could not read.
        if let Some(why) = &file.unreadable {
            eprintln!("{}: {why}", file.shown_path());
        }
    }
    eprintln!("{} other files", inputs.not_archives);
    Ok(())
}
