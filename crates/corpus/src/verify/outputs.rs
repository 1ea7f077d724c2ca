//! Compares a corpus with its manifest: digests of files, number of rows, and the root of their tree.

use std::path::Path;

use scutch_folder::RunError;
use scutch_folder::digest::{digest_of, files_in, written_after};
use scutch_folder::manifest::{Manifest, OutputEntry};
use scutch_folder::merkle::MerkleTree;
use scutch_folder::names::MANIFEST;

use super::difference::{Difference, Verified};
use super::documents::{Documents, documents};
use crate::flow::Unwatched;
use crate::rebuild::lines;

/// Compares the digests of all files with the manifest.
pub(super) fn check_outputs(folder: &Path, manifest: &Manifest, verified: &mut Verified) {
    for output in &manifest.outputs {
        verified.files += 1;
        match digest_of(&folder.join(&output.path)) {
            Ok(digest) if digest == output.digest => {}
            Ok(digest) => {
                let (stored, derived) = (&output.digest.sha256, &digest.sha256);
                let difference = Difference::new(&output.path, "sha256", stored, derived);
                let Documents { missing, more } = documents(folder, manifest, output);
                let known = !missing.is_empty() || !more.is_empty();
                let files = if known { Vec::new() } else { changed(folder, output) };
                verified.add(Difference { files, missing, more, ..difference });
            }
            Err(error) => verified.differ(&output.path, "file", &"readable", &error),
        }
    }
}

/// The files of an output that were written after the manifest; none where that tells nothing.
fn changed(folder: &Path, output: &OutputEntry) -> Vec<String> {
    let path = folder.join(&output.path);
    let newer = written_after(&path, &folder.join(MANIFEST)).unwrap_or_default();
    let there = files_in(&path).ok().flatten().unwrap_or_default();
    // All of them: a copy that kept no times.
    if newer.len() as u64 == there { Vec::new() } else { newer }
}

/// Compares the root of the tree over the rows with the manifest. Older manifests have none. Where rows
/// are missing, their number already differs.
pub(super) fn check_root(manifest: &Manifest, found: &str, verified: &mut Verified) {
    let stored = manifest.rows_root.as_deref().filter(|_| manifest.counts.rows == verified.rows);
    if let Some(stored) = stored.filter(|stored| *stored != found) {
        verified.differ(MANIFEST, "rows_root", &stored, &found);
    }
}

/// Compares the lines of a stand-off corpus with the number and the root of the rows. Their texts can
/// only be rebuilt.
pub(super) fn check_standoff(
    folder: &Path,
    manifest: &Manifest,
    verified: &mut Verified,
) -> Result<(), RunError> {
    verified.standoff = true;
    // Lines of other files than the manifest lists would say nothing about its root.
    if !verified.sound() {
        return Ok(());
    }
    let mut tree = MerkleTree::default();
    for line in lines(folder, manifest, &Unwatched)?.unwrap_or_default() {
        verified.rows += 1;
        match line.leaf() {
            Some(leaf) => tree.push(leaf),
            None => {
                verified.differ(&line.id, "row_sha256", &line.row_sha256, &"64 hexadecimal digits");
            }
        }
    }
    check_count(manifest, verified);
    check_root(manifest, &tree.root(), verified);
    Ok(())
}

/// Compares the number of rows with the manifest.
pub(super) fn check_count(manifest: &Manifest, verified: &mut Verified) {
    let (counted, found) = (manifest.counts.rows, verified.rows);
    if counted != found {
        verified.differ(MANIFEST, "counts.rows", &counted, &found);
    }
}
