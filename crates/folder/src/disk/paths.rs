//! Paths in a corpus folder.

use std::path::PathBuf;

use super::Folder;
use crate::config::{Config, Format};
use crate::names::{MANIFEST, PARTIAL, QUARANTINE, REPORT, TIMING, TIMING_PAGE};

impl Folder {
    /// The folder of unfinished files.
    pub fn partial(&self) -> PathBuf {
        self.root.join(PARTIAL)
    }

    /// The path of the manifest.
    pub fn manifest(&self) -> PathBuf {
        self.root.join(MANIFEST)
    }

    /// The path of the report.
    pub fn report(&self) -> PathBuf {
        self.root.join(REPORT)
    }

    /// The path of the times.
    pub fn timing(&self) -> PathBuf {
        self.root.join(TIMING)
    }

    /// The path of the page about times.
    pub fn timing_page(&self) -> PathBuf {
        self.root.join(TIMING_PAGE)
    }

    /// The path of the quarantine.
    pub fn quarantine(&self) -> PathBuf {
        self.root.join(QUARANTINE)
    }

    /// The plan of an unfinished run.
    pub fn plan(&self) -> PathBuf {
        self.partial().join("plan.json")
    }

    /// The lock of a running process.
    pub fn lock(&self) -> PathBuf {
        self.partial().join("lock")
    }

    /// The copy of standard input, kept while the run needs it.
    pub fn spool(&self) -> PathBuf {
        self.partial().join("stdin")
    }

    /// Where standard input is copied before the run is accepted.
    pub fn arriving(&self) -> PathBuf {
        self.partial().join("stdin.new")
    }

    /// The completion mark of a shard, with its counts and digests.
    pub fn shard_mark(&self, shard: u32) -> PathBuf {
        self.partial().join(format!("shard-{shard:05}.json"))
    }

    /// The quarantine lines of a shard, merged at the end.
    pub fn shard_quarantine(&self, shard: u32) -> PathBuf {
        self.partial().join(format!("quarantine-{shard:05}.jsonl"))
    }

    /// The output of a shard in one format, a file or a folder, relative to the corpus folder.
    pub fn part_name(shard: u32, config: &Config, format: Format) -> String {
        format!("{}/{}", format.folder(), format.part(shard, config.layout))
    }

    /// The final path of the output of a shard.
    pub fn part(&self, shard: u32, config: &Config, format: Format) -> PathBuf {
        self.root.join(Self::part_name(shard, config, format))
    }

    /// The path of the output of a shard while it is written.
    pub fn unfinished_part(&self, shard: u32, config: &Config, format: Format) -> PathBuf {
        self.partial().join(format!("{}-{}", format.name(), format.part(shard, config.layout)))
    }
}
