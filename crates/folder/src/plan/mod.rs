//! The plan of a run. Comparing plans tells whether a command resumes, repeats or replaces a run.

mod difference;

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use scutch_archive::{Source, SourcePool};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::digest::{FileDigest, digest_unless};
use crate::inputs::{InputFile, Inputs, located};
use crate::manifest::{InputEntry, Manifest, ObjectVersion, tool};
use crate::timing::{Stamp, stamp};
use crate::{Folder, Other, RunError, at, write_whole};

/// The plan of a run: tool, configuration, and stamps of the inputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// `scutch VERSION`.
    pub tool: String,
    /// Its settings, with implied ones.
    #[serde(deserialize_with = "Config::nested")]
    pub config: Config,
    /// Stamps of the inputs, in reading order.
    pub inputs: Vec<Stamp>,
    /// Digest of the annotations.
    pub annotations: Option<FileDigest>,
    /// Whether the rows come from other jobs: such a run is resumed by no reading of the inputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
}

impl Plan {
    /// The plan of a run with these settings and inputs.
    ///
    /// # Errors
    /// When the copy of standard input cannot be read.
    pub fn new(
        config: &Config,
        files: &[InputFile],
        pool: &SourcePool,
        annotations: Option<FileDigest>,
    ) -> Result<Self, RunError> {
        let inputs = files.iter().map(|file| stamp(file, pool)).collect::<Result<_, _>>()?;
        let (tool, config) = (tool(), config.settled());
        Ok(Self { tool, config, inputs, annotations, merged: false })
    }

    /// The plan of an unfinished run. `None` when the run was killed before writing it.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn read(folder: &Folder) -> Result<Option<Self>, RunError> {
        let path = folder.plan();
        match fs::read(&path) {
            Ok(json) => Ok(serde_json::from_slice(&json).ok()),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(at(&path)(e)),
        }
    }

    /// Writes the plan of a run that begins.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Folder) -> Result<(), RunError> {
        let path = folder.plan();
        let json = serde_json::to_vec_pretty(self).map_err(|e| at(&path)(e.into()))?;
        write_whole(&path, &json).map_err(at(&path))
    }

    /// The plan as compact JSON, for [`from_json`](Self::from_json).
    ///
    /// # Errors
    /// When a path is no UTF-8.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// A plan that was sent from one machine to another.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json.as_bytes())
    }

    /// The first difference to the plan of an unfinished run.
    pub fn differs_from(&self, earlier: &Self) -> Option<Other> {
        if self.tool != earlier.tool {
            Some(Other::Tool(earlier.tool.clone()))
        } else if let Some(difference) = settings_differ(&self.config, &earlier.config) {
            Some(difference)
        } else if self.config.inputs != earlier.config.inputs
            || self.inputs != earlier.inputs
            || self.annotations != earlier.annotations
        {
            Some(Other::Inputs(self.first_input(earlier)))
        } else {
            None
        }
    }

    /// The first input that differs from those of another plan.
    fn first_input(&self, earlier: &Self) -> String {
        named_otherwise(&self.config, &earlier.config)
            .or_else(|| difference::stamps(&self.inputs, &earlier.inputs))
            .unwrap_or_else(|| ANNOTATIONS.to_owned())
    }

    /// The first difference to a plan in what stages observe: formats and layout of the output do
    /// not count, nor how files are named. Relative names are those of files in `named_in`; an empty path is
    /// the working folder.
    pub fn observes_other_than(&self, earlier: &Self, named_in: &Path) -> Option<Other> {
        let (own, theirs) = (self.observing(named_in), earlier.observing(named_in));
        own.differs_from(&theirs)
    }

    /// The plan without settings that only rows depend on, and with names in full.
    fn observing(&self, named_in: &Path) -> Self {
        // Without a working folder names count as they are.
        let named = located(&self.config, named_in).unwrap_or_else(|_| self.config.clone());
        let default = Config::default();
        let config = Config {
            formats: default.formats,
            layout: default.layout,
            file_names: default.file_names,
            csv_bom: default.csv_bom,
            also_extract: default.also_extract,
            markdown: default.markdown,
            usage_preferences: default.usage_preferences,
            mask: default.mask,
            shard_records: default.shard_records,
            archive_id: default.archive_id,
            decisions: default.decisions,
            decisions_sha256: default.decisions_sha256,
            ..named
        };
        Self { config, ..self.clone() }
    }

    /// Whether an unfinished run was made of the same inputs but for files that could not be read
    /// then.
    pub fn reads_more_than(&self, earlier: &Self) -> bool {
        let same = |(now, then): (&Stamp, &Stamp)| {
            now == then || (now.name == then.name && then.unreadable.is_some())
        };
        self.tool == earlier.tool
            && self.config == earlier.config
            && self.annotations == earlier.annotations
            && self.inputs.len() == earlier.inputs.len()
            && self.inputs.iter().zip(&earlier.inputs).all(same)
    }

    /// Whether a finished corpus lacks what can be read by now.
    pub fn can_complete(&self, manifest: &Manifest, inputs: &Inputs, pool: &SourcePool) -> bool {
        let files = &inputs.files;
        let unread = || manifest.inputs.iter().zip(files).filter(|(e, _)| e.unreadable.is_some());
        self.tool == manifest.tool
            && self.config.same_but_inputs(&manifest.config)
            && self.config.inputs == manifest.config.inputs
            && manifest.inputs.len() == files.len()
            && manifest.inputs.iter().zip(files).all(|(entry, file)| entry.name == file.name)
            && unread().any(|(_, file)| is_readable(file, pool))
    }

    /// The first difference to a finished corpus. If stamps are missing or differ, digests decide:
    /// a file that was copied has another time but the same content.
    ///
    /// # Errors
    /// When an input cannot be read.
    pub fn differs_from_finished(
        &self,
        manifest: &Manifest,
        stamps: Option<&[Stamp]>,
        files: &[InputFile],
    ) -> Result<Option<Other>, RunError> {
        if self.tool != manifest.tool {
            return Ok(Some(Other::Tool(manifest.tool.clone())));
        }
        if let Some(difference) = settings_differ(&self.config, &manifest.config) {
            return Ok(Some(difference));
        }
        if self.config.inputs != manifest.config.inputs || self.annotations != manifest.annotations
        {
            let named = named_otherwise(&self.config, &manifest.config);
            return Ok(Some(Other::Inputs(named.unwrap_or_else(|| ANNOTATIONS.to_owned()))));
        }
        // Equal stamps need no reading, which would take as long as a run.
        if stamps == Some(&self.inputs[..]) {
            return Ok(None);
        }
        let then: Vec<&str> = manifest.inputs.iter().map(|entry| entry.name.as_str()).collect();
        let now: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        if let Some(first) = difference::names(&now, &then) {
            return Ok(Some(Other::Inputs(first)));
        }
        // Sizes cost nothing: nothing is read where one of them differs.
        let pairs = || manifest.inputs.iter().zip(files);
        if let Some((_, file)) = pairs().find(|(entry, file)| !may_be(entry, file)) {
            return Ok(Some(Other::Inputs(format!("{} is another file", file.name))));
        }
        for (entry, file) in pairs() {
            if !is_same(entry, file).map_err(at(&file.path))? {
                return Ok(Some(Other::Inputs(format!("{} has other bytes", file.name))));
            }
        }
        Ok(None)
    }
}

/// What is said where nothing but annotations differs.
const ANNOTATIONS: &str = "the annotations differ";

/// The first of the inputs that were named for one run only.
fn named_otherwise(own: &Config, other: &Config) -> Option<String> {
    fn names(config: &Config) -> Vec<&str> {
        config.inputs.iter().map(String::as_str).collect()
    }
    difference::names(&names(own), &names(other))
}

/// The first difference between settings, apart from inputs.
fn settings_differ(own: &Config, other: &Config) -> Option<Other> {
    let other_decisions =
        Config { decisions_sha256: own.decisions_sha256.clone(), ..other.clone() };
    if !own.same_but_inputs(&other_decisions) {
        return Some(Other::Configuration(difference::setting(own, other)));
    }
    (own.decisions_sha256 != other.decisions_sha256).then_some(Other::Decisions)
}

/// Whether a file has the bytes of an entry; behind an address, whether it is of the same version.
fn is_same(entry: &InputEntry, file: &InputFile) -> io::Result<bool> {
    match (&entry.digest, &entry.object) {
        (Some(digest), _) => {
            let source = Source::open(&file.path)?;
            let found = digest_unless(file.content.bytes(&source), &AtomicBool::new(false))?;
            Ok(found == *digest)
        }
        (None, Some(object)) => {
            let now = Source::open(&file.path)?.remote_version().map(ObjectVersion::from);
            Ok(now.as_ref() == Some(object))
        }
        // A file that was unreadable has nothing to compare.
        (None, None) => Ok(true),
    }
}

/// Whether a file can be read to its end.
fn is_readable(file: &InputFile, pool: &SourcePool) -> bool {
    let read = || {
        let source = pool.source(&file.path).ok()?;
        digest_unless(file.content.bytes(&source), &AtomicBool::new(false)).ok()?;
        source.verify().ok()
    };
    let readable = file.unreadable.is_none() && read().is_some();
    // The run that may follow reads it anew, with faults of its own.
    pool.forget(&file.path);
    readable
}

/// Whether a file can be that of an entry, judging without reading it.
fn may_be(entry: &InputEntry, file: &InputFile) -> bool {
    let same = match &entry.digest {
        Some(digest) => file.unreadable.is_none() && digest.size == file.size,
        None if entry.in_part => file.unreadable.is_none(),
        None => entry.unreadable == file.unreadable,
    };
    same && entry.name == file.name && entry.content == file.content
}

#[cfg(test)]
mod tests;
