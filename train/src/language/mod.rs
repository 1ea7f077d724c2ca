//! Fits the model that names languages, and measures it.
//!
//! `language fit TEXTS MODEL [--without SOURCE,...]` reads `TEXTS/LABEL/SOURCE.txt`, as
//! `python/language_texts.py` writes them, and writes the model. `language calibrate TEXTS MODEL
//! SOURCE,...` prints how much logits have to be sharpened, on sources that the model was not fitted
//! on. `language measure PIECES [--half a|b]` reads `{lang, len, text, source}` a line (`-` for standard
//! input) and prints how often the shipped model is right.

mod calibrate;
mod fit;
mod measure;
mod texts;

use anyhow::Result;

use self::measure::Half;

use crate::arguments::{Unusable, take_option};

pub(crate) const USAGE: &str = "fit TEXTS MODEL [--without SOURCE,...] | calibrate TEXTS MODEL SOURCE,... | measure PIECES [--half a|b]";

/// Runs one of the three.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let without = take_option(&mut arguments, "--without")?.unwrap_or_default();
    let half = take_option(&mut arguments, "--half")?;
    let half = half.map(|name| Half::from_name(&name).ok_or(Unusable)).transpose()?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["fit", folder, model] => fit::run(folder.as_ref(), model.as_ref(), &names(&without)),
        ["calibrate", folder, model, sources] => {
            calibrate::run(folder.as_ref(), model.as_ref(), &names(sources))
        }
        ["measure", pieces] => measure::run(pieces.as_ref(), half),
        _ => Err(Unusable.into()),
    }
}

fn names(list: &str) -> Vec<&str> {
    list.split(',').filter(|name| !name.is_empty()).collect()
}
