//! The result of asking for one memento.

use scutch_fetch::{Exchange, Failure, Fetched};

use super::verdict::{Verdict, capture_time, original};
use crate::hop::{Hop, JoinedFrames};
use crate::target::Target;

/// Everything that was exchanged for one memento, and the outcome.
pub(crate) struct Resolution {
    pub(crate) hops: Vec<Hop>,
    pub(crate) verdict: Verdict,
    /// Name of the request form; see [`scutch_memento::RequestForm`].
    pub(crate) form: &'static str,
    /// Names of the steps besides redirects: `frame`, `redirect-page`, `refresh`, `frames`, ...
    pub(crate) through: Vec<&'static str>,
    pub(crate) joined: Option<JoinedFrames>,
}

impl Resolution {
    pub(super) fn new(form: &'static str) -> Self {
        let verdict = Verdict::Failed(Failure::NoAnswer);
        Self { hops: Vec::new(), verdict, form, through: Vec::new(), joined: None }
    }

    pub(super) fn last(&self) -> Option<&Exchange> {
        self.hops.last().map(|hop| &hop.exchange)
    }

    /// Adds the exchanges of a request. `listed` dates the last one if the archive gives no date.
    pub(super) fn add(&mut self, fetched: Fetched, target: &Target, listed: Option<i64>) {
        let count = fetched.hops.len();
        let is_memento = matches!(self.verdict, Verdict::Memento(_));
        for (number, exchange) in fetched.hops.into_iter().enumerate() {
            let listed = listed.filter(|_| is_memento && number + 1 == count);
            let time = capture_time(&exchange, listed);
            let capture = time.map(|time| (original(&exchange, &target.uri_r), time));
            self.hops.push(Hop { exchange, capture, is_archive_page: false });
        }
    }

    /// Marks the last answer as a page of the archive, which is no capture.
    pub(super) fn mark_archive_page(&mut self) {
        if let Some(hop) = self.hops.last_mut() {
            (hop.capture, hop.is_archive_page) = (None, true);
        }
    }
}
