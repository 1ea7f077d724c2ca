//! Records of archives. What they look like to a user is in `python/scutch/archive.py`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scutch_archive::{
    Cause, HttpHeaders, HttpRequest, HttpResponse, Item, Limits, Payload, Position, Reader, Record,
    RecordKind, http_start_line, parse_http_request, parse_http_response,
};

use crate::{guarded, unlocked};

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
    limits: Limits,
    /// Damaged ranges passed: offset, length, cause.
    #[pyo3(get)]
    damage: Vec<(u64, u64, String)>,
}

/// One record, with as much of its block as the limit allows.
#[pyclass(frozen)]
struct ArchiveRecord {
    record: Record<'static>,
    limits: Limits,
}

/// What was read next.
enum Next {
    Record(Box<Record<'static>>),
    Damage((u64, u64, String)),
    /// What follows cannot be read.
    Failed(String),
    End,
}

#[pymethods]
impl Records {
    /// Opens a file at an offset of a member. `limit`: bytes of a block, and of a payload, that are
    /// kept.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, offset: u64, limit: Option<u64>) -> PyResult<Self> {
        let at = Position { offset, inner_offset: 0 };
        let limits = match limit {
            Some(limit) => Limits { block: limit, payload: limit, ..Limits::default() },
            None => Limits::default(),
        };
        // An address is asked over the network, perhaps of a server in this very process.
        let open = || Reader::open_at(&path, at, &limits);
        let reader = unlocked(py, "opening an archive", open)?
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        Ok(Self { path, reader: Mutex::new(reader), limits, damage: Vec::new() })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<ArchiveRecord>> {
        loop {
            let reader = &self.reader;
            match unlocked(py, "reading an archive", || next(reader))? {
                Next::Record(record) => {
                    let limits = self.limits.clone();
                    return Ok(Some(ArchiveRecord { record: *record, limits }));
                }
                Next::Damage(damage) => self.damage.push(damage),
                Next::Failed(why) => {
                    let path = self.path.display();
                    return Err(PyOSError::new_err(format!("{path}: {why}")));
                }
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
            let cause = cause.trim().to_owned();
            match damage.cause {
                Cause::ReadError => {
                    let (offset, why) = (damage.offset, damage.detail);
                    Next::Failed(format!("cannot be read from byte {offset} on: {why}"))
                }
                _ => Next::Damage((damage.offset, damage.length, cause)),
            }
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
        self.record.kind().name()
    }

    #[getter]
    fn version(&self) -> &str {
        self.record.version()
    }

    #[getter]
    fn headers(&self) -> Headers {
        pairs(self.record.headers())
    }

    /// Offset of the member in the file, length of the member, offset in the inflated member.
    #[getter]
    fn location(&self) -> (u64, u64, u64) {
        let location = self.record.location();
        (location.offset, location.length, location.inner_offset)
    }

    /// Bytes of the block as its header states them, or as they are there where it does not.
    #[getter]
    fn length(&self) -> u64 {
        let stated = self.record.header("Content-Length").and_then(|stated| stated.parse().ok());
        stated.unwrap_or(self.record.extent().block)
    }

    #[getter]
    fn block<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.record.block())
    }

    /// Id and sentence of all that is noteworthy about it.
    #[getter]
    fn faults(&self) -> Vec<(&'static str, String)> {
        let faults = self.record.faults().iter();
        faults
            .map(|fault| (fault.cause.id(), format!("{} {}", fault.cause.sentence(), fault.detail)))
            .collect()
    }

    /// First line, header fields and body of the HTTP message in it, if there is one.
    fn http<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(String, Headers, Bound<'py, PyBytes>)>> {
        let found = guarded("reading a header", || {
            let message = self.message()?;
            let line = http_start_line(self.record.block(), &self.limits);
            Some((text(line), pairs(message.headers().iter()), message.body()))
        })?;
        Ok(found.map(|(line, headers, body)| (line, headers, PyBytes::new(py, body))))
    }

    /// The body of its HTTP message without its codings, or its block.
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let content = unlocked(py, "decoding a payload", || {
            Some(self.message()?.payload(&self.limits).content.into_owned())
        })?;
        Ok(PyBytes::new(py, content.as_deref().unwrap_or_else(|| self.record.block())))
    }
}

/// An HTTP message in a block.
enum Message<'r> {
    Request(HttpRequest<'r>),
    Response(HttpResponse<'r>),
}

impl ArchiveRecord {
    /// The message, where a record of this type and address has one.
    fn message(&self) -> Option<Message<'_>> {
        let (block, limits) = (self.record.block(), &self.limits);
        if !self.record.target_uri().is_none_or(is_of_http) {
            return None;
        }
        match self.record.kind() {
            RecordKind::Request => parse_http_request(block, limits).map(Message::Request),
            RecordKind::Response | RecordKind::Revisit => {
                parse_http_response(block, limits).ok().map(Message::Response)
            }
            _ => None,
        }
    }
}

impl<'r> Message<'r> {
    fn headers(&self) -> &HttpHeaders<'r> {
        match self {
            Self::Request(request) => &request.headers,
            Self::Response(response) => &response.headers,
        }
    }

    fn body(&self) -> &'r [u8] {
        match self {
            Self::Request(request) => request.body,
            Self::Response(response) => response.body,
        }
    }

    fn payload(&self, limits: &Limits) -> Payload<'r> {
        match self {
            Self::Request(request) => request.payload(limits),
            Self::Response(response) => response.payload(limits),
        }
    }
}

/// Whether HTTP is spoken with an address.
fn is_of_http(address: &str) -> bool {
    let scheme = address.split(':').next().unwrap_or_default();
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

/// A line of a header: UTF-8, else Latin-1.
fn text(line: &[u8]) -> String {
    std::str::from_utf8(line)
        .map_or_else(|_| line.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}
