//! Resolves a memento: in one request form after the other, along redirects, and through what
//! archives put around mementos or in place of them.

mod range;
mod resolution;
mod verdict;

use scutch_fetch::{Client, Exchange, Failure, Fetched, Request};
use scutch_memento::{RequestForm, request_forms};
use scutch_url::{Memento, Url};

use self::range::resolve_range;
pub(crate) use self::resolution::Resolution;
pub(crate) use self::verdict::Verdict;
use self::verdict::judge;
use crate::hop::{JoinedFrames, MEMENTO_DATETIME};
use crate::reason::Reason;
use crate::replay::{self, ReplayPage, Role, Step};
use crate::target::Target;

/// Steps through pages of the archive, and nesting of frames.
// Real archives need two; frames that contain themselves would go on without end.
const MAX_STEPS: usize = 5;

/// Frames of one page, those in frames included.
const MAX_FRAMES: usize = 40;

/// Asks for a memento in one form after the other until there is one.
pub(crate) fn resolve(client: &mut Client, target: &Target) -> Resolution {
    if let Some(resolution) = resolve_range(client, target) {
        return resolution;
    }
    let mut forms = request_forms(&target.uri_m).into_iter().peekable();
    loop {
        let Some(form) = forms.next() else { return Resolution::new("listed") };
        let mut resolution = Resolution::new(form.name);
        resolution.ask(client, target, &form);
        let is_final = match resolution.verdict {
            Verdict::Memento(_) | Verdict::Failed(_) => true,
            Verdict::Final(Reason::Excluded) => true,
            // A 404 in raw form is final. In any other form it may only mean that the archive does
            // not support the form.
            Verdict::Final(reason) => form.name == "raw" && reason == Reason::Gone,
            Verdict::Other(_) => false,
        };
        if is_final || forms.peek().is_none() {
            return resolution;
        }
    }
}

impl Resolution {
    /// Asks in one form, and follows pages of the archive to the memento.
    fn ask(&mut self, client: &mut Client, target: &Target, form: &RequestForm) {
        let mut request = memento_request(form.uri.clone());
        request.headers.extend(form.prefer.map(|prefer| ("Prefer", prefer.to_owned())));
        let is_raw = form.name != "listed";
        for step in 0.. {
            let fetched = cut_at_redirect(client.fetch(&request), target.unix_ms);
            self.verdict = judge(&fetched, target.unix_ms);
            if preference_was_applied(&fetched) {
                self.form = "raw";
            }
            self.add(fetched, target, target.unix_ms);
            let time = match self.verdict {
                Verdict::Memento(time) => Some(time),
                // It may still be a frame around the memento, which is dated.
                Verdict::Other(Reason::Undated) => None,
                Verdict::Final(Reason::Excluded) => return self.mark_archive_page(),
                _ => return,
            };
            let Some(page) = self.last().and_then(ReplayPage::read) else { return };
            match page.role(is_raw || self.form == "raw") {
                Role::Step(Step::Refresh, uri) => {
                    return self.follow_refresh(client, target, &uri, time);
                }
                Role::Step(kind, uri) if step < MAX_STEPS => {
                    self.mark_archive_page();
                    self.through.push(kind.name());
                    request = memento_request(uri);
                    // WebCite shows the memento only to those who send back its session cookie.
                    request.headers.extend(self.cookies(&request.uri).map(|c| ("Cookie", c)));
                }
                Role::Frameset(frames) => return self.fetch_frames(client, target, frames, time),
                Role::Notice(reason) => {
                    self.verdict = Verdict::Final(reason);
                    return self.mark_archive_page();
                }
                Role::Memento | Role::Step(..) => return,
            }
        }
    }

    /// Follows a page that refreshes to another, once. If the archive lacks the other page, the
    /// refreshing page itself is the memento.
    fn follow_refresh(
        &mut self,
        client: &mut Client,
        target: &Target,
        uri: &str,
        time: Option<i64>,
    ) {
        let fetched = client.fetch(&memento_request(uri.to_owned()));
        match judge(&fetched, time) {
            // The verdict on the refreshing page stays.
            Verdict::Final(_) | Verdict::Other(_) => {}
            verdict => {
                self.verdict = verdict;
                self.add(fetched, target, time);
                self.through.push(Step::Refresh.name());
            }
        }
    }

    /// Fetches the frames of the last answer, depth first, and joins them to one page.
    fn fetch_frames(
        &mut self,
        client: &mut Client,
        target: &Target,
        uris: Vec<String>,
        time: Option<i64>,
    ) {
        let (frameset, whole) = (self.hops.len() - 1, self.verdict);
        let (mut pages, mut is_incomplete) = (Vec::new(), false);
        // A stack, so that the frames of a frame come in its place: that is the order on the
        // screen.
        let mut stack: Vec<(usize, String)> = uris.into_iter().rev().map(|uri| (0, uri)).collect();
        while let Some((depth, uri)) = stack.pop() {
            let fetched = client.fetch(&memento_request(uri));
            self.verdict = judge(&fetched, time);
            if let Verdict::Failed(_) = self.verdict {
                // Nothing is stored, so that a later run gets the page with all its frames.
                return self.add(fetched, target, time);
            }
            self.add(fetched, target, time);
            if !matches!(self.verdict, Verdict::Memento(_)) {
                is_incomplete = true;
                continue;
            }
            match self.last().and_then(ReplayPage::read).map(|page| page.role(true)) {
                Some(Role::Frameset(inner)) if depth + 1 < MAX_STEPS => {
                    stack.extend(inner.into_iter().rev().map(|uri| (depth + 1, uri)));
                }
                _ => pages.push(self.hops.len() - 1),
            }
            if pages.len() + stack.len() > MAX_FRAMES {
                break;
            }
        }
        self.verdict = whole;
        self.join_frames(frameset, &pages);
        if is_incomplete {
            self.through.push("frame-missing");
        }
    }

    fn join_frames(&mut self, frameset: usize, pages: &[usize]) {
        if pages.is_empty() {
            return;
        }
        let frames = pages.iter().map(|page| &self.hops[*page].exchange);
        let html = replay::join_frames(&self.hops[frameset].exchange, frames);
        self.joined = Some(JoinedFrames { frameset, html });
        self.through.push("frames");
    }

    /// The cookies that the host of a URI has set in answers so far.
    fn cookies(&self, uri: &str) -> Option<String> {
        let host = |uri: &str| Url::parse(uri).ok().map(|url| url.host().to_owned());
        let name = |pair: &str| pair.split('=').next().map(str::to_owned);
        let from_host = self.hops.iter().filter(|hop| host(&hop.exchange.uri) == host(uri));
        let mut cookies: Vec<String> = Vec::new();
        for answer in from_host.filter_map(|hop| hop.exchange.answer()) {
            let fields =
                answer.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("Set-Cookie"));
            for (_, value) in fields {
                let pair = value.split(';').next().unwrap_or_default().trim().to_owned();
                // A later cookie replaces an earlier one of its name (RFC 6265, section 5.3).
                cookies.retain(|other| name(other) != name(&pair));
                cookies.push(pair);
            }
        }
        Some(cookies.join("; ")).filter(|cookies| !cookies.is_empty())
    }
}

fn memento_request(uri: String) -> Request {
    Request {
        uri,
        final_if_header: Some(MEMENTO_DATETIME),
        is_error_page: Some(replay::is_error_page),
        redirect_target: Some(target_in_archive),
        ..Request::default()
    }
}

/// The target of an archived redirect inside its archive, if `Location` is as it was archived. As
/// it stands, it would lead to the live web or to a page of the archive.
fn target_in_archive(exchange: &Exchange) -> Option<String> {
    exchange.header(MEMENTO_DATETIME)?;
    let here = Memento::split(&exchange.uri)?;
    let (url, location) = (Url::parse(&exchange.uri).ok()?, exchange.header("Location")?);
    let target = url.join(&location).ok()?;
    let is_rewritten = Memento::split(target.as_str())
        .is_some_and(|there| there.archive.is_some() || target.host() == url.host());
    if is_rewritten {
        return None;
    }
    let original = Url::parse(&here.uri_r()).ok()?.join(&location).ok()?.into_string();
    Some(Memento { original: &original, ..here }.join())
}

/// Cuts the answers at an archived redirect whose target the archive lacks: the redirect itself is
/// the memento then.
fn cut_at_redirect(mut fetched: Fetched, listed: Option<i64>) -> Fetched {
    let lacks_target = matches!(
        judge(&fetched, listed),
        Verdict::Final(Reason::Gone) | Verdict::Failed(Failure::RedirectLoop)
    );
    let last = fetched.hops.iter().rposition(|hop| matches!(hop.status, 300..=399));
    let is_archived = |index: &usize| target_in_archive(&fetched.hops[*index]).is_some();
    if let Some(last) = last.filter(|last| lacks_target && is_archived(last)) {
        fetched.hops.truncate(last + 1);
        fetched.failure = None;
    }
    fetched
}

/// Whether the archive says that it sent the page as it was archived (RFC 7240, section 3).
fn preference_was_applied(fetched: &Fetched) -> bool {
    let applied = fetched.hops.last().and_then(|hop| hop.header("Preference-Applied"));
    applied.is_some_and(|applied| applied.contains("original-content"))
}
