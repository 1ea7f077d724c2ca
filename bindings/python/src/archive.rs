//! Records of archives. What they look like to a user is in `python/scutch/archive.py`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scutch_archive::{Item, Limits, Position, Reader, Record, RecordKind, parse_http_response};

use crate::unlocked;

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Records>()?;
    module.add_class::<ArchiveRecord>()
}

/// The records of a file, in order.
#[pyclass]
struct Records {
    path: PathBuf,
    reader: Mutex<Reader>,
    /// Damaged ranges passed: offset, length, cause.
    #[pyo3(get)]
    damage: Vec<(u64, u64, String)>,
}

/// One record, read whole.
#[pyclass(frozen)]
struct ArchiveRecord(Record<'static>);

/// What was read next.
enum Next {
    Record(Box<Record<'static>>),
    Damage((u64, u64, String)),
    End,
}

#[pymethods]
impl Records {
    /// Opens a file at an offset of a member.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, offset: u64) -> PyResult<Self> {
        let at = Position { offset, inner_offset: 0 };
        // An address is asked over the network, perhaps of a server in this very process.
        let open = || Reader::open_at(&path, at, &Limits::default());
        let reader = unlocked(py, "opening an archive", open)?
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        Ok(Self { path, reader: Mutex::new(reader), damage: Vec::new() })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<ArchiveRecord>> {
        loop {
            let reader = &self.reader;
            match unlocked(py, "reading an archive", || next(reader))? {
                Next::Record(record) => return Ok(Some(ArchiveRecord(*record))),
                Next::Damage(damage) => self.damage.push(damage),
                Next::End => return Ok(None),
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<records of {}>", self.path.display())
    }
}

fn next(reader: &Mutex<Reader>) -> Next {
    let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
    match reader.next() {
        None => Next::End,
        Some(Item::Record(record)) => Next::Record(Box::new(record.into_owned())),
        Some(Item::Damage(damage)) => {
            let cause = format!("{} {}", damage.cause.sentence(), damage.detail);
            Next::Damage((damage.offset, damage.length, cause.trim().to_owned()))
        }
    }
}

/// Names and values of a header.
type Headers = Vec<(String, String)>;

fn pairs<'h>(headers: impl Iterator<Item = (&'h str, &'h str)>) -> Headers {
    headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[pymethods]
impl ArchiveRecord {
    #[getter]
    fn kind(&self) -> &str {
        self.0.kind().name()
    }

    #[getter]
    fn version(&self) -> &str {
        self.0.version()
    }

    #[getter]
    fn headers(&self) -> Headers {
        pairs(self.0.headers())
    }

    /// Offset of the member in the file, length of the member, offset in the inflated member.
    #[getter]
    fn location(&self) -> (u64, u64, u64) {
        let location = self.0.location();
        (location.offset, location.length, location.inner_offset)
    }

    #[getter]
    fn block<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.block())
    }

    /// Id and sentence of all that is noteworthy about it.
    #[getter]
    fn faults(&self) -> Vec<(&'static str, String)> {
        let faults = self.0.faults().iter();
        faults
            .map(|fault| (fault.cause.id(), format!("{} {}", fault.cause.sentence(), fault.detail)))
            .collect()
    }

    /// Status, header fields and body of the HTTP response in it, if there is one.
    fn http<'py>(&self, py: Python<'py>) -> Option<(Option<u16>, Headers, Bound<'py, PyBytes>)> {
        let response = self.response()?;
        Some((response.status, pairs(response.headers.iter()), PyBytes::new(py, response.body)))
    }

    /// The body of its HTTP response without its codings, or its block.
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let content = unlocked(py, "decoding a payload", || {
            let response = self.response()?;
            Some(response.payload(&Limits::default()).content.into_owned())
        })?;
        Ok(PyBytes::new(py, content.as_deref().unwrap_or_else(|| self.0.block())))
    }
}

impl ArchiveRecord {
    fn response(&self) -> Option<scutch_archive::HttpResponse<'_>> {
        let has_http = matches!(self.0.kind(), RecordKind::Response | RecordKind::Revisit);
        has_http.then(|| parse_http_response(self.0.block(), &Limits::default()).ok()).flatten()
    }
}
