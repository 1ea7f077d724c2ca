//! The studio: a corpus under review, archives and their labels, and the server that shows them.

use std::fs;
use std::io;
use std::sync::{Arc, OnceLock};
use std::thread;

use crate::cross::Hosts;
use crate::error::{StudioError, with_causes};
use crate::label::LabelError;
use crate::labelling::Labelling;
use crate::opened::OpenPages;
use crate::request::Request;
use crate::review::Review;
use crate::server::{Server, kept_token, token};
use crate::source::{Source, corpus_folder};

/// What is open. The archives of a corpus are read when somebody looks at one of their pages.
#[derive(Debug)]
pub struct Studio {
    request: Request,
    pub(crate) review: Option<Review>,
    source: OnceLock<Result<Arc<Source>, String>>,
    labelling: OnceLock<Result<Labelling, String>>,
    pub(crate) open: OpenPages,
    pub(crate) hosts: Hosts,
}

impl Studio {
    /// Opens a corpus folder for review; or reads archives, draws or reads the plan, and opens the labels.
    ///
    /// # Errors
    /// When corpus, archives, labels or decisions cannot be read.
    pub fn open(request: &Request) -> Result<Self, StudioError> {
        request.check()?;
        let review = match corpus_folder(&request.inputs)? {
            None => None,
            Some(folder) => {
                let labels = &request.labels;
                let at = |source| LabelError::Io { path: labels.clone(), source };
                fs::create_dir_all(labels).map_err(at)?;
                Some(Review::open(&folder, labels, &request.annotator)?)
            }
        };
        let studio = Self {
            request: request.clone(),
            review,
            source: OnceLock::new(),
            labelling: OnceLock::new(),
            open: OpenPages::default(),
            hosts: Hosts::default(),
        };
        // Labels need the archives, whose reading takes long. A review opens without them.
        if studio.review.is_none() || request.is_about_labels() {
            let source = Arc::new(Source::open(&request.inputs)?);
            let labelling = Labelling::open(request, source.clone())?;
            // Neither was set before, so nothing is lost here.
            let _ = studio.source.set(Ok(source));
            let _ = studio.labelling.set(Ok(labelling));
        }
        Ok(studio)
    }

    /// The archives, read when they are first asked for; or why they cannot be.
    pub(crate) fn source(&self) -> Result<Arc<Source>, String> {
        let open = || Source::open(&self.request.inputs).map(Arc::new);
        // A failure is kept as well: reading the archives again would fail as late.
        self.source.get_or_init(|| open().map_err(|error| with_causes(&error))).clone()
    }

    /// The labels, opened when they are first asked for; or why they cannot be.
    pub(crate) fn labelling(&self) -> Result<&Labelling, &str> {
        let open = || {
            let source = self.source()?;
            Labelling::open(&self.request, source).map_err(|error| with_causes(&error))
        };
        self.labelling.get_or_init(open).as_ref().map_err(String::as_str)
    }

    /// What there is to say about corpus, archives and labels.
    pub fn notes(&self) -> Vec<String> {
        let of_labels = self.labelling.get().and_then(|labelling| labelling.as_ref().ok());
        let of_labels = of_labels.map_or(&[][..], |labelling| &labelling.notes);
        let of_review = self.review.as_ref().map_or(&[][..], Review::notes);
        of_review.iter().chain(of_labels).cloned().collect()
    }

    /// What is on disk now, as sentences. Waits for a label that is being written.
    pub fn saved(&self) -> Vec<String> {
        let labelling = self.labelling.get().and_then(|labelling| labelling.as_ref().ok());
        let of_labels = labelling.map(|labelling| labelling.desk.saved());
        let of_review = self.review.as_ref().map(|review| review.decisions().saved());
        of_review.into_iter().chain(of_labels).collect()
    }

    /// Listens at a port; 0 takes a free one, with a token that nobody had before. At another port the
    /// token is that of the last time, so that addresses can be bookmarked. Nothing is answered before
    /// [`Studio::serve`].
    ///
    /// # Errors
    /// When the port is taken, or the token cannot be read or kept.
    pub fn listen(&self, port: u16) -> Result<Server, StudioError> {
        let listen = |source: io::Error| StudioError::Listen { port, source };
        let token = match port {
            0 => token().map_err(listen)?,
            _ => {
                // A fixed port is meant for a bookmark, which needs a token that stays.
                let path = self.request.labels.join(format!(".{}.token", self.request.annotator));
                kept_token(&path).map_err(|source| StudioError::Token { path, source })?
            }
        };
        Server::bind(port, token).map_err(listen)
    }

    /// Answers for ever.
    pub fn serve(&self, server: &Server) {
        thread::scope(|scope| {
            if let Some(review) = &self.review {
                // In the background: the first page must not wait for the whole corpus.
                scope.spawn(|| review.load_usual());
                scope.spawn(|| review.copy_texts());
            }
            server.serve(&|request, path| self.answer(request, path));
        });
    }
}
