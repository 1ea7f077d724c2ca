//! Training texts, and windows drawn from them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use scutch_language::fitting::{Label, labels};

/// The text of one source in one language.
pub(super) struct Text {
    /// Number of the label.
    pub(super) label: usize,
    pub(super) source: String,
    pub(super) text: String,
}

/// Shortest window, in characters.
const SHORTEST: f64 = 10.0;

/// All texts of the folder whose source is wanted, in the order of labels and names.
pub(super) fn read(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<Text>> {
    let mut texts = Vec::new();
    for (label, Label { tag, .. }) in labels().iter().enumerate() {
        let mut files: Vec<_> = match fs::read_dir(folder.join(tag)) {
            Ok(entries) => entries.collect::<Result<Vec<_>, _>>()?,
            // Some languages have no text that is free.
            Err(_) => continue,
        };
        files.sort_by_key(fs::DirEntry::file_name);
        for path in files.iter().map(fs::DirEntry::path) {
            let source = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if wanted(&source) {
                let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                texts.push(Text { label, source, text: text.replace('\n', " ") });
            }
        }
    }
    if texts.is_empty() {
        bail!("{}: no texts", folder.display());
    }
    Ok(texts)
}

/// Numbers that look random and are the same in every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A window of whole words of up to `most` characters; short ones are as frequent as long ones.
    pub(super) fn window<'t>(&mut self, text: &'t str, most: f64) -> &'t str {
        let chars = (SHORTEST * (most / SHORTEST).powf(self.share())) as usize;
        let from = (self.share() * text.len().saturating_sub(chars) as f64) as usize;
        let start = text.ceil_char_boundary(from.min(text.len()));
        let rest = &text[start..];
        // A word that began before is left out, unless the script has no spaces.
        let rest = match rest.find(' ') {
            Some(space) if start > 0 && space < 60 => &rest[space + 1..],
            _ => rest,
        };
        let end = rest.char_indices().nth(chars).map_or(rest.len(), |(at, _)| at);
        match rest[..end].rfind(' ') {
            Some(space) if space > end / 2 => &rest[..space],
            _ => &rest[..end],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_lie_within_their_text() {
        let mut random = Random::new(1);
        for text in ["", "ab", "霧が晴れた", &"one two ".repeat(90)] {
            for _ in 0..100 {
                assert!(text.contains(random.window(text, 260.0)));
            }
        }
    }

    #[test]
    fn windows_are_of_whole_words() {
        let (mut random, text) = (Random::new(2), "alpha beta gamma ".repeat(40));
        for _ in 0..200 {
            let window = random.window(&text, 260.0);
            let whole = ["alpha", "beta", "gamma"];
            assert!(window.split_whitespace().all(|word| whole.contains(&word)), "{window}");
        }
    }

    #[test]
    fn texts_are_read_by_label_and_source() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(read(folder.path(), |_| true).is_err());
        for (tag, source) in [("de", "web"), ("de", "legal"), ("en", "web"), ("xx", "web")] {
            fs::create_dir_all(folder.path().join(tag)).expect("a folder");
            let file = folder.path().join(tag).join(format!("{source}.txt"));
            fs::write(file, "one\ntwo\n").expect("a file");
        }
        let texts = read(folder.path(), |source| source != "legal").expect("texts");
        let found: Vec<_> = texts.iter().map(|text| labels()[text.label].tag).collect();
        assert_eq!(found, ["de", "en"]);
        assert_eq!(texts[0].text, "one two ");
    }
}
