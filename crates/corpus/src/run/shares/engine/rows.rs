//! A task that derives the rows of a share.

use std::io;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Int64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use scutch_folder::config::{Config, Format};
use scutch_folder::inputs::Share;
use scutch_folder::{RunError, ShareError};

use super::{EngineEvidence, EngineTask, Handing, TakeBatch};
use crate::derive::Deriving;
use crate::flow::{Watch, flow};
use crate::row::{Identity, columns};
use crate::run::pipeline::Working;
use crate::run::processed::Processed;
use crate::stages::Reading;
use crate::stages::opened::{Draft, Outcome};
use crate::table::{Batching, schema};

/// Columns behind those of rows. Rows with the same `scutch_capture` are copies: in the order of
/// `scutch_order` they are numbered from 0, and [`row_id`] has the `id` of a later one by its
/// `scutch_identity`.
pub const HIDDEN: [&str; 3] = ["scutch_capture", "scutch_order", "scutch_identity"];

/// Bits of `scutch_order` that count the rows of a share.
const ROW_BITS: u32 = 40;

/// The id of a row by its identity, and the number of equal captures before it.
pub fn row_id(identity: &[u8], ordinal: u32) -> Option<String> {
    Some(Identity::from_bytes(identity)?.row_id(ordinal))
}

impl EngineTask {
    /// The schema of what [`derive`](Self::derive) hands out: the columns of Parquet files, and those
    /// of [`HIDDEN`].
    ///
    /// # Errors
    /// Decisions on rows: they are about ids that copies of a capture get behind all tasks.
    pub fn schema(&self) -> Result<SchemaRef, RunError> {
        match self.sources.decisions {
            Some(_) => Err(ShareError::Decisions.into()),
            None => Ok(RowBatches::new(&self.config, Share::WHOLE).schema),
        }
    }

    /// Derives the rows of a share, and hands them out with the columns of [`HIDDEN`]. Each has the id
    /// of ordinal 0. False when interrupted.
    ///
    /// # Errors
    /// As [`schema`](Self::schema); inputs that cannot be read or change meanwhile; evidence that cannot
    /// be read.
    pub fn derive(
        &self,
        share: Share,
        evidence: &EngineEvidence,
        watch: &dyn Watch,
        take: &mut TakeBatch<'_>,
    ) -> Result<bool, RunError> {
        // Refuses decisions.
        self.schema()?;
        let config = only_rows(&self.config);
        self.reading_share(share, watch, |reading| {
            let reading = &Reading { config: &config, ..reading.clone() };
            let mut batches = RowBatches::new(&config, share);
            let mut out = Handing(take);
            let (known, archives) = (evidence.read(reading)?, reading.archives);
            let deriving =
                Deriving { archives, config: &config, evidence: &known, decisions: None };
            let working = Working { deriving, annotations: None };
            let process = |fed| working.process(fed);
            let ended = flow(&reading.all(false), reading.workers, process, |delivered| {
                archives.sound()?;
                delivered.items.into_iter().try_for_each(|made| {
                    // The engine is handed rows alone: what became none is not counted here.
                    let Processed::Record { derived, .. } = made? else { return Ok(()) };
                    let Outcome::Row(draft) = derived.outcome else { return Ok(()) };
                    out.hand(batches.push(&draft)?)
                })
            })?;
            out.hand(batches.take()?)?;
            Ok(ended)
        })
    }
}

/// The configuration of a run that writes no other format than a table.
fn only_rows(config: &Config) -> Config {
    Config { formats: vec![Format::Parquet], layout: None, annotations: None, ..config.clone() }
}

/// Rows with their hidden columns.
struct RowBatches {
    schema: SchemaRef,
    rows: Batching,
    captures: Int64Builder,
    orders: Int64Builder,
    identities: BinaryBuilder,
    next: i64,
}

impl RowBatches {
    fn new(config: &Config, share: Share) -> Self {
        let columns = columns(config);
        let mut fields = schema(&columns).fields().to_vec();
        let kinds = [DataType::Int64, DataType::Int64, DataType::Binary];
        let hidden = HIDDEN.iter().zip(kinds);
        fields.extend(hidden.map(|(name, kind)| Arc::new(Field::new(*name, kind, false))));
        Self {
            schema: Arc::new(Schema::new(fields)),
            rows: Batching::new(columns),
            captures: Int64Builder::new(),
            orders: Int64Builder::new(),
            identities: BinaryBuilder::new(),
            // Shares in their order, and the rows of each in theirs.
            next: i64::from(share.number) << ROW_BITS,
        }
    }

    /// Adds a row; a batch if that fills one.
    fn push(&mut self, draft: &Draft) -> Result<Option<RecordBatch>, RunError> {
        self.rows.push(&draft.row);
        // Engines know signed numbers only; keys are compared for equality.
        self.captures.append_value(draft.identity.key().cast_signed());
        self.orders.append_value(self.next);
        self.identities.append_value(draft.identity.bytes());
        self.next += 1;
        if self.rows.is_full() { self.take() } else { Ok(None) }
    }

    /// The collected rows; `None` where there are none.
    fn take(&mut self) -> Result<Option<RecordBatch>, RunError> {
        let failed = |error| RunError::Output(io::Error::other(error));
        let Some((batch, _)) = self.rows.take().map_err(failed)? else { return Ok(None) };
        let mut arrays = batch.columns().to_vec();
        let hidden: [ArrayRef; 3] = [
            Arc::new(self.captures.finish()),
            Arc::new(self.orders.finish()),
            Arc::new(self.identities.finish()),
        ];
        arrays.extend(hidden);
        RecordBatch::try_new(self.schema.clone(), arrays).map(Some).map_err(failed)
    }
}
