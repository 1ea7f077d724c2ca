//! Annotations: CoNLL-U of an earlier run after tagging.
//!
//! Sentences are found by their ids, and merged if the tagger kept sentences and tokens.

mod align;
mod conllu;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use scutch_folder::digest::{FileDigest, Listing, file_digest};
use scutch_folder::reasons::Unmerged;
use scutch_segment::Segmented;

pub(crate) use self::align::{Sentence, Tagged, Token};

/// Maximum bytes of a line to search for a sentence id.
const LINE: u64 = 1 << 16;
/// Maximum bytes of annotations per document. A document with more is written without them.
const DOCUMENT: u64 = 1 << 28;

/// An index of the annotations by document. The annotations stay on disk.
#[derive(Debug)]
pub(crate) struct Annotations {
    files: Vec<PathBuf>,
    /// By row id. `None` if a document occurs twice.
    documents: HashMap<String, Option<Span>>,
    pub(crate) digest: FileDigest,
}

/// A range of bytes in a file.
#[derive(Debug, Clone, Copy)]
struct Span {
    file: usize,
    start: u64,
    end: u64,
}

impl Annotations {
    /// Indexes a file, or the `.conllu` files of a folder.
    ///
    /// # Errors
    /// The path that cannot be read, with the error.
    pub(crate) fn open(path: &Path) -> Result<Self, (PathBuf, io::Error)> {
        let files = files(path).map_err(|error| (path.to_owned(), error))?;
        let mut listing = Listing::default();
        let mut documents = HashMap::new();
        for (number, file) in files.iter().enumerate() {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let looked = file_digest(file).and_then(|digest| {
                // Other annotations give other documents, so their digest belongs to the plan of a
                // run.
                listing.add(name, &digest);
                index(number, file, &mut documents)
            });
            looked.map_err(|error| (file.clone(), error))?;
        }
        Ok(Self { files, documents, digest: listing.finish() })
    }

    /// Whether they contain no document of ours.
    pub(crate) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The annotations of a document.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn for_document(
        &self,
        id: &str,
        document: &Segmented<'_>,
    ) -> Result<Tagged, Unmerged> {
        let span = self.documents.get(id).ok_or(Unmerged::Missing)?.ok_or(Unmerged::Repeated)?;
        let text = self.read(span).map_err(|_| Unmerged::Unreadable)?;
        merged(id, document, &text)
    }

    /// Reads a range.
    fn read(&self, span: Span) -> io::Result<String> {
        let length = span.end - span.start;
        // A broken file may give one document everything.
        if length > DOCUMENT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut file = File::open(&self.files[span.file])?;
        file.seek(SeekFrom::Start(span.start))?;
        let mut text = String::new();
        file.take(length).read_to_string(&mut text)?;
        Ok(text)
    }
}

/// Number of sentences in CoNLL-U as taggers write it. `None` if the text is not CoNLL-U.
pub fn annotated_sentences(conllu: &str) -> Option<usize> {
    conllu::sentences(conllu).map(|sentences| sentences.len())
}

/// Aligns CoNLL-U with a document.
pub(super) fn merged(id: &str, document: &Segmented<'_>, conllu: &str) -> Result<Tagged, Unmerged> {
    let sentences = conllu::sentences(conllu).ok_or(Unmerged::Unreadable)?;
    align::align(id, document, sentences).ok_or(Unmerged::Differs)
}

/// The file itself, or the `.conllu` files of a folder, sorted.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "conllu") && file.is_file() {
            files.push(file);
        }
    }
    // Folders list files in any order, and the digest covers all of them.
    files.sort_unstable();
    Ok(files)
}

/// Indexes the start and end of each document. The sentences of a document are consecutive.
fn index(
    file: usize,
    path: &Path,
    documents: &mut HashMap<String, Option<Span>>,
) -> io::Result<()> {
    let mut note = |id: String, start: u64, end: u64| {
        let span = Some(Span { file, start, end });
        // Pieces of a document cannot be joined reliably, so it counts as repeated.
        documents.entry(id).and_modify(|earlier| *earlier = None).or_insert(span);
    };
    let mut reader = BufReader::new(File::open(path)?);
    let (mut at, mut sentence) = (0, 0);
    let mut line = Vec::new();
    let mut open: Option<(String, u64)> = None;
    loop {
        line.clear();
        // A line may be longer than memory. Its rest is read as further lines, which have no id.
        let read = reader.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        at += read as u64;
        if read == 0 {
            break;
        }
        // An empty line ends a sentence, so the next one starts here.
        if line.trim_ascii().is_empty() {
            sentence = at;
        }
        let Some(id) = document_of(&line) else { continue };
        if open.as_ref().is_some_and(|(before, _)| before == id) {
            continue;
        }
        if let Some((before, start)) = open.replace((id.to_owned(), sentence)) {
            note(before, start, sentence);
        }
    }
    if let Some((last, start)) = open {
        note(last, start, at);
    }
    Ok(())
}

/// The row id in a comment with a sentence id, `# sent_id = ID.pN.sN`.
fn document_of(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?;
    let ("sent_id", id) = conllu::comment(line)? else { return None };
    id.split_once(".p").map(|(document, _)| document)
}

#[cfg(test)]
mod tests;
