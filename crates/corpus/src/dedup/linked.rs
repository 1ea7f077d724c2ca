//! Marks as linked data, for corpora that have such a format: `duplicates.nq`, `duplicates.jsonld`.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use scutch_archive::rename_whole;
use scutch_folder::config::Format;
use scutch_folder::names::{DUPLICATES_JSON_LD, DUPLICATES_N_QUADS};
use scutch_folder::{RunError, at};

use super::Corpus;
use super::facts::Facts;
use super::relations::Mark;
use crate::format::linked::marks::Marked;
use crate::format::linked::names::Names;
use crate::format::linked::{JSON_LD_TAIL, json_ld_head};

/// A format of linked data: its file of marks, the frame of that, and how a mark is written.
struct Linked {
    format: Format,
    name: &'static str,
    frame: fn() -> (String, &'static str),
    write: fn(&Marked<'_>) -> String,
}

const LINKED: [Linked; 2] = [
    Linked {
        format: Format::Nquads,
        name: DUPLICATES_N_QUADS,
        frame: || (String::new(), ""),
        write: |mark| mark.n_quads(),
    },
    Linked {
        format: Format::Jsonld,
        name: DUPLICATES_JSON_LD,
        frame: || (json_ld_head(), JSON_LD_TAIL),
        write: |mark| mark.json_ld(),
    },
];

/// Writes the marks of the rows of a corpus in its formats of linked data.
pub(super) fn marks(
    corpora: &[Corpus],
    facts: &Facts,
    marks: &[Option<Mark>],
) -> Result<(), RunError> {
    let describe = |corpus: &Corpus| Names::new(corpus.manifest.config.corpus.as_ref());
    let names: Vec<Names> = corpora.iter().map(describe).collect();
    for (number, corpus) in corpora.iter().enumerate() {
        let marked = corpus.rows.clone().filter_map(|row| {
            let mark = marks.get(row as usize).copied().flatten()?;
            // Rows are numbered through all corpora, in their order.
            let of = corpora.partition_point(|corpus| corpus.rows.end <= mark.original);
            Some(Marked {
                names: names.get(number)?,
                id: &facts.row(row).id,
                // An original may be in another corpus of the search.
                original_names: names.get(of)?,
                original: &facts.row(mark.original).id,
                kind: mark.kind.name(),
                similarity: mark.similarity,
            })
        });
        let formats = &corpus.manifest.config.formats;
        for linked in LINKED.iter().filter(|linked| formats.contains(&linked.format)) {
            let (work, place) = (corpus.work().join(linked.name), corpus.folder.join(linked.name));
            linked.file(&work, marked.clone()).map_err(at(&work))?;
            rename_whole(&work, &place).map_err(at(&place))?;
        }
    }
    Ok(())
}

impl Linked {
    fn file<'m>(&self, path: &Path, marked: impl Iterator<Item = Marked<'m>>) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        let (head, tail) = (self.frame)();
        out.write_all(head.as_bytes())?;
        for mark in marked {
            out.write_all((self.write)(&mark).as_bytes())?;
        }
        out.write_all(tail.as_bytes())?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}
