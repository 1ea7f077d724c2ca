//! The end of a run: merges quarantine files, writes report, timing and manifest, removes `.partial/`.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write as _};
use std::sync::atomic::AtomicBool;

use scutch_archive::{discard_partial, is_address, rename_whole};
use scutch_folder::digest::{digest_unless, file_digest};
use scutch_folder::inputs::{Archives, Content};
use scutch_folder::manifest::{InputEntry, Manifest, ObjectVersion, OutputEntry};
use scutch_folder::names::{CARD, QUARANTINE};
use scutch_folder::timing::{Clock, StepTime};
use scutch_folder::{Folder, RunError, at, write_whole};
use scutch_url::Profile;

use super::finished::Finished;
use super::job::Job;
use crate::card::Card;

/// Digests the input files. If `stopped` is set meanwhile, the result is useless.
pub(crate) fn input_entries(archives: Archives<'_>, stopped: &AtomicBool) -> Vec<InputEntry> {
    (0..archives.files.len()).map(|input| input_entry(archives, input, stopped)).collect()
}

/// Digests an input file, or says why it cannot be read.
pub(super) fn input_entry(
    archives: Archives<'_>,
    input: usize,
    stopped: &AtomicBool,
) -> InputEntry {
    let (file, source) = (&archives.files[input], archives.source(input));
    // The digest of a whole object would fetch all of it once more. Its version has to do.
    let is_object = is_address(&file.path) && !matches!(file.content, Content::Ranges(_));
    let digest = source.as_ref().map_err(ToString::to_string).and_then(|source| match is_object {
        true => Ok(None),
        false => digest_unless(file.content.bytes(source), stopped)
            .map(Some)
            .map_err(|why| why.to_string()),
    });
    let (digest, unreadable) = match digest {
        Ok(digest) => (digest, None),
        Err(why) => (None, Some(why)),
    };
    // It was readable when listed, so rows may come from its beginning.
    let in_part = unreadable.is_some() && file.unreadable.is_none();
    // Only now: of ranges nothing need have been asked for before.
    let object = source.ok().and_then(|source| source.remote_version()).map(ObjectVersion::from);
    let (name, path, content) = (file.name.clone(), file.shown_path(), file.content.clone());
    InputEntry { name, path, digest, object, unreadable, in_part, content }
}

/// The entries, with the faults of files that went to quarantine. Such a file has no digest, whoever met
/// the fault: the digest would be that of other bytes than those that became rows.
pub(super) fn faults_told(mut entries: Vec<InputEntry>, archives: Archives<'_>) -> Vec<InputEntry> {
    for (entry, file) in entries.iter_mut().zip(archives.files) {
        if let Some(fault) = archives.pool.fault(&file.path) {
            (entry.digest, entry.unreadable) = (None, Some(fault.detail()));
            entry.in_part = file.unreadable.is_none();
        }
    }
    entries
}

impl Job<'_> {
    pub(super) fn finish(
        &self,
        finished: Finished,
        inputs: Vec<InputEntry>,
        resumed_shards: u32,
        clock: Clock,
        steps: Vec<StepTime>,
    ) -> Result<Manifest, RunError> {
        let folder = self.folder;
        let mut manifest = self.manifest(finished, inputs)?;
        Card::new(&manifest).write(folder.root())?;
        manifest.list(folder.root(), &[CARD])?;
        // They list the card, too.
        scutch_deposit::write_records(folder.root(), &mut manifest)?;
        scutch_report::write_report(folder.root(), &manifest)?;
        let timing = clock.stop(self.request.jobs, resumed_shards, self.plan.inputs.clone(), steps);
        let path = folder.timing_page();
        if timing.steps.is_empty() {
            // A run that ended there may have begun it.
            discard_partial(&path).map_err(at(&path))?;
        } else {
            write_whole(&path, scutch_report::timing::render(&manifest.tool, &timing).as_bytes())
                .map_err(at(&path))?;
        }
        // Before the manifest: a complete corpus has its times.
        timing.write(folder)?;
        manifest.write(folder)?;
        folder.remove_partial().map_err(at(folder.root()))?;
        Ok(manifest)
    }

    /// The manifest of the finished shards, with the quarantine of them all.
    fn manifest(&self, finished: Finished, inputs: Vec<InputEntry>) -> Result<Manifest, RunError> {
        let quarantine = merge_quarantine(self.folder, finished.shards)?;
        let mut outputs = finished.parts;
        outputs.push(quarantine);
        // Marks come in the order of shards, the manifest is sorted by path.
        outputs.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Manifest {
            tool: self.plan.tool.clone(),
            url_key_profile: Profile::Surt.id().to_owned(),
            config: self.plan.config.clone(),
            inputs,
            annotations: self.plan.annotations.clone(),
            decisions: self.decided_rows.map(|rows| rows.tally(&finished.decided)),
            not_archives: self.inputs.not_archives,
            index: self.inputs.index,
            other_files: self.inputs.other_files.clone(),
            crawled: Some(finished.crawled),
            shards: finished.shards,
            counts: finished.counts,
            rows_root: Some(finished.tree.root()),
            outputs,
            dedup: None,
            redacted: None,
            dropped: None,
        })
    }
}

/// Concatenates the quarantine lines of all shards.
fn merge_quarantine(folder: &Folder, shards: u32) -> Result<OutputEntry, RunError> {
    let unfinished = folder.partial().join(QUARANTINE);
    let mut out = BufWriter::new(File::create(&unfinished).map_err(at(&unfinished))?);
    for shard in 0..shards {
        let path = folder.shard_quarantine(shard);
        let mut part = BufReader::new(File::open(&path).map_err(at(&path))?);
        io::copy(&mut part, &mut out).map_err(at(&unfinished))?;
    }
    out.flush().map_err(at(&unfinished))?;
    out.get_ref().sync_all().map_err(at(&unfinished))?;
    let path = folder.quarantine();
    rename_whole(&unfinished, &path).map_err(at(&path))?;
    let digest = file_digest(&path).map_err(at(&path))?;
    Ok(OutputEntry { path: QUARANTINE.to_owned(), files: None, digest })
}
