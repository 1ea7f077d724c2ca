//! Lines for nodes that stand in a file twice.

use std::collections::HashSet;

/// The nodes of a page met so far, to know lines that stand there twice. Runs of one node follow each other, and
/// may have the same words.
#[derive(Debug, Default)]
pub(crate) struct Met {
    node: Option<u64>,
    /// The line before, as it stands there.
    line: String,
    /// Texts of the node that is being read.
    texts: Vec<String>,
    earlier: HashSet<(u64, String)>,
}

impl Met {
    /// Whether a line, the node it is of and its text stood there before.
    pub(crate) fn again(&mut self, line: &str, node: Option<u64>, text: Option<&str>) -> bool {
        let (Some(node), Some(text)) = (node, text) else { return false };
        if self.node != Some(node) {
            let before = self.node.replace(node).unwrap_or_default();
            self.earlier.extend(self.texts.drain(..).map(|text| (before, text)));
        } else if self.line == line {
            return true;
        }
        line.clone_into(&mut self.line);
        self.texts.push(text.to_owned());
        self.earlier.contains(&(node, text.to_owned()))
    }
}
