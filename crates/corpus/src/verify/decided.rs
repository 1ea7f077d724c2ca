//! The decisions that a corpus was made with.

use std::error::Error as _;

use scutch_folder::decisions::{DecisionError, Decisions};
use scutch_folder::manifest::Manifest;

use super::VerifyRequest;
use super::difference::Verified;

/// The decisions of the run. That they are missing or have changed is a difference.
pub(super) fn decisions(
    request: &VerifyRequest,
    manifest: &Manifest,
    verified: &mut Verified,
) -> Option<Decisions> {
    let config = &manifest.config;
    let path = request.decisions.as_ref().or(config.decisions.as_ref())?;
    let name = path.display().to_string();
    match Decisions::read(path) {
        Ok(decisions) => {
            let found = &decisions.digest().sha256;
            match config.decisions_sha256.as_deref() {
                Some(stored) if stored == found => {}
                Some(stored) => verified.differ(&name, "sha256", &stored, found),
                // The run took none: the file is another, and has not changed.
                None => verified.differ(&name, "decisions", &"none", found),
            }
            Some(decisions)
        }
        Err(error) => {
            verified.missing_decisions = true;
            verified.differ(&name, "decisions", &"readable", &sentence(&error));
            None
        }
    }
}

/// An error with its cause.
fn sentence(error: &DecisionError) -> String {
    let cause = error.source().map(|cause| format!(": {cause}"));
    format!("{error}{}", cause.unwrap_or_default())
}
