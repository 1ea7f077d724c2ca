//! The member layer: compressed members to inflated bytes.
//!
//! A member is one gzip member, zstd frame or lz4 frame; an uncompressed stretch of a file counts
//! as one. Inflating in one go is [`libdeflate`]'s, everything else goes piece by piece through a
//! [`Decoder`].

pub(crate) mod gzip;
pub(crate) mod libdeflate;
pub(crate) mod lz4;
pub(crate) mod zstandard;

use crate::cause::Cause;

/// How the bytes of a member are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemberKind {
    Plain,
    Gzip,
    Zstd,
    Lz4,
}

impl MemberKind {
    /// The compression whose magic number stands at the start of `bytes`.
    pub(crate) fn from_magic(bytes: &[u8]) -> Option<Self> {
        // Two bytes of gzip magic occur in any file; the rest of the header must be possible, too.
        if bytes.starts_with(&gzip::MAGIC) && gzip::header(bytes) != gzip::Header::Invalid {
            Some(Self::Gzip)
        } else if bytes.starts_with(&zstandard::MAGIC) {
            Some(Self::Zstd)
        } else if bytes.starts_with(&lz4::MAGIC) {
            Some(Self::Lz4)
        } else {
            None
        }
    }
}

/// What is wrong with a member as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) cause: Cause,
    pub(crate) detail: String,
    /// All of its content was inflated all the same.
    pub(crate) whole: bool,
}

/// What one piece of work brought.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Stored bytes used.
    pub(crate) used: usize,
    /// Inflated bytes made.
    pub(crate) made: usize,
    /// The member ended, well or with a failure. Nothing used, nothing made and no end: more input
    /// is needed.
    pub(crate) end: Option<Option<Failure>>,
}

impl Step {
    pub(crate) fn progress(used: usize, made: usize) -> Self {
        Self { used, made, end: None }
    }

    /// No more can be made of the input at hand.
    fn starved(last: bool) -> Self {
        let cause = Cause::MemberTruncated;
        let failure = Failure { cause, detail: String::new(), whole: false };
        Self { used: 0, made: 0, end: last.then_some(Some(failure)) }
    }

    /// An end in the middle, for reasons nobody asks for.
    pub(crate) fn broken(used: usize, made: usize) -> Self {
        Self::failed(used, made, Cause::CorruptMember, "")
    }

    fn failed(used: usize, made: usize, cause: Cause, detail: &str) -> Self {
        let failure = Failure { cause, detail: detail.to_owned(), whole: false };
        Self { used, made, end: Some(Some(failure)) }
    }

    pub(crate) fn is_starved(&self) -> bool {
        self.used == 0 && self.made == 0 && self.end.is_none()
    }
}

/// Inflates a member piece by piece.
#[derive(Debug)]
pub(crate) enum Decoder {
    Gzip(Box<gzip::GzipStream>),
    Zstd(Box<zstandard::ZstdStream>),
    Lz4(Box<lz4::Lz4Stream>),
}

impl Decoder {
    /// A decoder at a member's start; `None` for uncompressed bytes, or without memory for it.
    pub(crate) fn new(kind: MemberKind, dictionary: Option<&[u8]>) -> Option<Self> {
        Some(match kind {
            MemberKind::Plain => return None,
            MemberKind::Gzip => Self::Gzip(Box::new(gzip::GzipStream::new())),
            MemberKind::Zstd => Self::Zstd(Box::new(zstandard::ZstdStream::new(dictionary)?)),
            MemberKind::Lz4 => Self::Lz4(Box::default()),
        })
    }

    fn kind(&self) -> MemberKind {
        match self {
            Self::Gzip(_) => MemberKind::Gzip,
            Self::Zstd(_) => MemberKind::Zstd,
            Self::Lz4(_) => MemberKind::Lz4,
        }
    }

    fn reset(&mut self) {
        match self {
            Self::Gzip(stream) => stream.reset(),
            Self::Zstd(stream) => stream.reset(),
            Self::Lz4(stream) => **stream = lz4::Lz4Stream::default(),
        }
    }

    /// Inflates from `input` into `out`; `last`: nothing comes behind `input`.
    pub(crate) fn step(&mut self, input: &[u8], last: bool, out: &mut [u8]) -> Step {
        match self {
            Self::Gzip(stream) => stream.step(input, last, out),
            Self::Zstd(stream) => stream.step(input, last, out),
            Self::Lz4(stream) => stream.step(input, last, out),
        }
    }

    /// Inflates from the start of `input` until `out` is full or the member ends. True with the
    /// number of bytes made when the member did not end well.
    pub(crate) fn inflate_start(
        &mut self,
        mut input: &[u8],
        last: bool,
        out: &mut [u8],
    ) -> (usize, bool) {
        let mut made = 0;
        while made < out.len() {
            let step = self.step(input, last, &mut out[made..]);
            made += step.made;
            input = &input[step.used..];
            if step.end.is_some() || step.is_starved() {
                return (made, !matches!(step.end, Some(None)));
            }
        }
        (made, false)
    }
}

/// Decoders that are not in use, to use again: setting one up costs more than a small member.
#[derive(Debug, Default)]
pub(crate) struct Decoders {
    idle: Vec<Decoder>,
    dictionary: Option<Vec<u8>>,
}

impl Decoders {
    /// The dictionary of all zstd frames from now on.
    pub(crate) fn set_dictionary(&mut self, dictionary: Vec<u8>) {
        // Idle decoders were made without the dictionary.
        self.idle.clear();
        self.dictionary = Some(dictionary);
    }

    pub(crate) fn take(&mut self, kind: MemberKind) -> Option<Decoder> {
        match self.idle.iter().position(|d| d.kind() == kind) {
            Some(at) => {
                let mut decoder = self.idle.swap_remove(at);
                decoder.reset();
                Some(decoder)
            }
            None => Decoder::new(kind, self.dictionary.as_deref()),
        }
    }

    pub(crate) fn give_back(&mut self, decoder: Decoder) {
        self.idle.push(decoder);
    }
}
