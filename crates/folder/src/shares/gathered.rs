//! `evidence.json`: groups of a share of the inputs, or evidence of all shares.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::Other;
use crate::digest::FileDigest;
use crate::inputs::{Share, Span};
use crate::plan::Plan;

/// What a folder of `scutch gather` holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Partial groups of a share.
    Groups,
    /// What follows from the groups of all shares.
    Evidence,
}

/// `evidence.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Gathered {
    pub(super) format: u64,
    /// What the folder holds.
    pub kind: Kind,
    pub(super) shard: Option<Share>,
    pub(super) span: Option<Span>,
    /// Whether verdicts of crawls were met.
    pub verdicts: bool,
    /// The run.
    pub plan: Plan,
    /// The tables beside it, by name of the file.
    pub tables: BTreeMap<String, KeyedEntry>,
}

/// Number of rows, size and digest of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyedEntry {
    /// Number of rows.
    pub rows: u64,
    /// Size and sha256.
    #[serde(flatten)]
    pub digest: FileDigest,
}

impl Gathered {
    /// The marker of groups of a share; without a share of evidence.
    pub fn new(
        plan: &Plan,
        share: Option<(Share, Span)>,
        verdicts: bool,
        tables: BTreeMap<String, KeyedEntry>,
    ) -> Self {
        let kind = if share.is_some() { Kind::Groups } else { Kind::Evidence };
        let (shard, span) = share.unzip();
        Self { format: FORMAT, kind, shard, span, verdicts, plan: plan.clone(), tables }
    }

    /// How a finished folder differs from that of a job.
    pub fn differs_from(&self, plan: &Plan, share: Option<Share>) -> Option<Other> {
        let difference = plan.differs_from(&self.plan);
        difference.or_else(|| (self.shard != share).then_some(Other::Shard))
    }
}
