//! Writes the new folder: rows and lines of the quarantine that stay, and tombstones of those that go.

use std::collections::BTreeSet;
use std::path::Path;

use scutch_folder::config::scope::Filter;
use scutch_folder::manifest::{Manifest, Redacted};
use scutch_folder::tally::Tally;
use scutch_folder::{RunError, at};

use super::tombstone::{Tombstone, TombstoneWriter};
use super::{Redacting, Redaction};
use crate::reissue::{Reissue, ShardRow};
use crate::row::seen::{Seen, text_key};
use crate::row::stored;
use crate::run::Counted;

impl Redacting<'_> {
    /// Writes the new folder. `None` when interrupted.
    pub(super) fn write(
        mut self,
        manifest: Manifest,
        new: &Path,
    ) -> Result<Option<Redaction>, RunError> {
        let old = &self.request.folder;
        let mut tombstones = TombstoneWriter::begin(old, new, self.request.addresses)?;
        let gone: BTreeSet<String> = self.named.keys().cloned().collect();
        let parts = stored::parts(old, &manifest);
        let mut account = Account::default();
        let mut reissue = Reissue::new(old, new, manifest, gone);
        for part in parts {
            if self.watch.interrupted() {
                return Ok(None);
            }
            let rows = self.rows(&part, &mut reissue, &mut account, &mut tombstones)?;
            reissue.shard(&part, &rows)?;
        }
        reissue.repeated_texts(account.repeated);
        self.done.quarantined = self.quarantine(&mut reissue, &mut tombstones)?;
        tombstones.finish()?;
        let redacted = Redacted { rows: account.gone.rows, quarantined: self.done.quarantined };
        (_, self.done.left_behind) =
            reissue.finish(&account.gone, Filter::Excluded, Some(redacted))?;
        Ok(Some(self.result()))
    }

    /// The rows of a part, and whether they stay. Writes the tombstones of those that go.
    fn rows(
        &mut self,
        part: &Path,
        reissue: &mut Reissue<'_>,
        account: &mut Account,
        tombstones: &mut TombstoneWriter,
    ) -> Result<Vec<ShardRow>, RunError> {
        let (mut rows, mut kept) = (Vec::new(), 0);
        let mut failed = Ok(());
        let columns = reissue.columns();
        let read = stored::for_each(part, &columns, |row| {
            let text = row.text();
            let named = self.named.get(&row.id);
            match named {
                Some((name, twin)) => {
                    Counted::of_stored(&row.columns).add_to(&mut account.gone);
                    let tombstone = self.tombstone(*name).of_row(&row.columns, twin.clone());
                    if failed.is_ok() {
                        failed = tombstones.line(&tombstone);
                    }
                }
                None => {
                    kept += 1;
                    reissue.leaf(&row);
                    // Pages without text do not repeat one another.
                    let again = !text.is_empty() && account.seen.text_again(text_key(text));
                    account.repeated += u64::from(again);
                }
            }
            let text_bytes = text.len();
            // Rows that go, too: documents in other formats are counted off against them.
            rows.push(ShardRow { id: row.id.clone(), stays: named.is_none(), text_bytes });
        });
        read.map_err(at(part))?;
        failed?;
        self.done.kept += kept;
        Ok(rows)
    }

    /// Copies the quarantine without what the list names. How many lines went.
    fn quarantine(
        &mut self,
        reissue: &mut Reissue<'_>,
        tombstones: &mut TombstoneWriter,
    ) -> Result<u64, RunError> {
        let mut failed = Ok(());
        let gone = reissue.quarantine(|line| {
            let Some(name) = self.first_of(line) else { return true };
            if failed.is_ok() {
                failed = tombstones.line(&self.tombstone(name).of_quarantine(line));
            }
            false
        })?;
        failed.map(|()| gone)
    }

    /// A tombstone by a name of the list.
    fn tombstone(&self, name: usize) -> Tombstone {
        let line = &self.list.lines[name];
        Tombstone::new(line, &self.list.digest.sha256, self.request.addresses)
    }
}

/// What is counted of the rows.
#[derive(Default)]
struct Account {
    /// Those that go.
    gone: Tally,
    /// Texts of the others, and how many of them repeat.
    seen: Seen,
    repeated: u64,
}
