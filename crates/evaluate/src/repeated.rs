//! Lines that a file of labels holds twice.

use std::collections::HashSet;

/// The nodes of a page read so far. Runs of one node follow each other, and may have the same words.
#[derive(Debug, Default)]
pub(crate) struct RepeatedLines {
    node: Option<u64>,
    /// The line before, as it is in the file.
    line: String,
    /// Texts of the node that is being read.
    texts: Vec<String>,
    earlier: HashSet<(u64, String)>,
}

impl RepeatedLines {
    /// Whether a label was read before; adds it if not. Takes the whole line, its node and its text.
    ///
    /// Equal texts of one node in a row are runs of that node. They are a repetition only where the
    /// whole lines are equal, or where the node comes back after another one.
    pub(crate) fn is_repeated(
        &mut self,
        line: &str,
        node: Option<u64>,
        text: Option<&str>,
    ) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_and_returning_nodes_repeat() {
        let cases = [
            ("first run", 3, "the", "a", false),
            ("second run with the same words", 3, "the", "b", false),
            ("the same line", 3, "the", "b", true),
            ("another node", 4, "the", "c", false),
            ("the first node again", 3, "the", "d", true),
            ("the first node again, other words", 3, "fog", "e", false),
        ];
        let mut lines = RepeatedLines::default();
        for (what, node, text, line, expected) in cases {
            assert_eq!(lines.is_repeated(line, Some(node), Some(text)), expected, "{what}");
        }
    }

    #[test]
    fn lines_without_a_node_are_never_repeated() {
        let mut lines = RepeatedLines::default();
        for _ in 0..2 {
            assert!(!lines.is_repeated("a", None, Some("x")));
            assert!(!lines.is_repeated("a", Some(1), None));
        }
    }
}
