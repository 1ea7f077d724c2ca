//! All shards of a corpus, copied without the rows that are gone.

use scutch_folder::tally::Tally;
use scutch_folder::{RunError, at};

use super::{Reissue, ShardRow};
use crate::row::seen::{Seen, text_key};
use crate::row::stored;
use crate::run::Counted;

impl Reissue<'_> {
    /// Copies the parts of all formats. Counts of the rows that are gone.
    ///
    /// # Errors
    /// As [`Reissue::shard`].
    pub(crate) fn shards(&mut self) -> Result<Tally, RunError> {
        let columns = self.columns();
        let (mut gone, mut seen, mut repeated) = (Tally::default(), Seen::default(), 0);
        for part in stored::parts(self.old, &self.manifest) {
            let mut rows = Vec::new();
            let read = stored::for_each(&part, &columns, |row| {
                let text = row.text();
                let stays = !self.gone.contains(&row.id);
                if stays {
                    self.leaf(&row);
                    repeated += u64::from(!text.is_empty() && seen.text_again(text_key(text)));
                } else {
                    Counted::of_stored(&row.columns).add_to(&mut gone);
                }
                // Rows that go, too: documents in other formats are counted off against them.
                rows.push(ShardRow { stays, text_bytes: text.len(), id: row.id.clone() });
            });
            read.map_err(at(&part))?;
            self.shard(&part, &rows)?;
        }
        self.repeated_texts(repeated);
        Ok(gone)
    }
}
