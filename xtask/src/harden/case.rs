//! A command that is tried.

/// A command, and what is made before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// Samples that lie in `in/`.
    pub(super) samples: &'static [&'static str],
    /// Files that are written before: name and text.
    pub(super) files: &'static [(&'static str, &'static str)],
    /// Commands that make what the command reads, with words between spaces. In these, in the
    /// command and in files `{site}` stands for the address of a site on loopback.
    pub(super) before: &'static [&'static str],
    pub(super) command: &'static str,
    /// A file with times in it, and the command whose output is compared in its place.
    pub(super) shown: Option<(&'static str, &'static str)>,
}

/// A case of nothing, for what most cases do not have.
pub(super) const PLAIN: Case =
    Case { name: "", samples: &[], files: &[], before: &[], command: "", shown: None };

impl Case {
    /// Whether read errors end well, and the next run makes good what is missing.
    pub(super) fn heals(&self) -> bool {
        self.command.contains("--unreadable quarantine")
    }
}
