//! Page layouts: files of named fragments with `{{slots}}`.
//!
//! A fragment begins with a line `%% name`. A fragment of several lines ends with a line feed, a
//! fragment of one line keeps it too: what stands in the file is what a page gets.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The fragments of a layout by name.
pub(crate) struct Layout {
    fragments: BTreeMap<String, String>,
}

/// Values for the slots of a fragment. Values are HTML already.
#[derive(Clone, Default)]
pub(crate) struct Slots(BTreeMap<String, String>);

impl Slots {
    /// Adds text, escaped so that it can stand in content and in attributes.
    pub(crate) fn text(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.into(), escape(value));
        self
    }

    /// Adds a piece of HTML.
    pub(crate) fn html(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }
}

impl Layout {
    /// Reads the named files; a later file replaces fragments of an earlier one.
    pub(crate) fn open(folder: &Path, files: &[&str]) -> Result<Self> {
        let mut fragments = BTreeMap::new();
        for file in files {
            let path = folder.join(file);
            let source = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            add_fragments(&mut fragments, &source);
        }
        Ok(Self { fragments })
    }

    /// The fragment with its slots filled; a slot without a value is an error.
    pub(crate) fn fill(&self, fragment: &str, slots: &Slots) -> Result<String> {
        let mut rest = self
            .fragments
            .get(fragment)
            .map(String::as_str)
            .with_context(|| format!("the layout has no fragment {fragment:?}"))?;
        let mut filled = String::with_capacity(rest.len());
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}").context("a slot is not closed")?;
            let Some(value) = slots.0.get(name) else {
                bail!("fragment {fragment:?} has a slot {name:?} that nothing fills");
            };
            filled.push_str(before);
            filled.push_str(value);
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    /// An inline fragment, without the line feed at its end.
    pub(crate) fn inline(&self, fragment: &str, slots: &Slots) -> Result<String> {
        Ok(self.fill(fragment, slots)?.trim_end_matches('\n').to_owned())
    }
}

fn add_fragments(fragments: &mut BTreeMap<String, String>, source: &str) {
    let mut name = "";
    for line in source.split_inclusive('\n') {
        if let Some(next) = line.strip_prefix("%% ") {
            name = next.trim_end();
            fragments.insert(name.to_owned(), String::new());
        } else if let Some(fragment) = fragments.get_mut(name) {
            fragment.push_str(line);
        }
    }
}

/// Escapes the characters that mean something in HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(source: &str) -> Layout {
        let mut fragments = BTreeMap::new();
        add_fragments(&mut fragments, source);
        Layout { fragments }
    }

    #[test]
    fn slots_are_filled_and_escaped() {
        let layout = layout("%% a\n<b>{{x}}</b>\n%% b\n{{y}}");
        let slots = Slots::default().text("x", "1 < 2").html("y", "<i>");
        assert_eq!(layout.fill("a", &slots).unwrap(), "<b>1 &lt; 2</b>\n");
        assert_eq!(layout.inline("b", &slots).unwrap(), "<i>");
    }

    #[test]
    fn what_is_missing_is_an_error() {
        let layout = layout("%% a\n{{x}}\n");
        assert!(layout.fill("a", &Slots::default()).is_err());
        assert!(layout.fill("b", &Slots::default()).is_err());
    }
}
