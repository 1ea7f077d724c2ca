//! The way to a memento: in one form after the other, along redirects, and through what archives put
//! around mementos or in place of them.

use scutch_fetch::{Client, Exchange, Failure, Fetched, Request};
use scutch_memento::{Form, forms};
use scutch_url::{Memento, Url};

use crate::judge::{DATETIME, Judged, captured, judge, original};
use crate::ranged::ranged;
use crate::replay::{self, Answer, Lead, Shown};
use crate::wishes::Wish;

/// Pages on the way that are not the memento itself, and frames in frames, at most.
const MOST_STEPS: usize = 5;

/// An exchange, and what it is a capture of.
pub(crate) struct Hop {
    pub(crate) exchange: Exchange,
    /// URI-R and time; `None`: something that the archive says.
    pub(crate) capture: Option<(String, i64)>,
    /// A page of the archive's with status 200, which is no capture of anything.
    pub(crate) around: bool,
}

impl Way {
    /// Bytes of answers that it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.hops.iter().map(|hop| hop.exchange.response.len()).sum()
    }
}

impl Hop {
    /// An exchange that is no memento.
    pub(crate) fn plain(exchange: Exchange) -> Self {
        Self { exchange, capture: None, around: false }
    }
}

/// A page of frames, joined.
pub(crate) struct Joined {
    /// Which hop has the page of frames.
    pub(crate) of: usize,
    /// Its frames on one page.
    pub(crate) html: Vec<u8>,
}

/// What came of asking for a memento.
pub(crate) struct Way {
    pub(crate) hops: Vec<Hop>,
    pub(crate) judged: Judged,
    /// In which form it was asked for.
    pub(crate) form: &'static str,
    /// What it led through besides redirects.
    pub(crate) through: Vec<&'static str>,
    pub(crate) joined: Option<Joined>,
}

/// Asks for a memento, in one form after the other until there is one.
pub(crate) fn way(client: &mut Client, wish: &Wish) -> Way {
    if let Some(way) = ranged(client, wish) {
        return way;
    }
    let mut forms = forms(&wish.uri_m).into_iter().peekable();
    loop {
        let Some(form) = forms.next() else { return Way::new("listed") };
        let mut way = Way::new(form.name);
        way.go(client, wish, &form);
        // An archive that does not know a form says so; one that does knows what it has not.
        let settled = match way.judged {
            Judged::Memento(_) | Judged::Nothing(_) => true,
            Judged::Gone => form.name == "raw",
            Judged::Other(_) => false,
        };
        if settled || forms.peek().is_none() {
            return way;
        }
    }
}

impl Way {
    pub(crate) fn new(form: &'static str) -> Self {
        let judged = Judged::Nothing(Failure::NoAnswer);
        Self { hops: Vec::new(), judged, form, through: Vec::new(), joined: None }
    }

    fn go(&mut self, client: &mut Client, wish: &Wish, form: &Form) {
        let mut request = ask(form.uri.clone());
        request.headers.extend(form.prefer.map(|prefer| ("Prefer", prefer.to_owned())));
        let raw = form.name != "listed";
        for step in 0.. {
            let fetched = kept(client.fetch(&request), wish.unix_ms);
            self.judged = judge(&fetched, wish.unix_ms);
            if has_applied(&fetched) {
                self.form = "raw";
            }
            self.take(fetched, wish, wish.unix_ms);
            let Judged::Memento(time) = self.judged else { return };
            let Some(answer) = self.last().and_then(Answer::of) else { return };
            match answer.shown(raw || self.form == "raw") {
                Shown::Leads(Lead::Refresh, uri) => {
                    return self.refreshed(client, wish, &uri, time);
                }
                Shown::Leads(lead, uri) if step < MOST_STEPS => {
                    self.around();
                    self.through.push(lead.name());
                    request = ask(uri);
                    request.headers.extend(self.cookies(&request.uri).map(|c| ("Cookie", c)));
                }
                Shown::Frames(frames) => return self.frames(client, wish, frames, time),
                Shown::Gone => {
                    self.judged = Judged::Gone;
                    return self.around();
                }
                Shown::Page | Shown::Leads(..) => return,
            }
        }
    }

    fn last(&self) -> Option<&Exchange> {
        self.hops.last().map(|hop| &hop.exchange)
    }

    /// Takes in what was fetched; its last answer is a capture of the time of the list where the
    /// archive says none.
    fn take(&mut self, fetched: Fetched, wish: &Wish, listed: i64) {
        let ends = fetched.hops.len();
        let settled = matches!(self.judged, Judged::Memento(_));
        for (number, exchange) in fetched.hops.into_iter().enumerate() {
            let listed = Some(listed).filter(|_| settled && number + 1 == ends);
            let time = captured(&exchange, listed);
            let capture = time.map(|time| (original(&exchange, &wish.uri_r), time));
            self.hops.push(Hop { exchange, capture, around: false });
        }
    }

    /// The last answer is the archive's, and no capture.
    fn around(&mut self) {
        if let Some(hop) = self.hops.last_mut() {
            (hop.capture, hop.around) = (None, true);
        }
    }

    /// The page goes on by itself: so does the way, once. Where the archive does not have what comes
    /// then, the page itself is what there is.
    fn refreshed(&mut self, client: &mut Client, wish: &Wish, uri: &str, time: i64) {
        let fetched = client.fetch(&ask(uri.to_owned()));
        match judge(&fetched, time) {
            Judged::Gone | Judged::Other(_) => self.judged = Judged::Memento(time),
            judged => {
                self.judged = judged;
                self.take(fetched, wish, time);
                self.through.push(Lead::Refresh.name());
            }
        }
    }

    /// Asks for the frames of the last answer, and those of frames.
    fn frames(&mut self, client: &mut Client, wish: &Wish, uris: Vec<String>, time: i64) {
        let of = self.hops.len() - 1;
        let (mut pages, mut is_missing) = (Vec::new(), false);
        let mut waiting: Vec<(usize, String)> =
            uris.into_iter().rev().map(|uri| (0, uri)).collect();
        while let Some((depth, uri)) = waiting.pop() {
            let fetched = client.fetch(&ask(uri));
            self.judged = judge(&fetched, time);
            if let Judged::Nothing(_) = self.judged {
                return self.take(fetched, wish, time);
            }
            let there = matches!(self.judged, Judged::Memento(_));
            self.take(fetched, wish, time);
            if !there {
                is_missing = true;
                continue;
            }
            match self.last().and_then(Answer::of).map(|answer| answer.shown(true)) {
                Some(Shown::Frames(inner)) if depth + 1 < MOST_STEPS => {
                    waiting.extend(inner.into_iter().rev().map(|uri| (depth + 1, uri)));
                }
                _ => pages.push(self.hops.len() - 1),
            }
            if pages.len() + waiting.len() > MOST_FRAMES {
                break;
            }
        }
        self.judged = Judged::Memento(time);
        if !pages.is_empty() {
            let frames = pages.iter().map(|page| &self.hops[*page].exchange);
            let html = replay::joined(&self.hops[of].exchange, frames);
            self.joined = Some(Joined { of, html });
            self.through.push("frames");
        }
        if is_missing {
            self.through.push("frame-missing");
        }
    }

    /// What the host of an address has asked to be told with the next request.
    fn cookies(&self, uri: &str) -> Option<String> {
        let host = |uri: &str| Url::parse(uri).ok().map(|url| url.host().to_owned());
        let of_host = self.hops.iter().filter(|hop| host(&hop.exchange.uri) == host(uri));
        let set = of_host.filter_map(|hop| hop.exchange.answer());
        let mut cookies: Vec<String> = Vec::new();
        for answer in set {
            let fields =
                answer.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("Set-Cookie"));
            for (_, value) in fields {
                let pair = value.split(';').next().unwrap_or_default().trim().to_owned();
                let name = |pair: &str| pair.split('=').next().map(str::to_owned);
                cookies.retain(|other| name(other) != name(&pair));
                cookies.push(pair);
            }
        }
        Some(cookies.join("; ")).filter(|cookies| !cookies.is_empty())
    }
}

/// Frames on one page, frames of frames counted.
const MOST_FRAMES: usize = 40;

fn ask(uri: String) -> Request {
    let spurned: Option<fn(&Exchange) -> bool> = Some(replay::is_of_no_use);
    Request { uri, settled_by: Some(DATETIME), spurned, leads: Some(within), ..Request::default() }
}

/// Where an archived redirect leads in its archive, if its `Location` is still the one that was archived:
/// as it stands, it leads out to the web of today, or to a page of the archive's.
fn within(hop: &Exchange) -> Option<String> {
    hop.header(DATETIME)?;
    let here = Memento::split(&hop.uri)?;
    let (url, location) = (Url::parse(&hop.uri).ok()?, hop.header("Location")?);
    let target = url.join(&location).ok()?;
    let rewritten = Memento::split(target.as_str())
        .is_some_and(|there| there.archive.is_some() || target.host() == url.host());
    if rewritten {
        return None;
    }
    let original = Url::parse(&here.uri_r()).ok()?.join(&location).ok()?.into_string();
    Some(Memento { original: &original, ..here }.join())
}

/// What was fetched, up to an archived redirect where the archive does not have what it leads to: the
/// redirect is the memento then.
fn kept(mut fetched: Fetched, listed: i64) -> Fetched {
    let ends = match judge(&fetched, listed) {
        Judged::Gone | Judged::Nothing(Failure::RedirectLoop) => true,
        Judged::Memento(_) | Judged::Other(_) | Judged::Nothing(_) => false,
    };
    let last = fetched.hops.iter().rposition(|hop| matches!(hop.status, 300..=399));
    if let Some(last) = last.filter(|last| ends && within(&fetched.hops[*last]).is_some()) {
        fetched.hops.truncate(last + 1);
        fetched.failure = None;
    }
    fetched
}

/// Whether the archive says that it gave the page as it was archived.
fn has_applied(fetched: &Fetched) -> bool {
    let applied = fetched.hops.last().and_then(|hop| hop.header("Preference-Applied"));
    applied.is_some_and(|applied| applied.contains("original-content"))
}
