//! What an archive shows in answer to a request for a memento: the memento, a frame around it, a
//! page in place of a redirect, or an error page with status 200.

mod frames;
mod script;
mod signs;

use scutch_archive::Limits;
use scutch_fetch::Exchange;
use scutch_page::{Hints, charset};
use scutch_url::links::{Link, LinkKind, links};
use scutch_url::{Memento, Url};

pub(crate) use self::frames::join_frames;
use self::script::script_targets;
use self::signs::{SignKind, signs};
use crate::hop::MEMENTO_DATETIME;
use crate::reason::Reason;

/// What a page with status 200 is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// The memento, or what there is of it.
    Memento,
    /// The archive's notice that it will not give the memento.
    Notice(Reason),
    /// A page that leads to another address.
    Step(Step, String),
    /// A frameset; each frame has to be asked for.
    Frameset(Vec<String>),
}

/// How a page leads to another address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is the archive's frame around the memento.
    ReplayFrame,
    /// It is the archive's page in place of a redirect.
    RedirectPage,
    /// It refreshes to the other address.
    Refresh,
}

impl Step {
    /// Name in rows, stable.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReplayFrame => "frame",
            Self::RedirectPage => "redirect-page",
            Self::Refresh => "refresh",
        }
    }
}

/// Bytes of a page that are searched for signs and frames.
// Pages of archives and framesets are short. Long pages are mementos, whose search would take time.
const SEARCHED_BYTES: usize = 256 << 10;

/// Longest delay of a refresh that is followed, in seconds. With a longer one, the page is to be
/// read.
const MAX_REFRESH: u32 = 10;

/// The header field in which OpenWayback names its errors.
const RUNTIME_ERROR: &str = "X-Archive-Wayback-Runtime-Error";

/// Frames of one page.
const MAX_FRAMES: usize = 20;

/// An HTML page with status 200 from an archive.
pub(crate) struct ReplayPage {
    url: Url,
    /// Whether the answer has a Memento-Datetime.
    is_dated: bool,
    /// What the replay software names as its error.
    runtime_error: String,
    html: String,
}

impl ReplayPage {
    /// Reads an answer; `None` if it is no HTML page with status 200.
    pub(crate) fn read(exchange: &Exchange) -> Option<Self> {
        Self::of_status(exchange, &[200])
    }

    fn of_status(exchange: &Exchange, statuses: &[u16]) -> Option<Self> {
        let answer = exchange.answer()?;
        if !answer.status.is_some_and(|status| statuses.contains(&status)) {
            return None;
        }
        let content_type = answer.headers.get("Content-Type").map(str::to_owned);
        // Images and PDF files are mementos as they are. Notices of CDX servers are plain text.
        let kind = if answer.status == Some(200) { "html" } else { "text/" };
        if content_type.as_ref().is_some_and(|value| !value.contains(kind)) {
            return None;
        }
        let payload = answer.payload(&Limits::default());
        let bytes = &payload.content[..payload.content.len().min(SEARCHED_BYTES)];
        let hints = Hints { http_content_type: content_type.as_deref(), ..Hints::default() };
        let html = charset::decode(bytes, &hints).text.into_owned();
        let is_dated = answer.headers.get(MEMENTO_DATETIME).is_some();
        let runtime_error = answer.headers.get(RUNTIME_ERROR).unwrap_or_default().to_owned();
        Some(Self { url: Url::parse(&exchange.uri).ok()?, is_dated, runtime_error, html })
    }

    fn has_sign(&self, kind: SignKind) -> bool {
        let has = |sign| self.html.contains(sign) || self.runtime_error.contains(sign);
        signs(self.url.host(), kind).any(has)
    }

    /// Whether it is an error page with status 200: one of the known texts, or no text at all.
    fn is_error_page(&self) -> bool {
        // A dated answer is archived: whatever it says is the page's own text.
        !self.is_dated && (self.html.trim().is_empty() || self.has_sign(SignKind::Unavailable))
    }

    /// What the page is. `is_raw`: the page was asked for as archived, so nothing in it is the
    /// archive's.
    pub(crate) fn role(&self, is_raw: bool) -> Role {
        if let Some(reason) = self.notice() {
            return Role::Notice(reason);
        }
        let links = links(&self.html, &self.url);
        if !(is_raw && self.is_dated)
            && let Some(role) = self.archive_page(&links)
        {
            return role;
        }
        if let Some(uri) = self.refresh(&links) {
            return Role::Step(Step::Refresh, uri);
        }
        let frames: Vec<String> = self.frames(&links).take(MAX_FRAMES).collect();
        if frames.is_empty() { Role::Memento } else { Role::Frameset(frames) }
    }

    /// What the archive says in place of the memento. Words of a dated answer are the page's own.
    fn notice(&self) -> Option<Reason> {
        let has = |kind| !self.is_dated && self.has_sign(kind);
        match () {
            () if has(SignKind::Excluded) => Some(Reason::Excluded),
            () if has(SignKind::NotArchived) => Some(Reason::Gone),
            () => None,
        }
    }

    /// What a page of the archive itself is: a frame, or in place of a redirect.
    fn archive_page(&self, links: &[Link]) -> Option<Role> {
        for sign in signs(self.url.host(), SignKind::ReplayFrame) {
            let (element, name) = sign.split_once('#')?;
            let frame = links.iter().find(|link| {
                link.kind == LinkKind::Frame
                    && self.tag(link).is_some_and(|tag| tag_has_value(tag, element, name))
            });
            if let Some(frame) = frame {
                return Some(Role::Step(Step::ReplayFrame, frame.url.as_str().to_owned()));
            }
        }
        if !self.has_sign(SignKind::RedirectPage) {
            return None;
        }
        // The page links to the archive's home as well: the target is a memento of another
        // original. Newer pages name it only in their script.
        let linked = links.iter().map(|link| &link.url).find(|url| self.leads_on(url)).cloned();
        let scripted = || script_targets(&self.html).find_map(|target| self.script_url(&target));
        let step = |url: Url| Role::Step(Step::RedirectPage, url.into_string());
        // A dated page may say these words itself; without a target it is taken for the memento.
        let unfollowed = (!self.is_dated).then_some(Role::Notice(Reason::Unfollowed));
        linked.or_else(scripted).map(step).or(unfollowed)
    }

    /// Whether a URL is a memento of another original, on the same host.
    fn leads_on(&self, url: &Url) -> bool {
        let original = |url: &Url| Memento::split(url.as_str()).map(|memento| memento.uri_r());
        let there = original(url);
        url.host() == self.url.host() && there.is_some() && there != original(&self.url)
    }

    /// The URL of a script's target, if it leads on.
    fn script_url(&self, target: &str) -> Option<Url> {
        self.url.join(target).ok().filter(|url| self.leads_on(url))
    }

    /// The address that the page refreshes to.
    fn refresh(&self, links: &[Link]) -> Option<String> {
        let refreshes = links.iter().filter(|link| link.kind == LinkKind::Refresh);
        // Compared as SURT: a refresh to another spelling of itself would go on for ever.
        let key = |uri: &str| Memento::split(uri).map(|m| scutch_url::surt(&m.uri_r()));
        refreshes
            .filter(|link| self.is_outside_noscript(link) && self.is_soon(link))
            .filter_map(|link| self.in_archive(link))
            .find(|uri| key(uri) != key(self.url.as_str()))
    }

    /// A refresh for browsers without scripts leads away from what most readers saw.
    fn is_outside_noscript(&self, link: &Link) -> bool {
        // Inside of `noscript` if the last one opened is not closed.
        let before = self.html.get(..link.offset).unwrap_or_default().to_ascii_lowercase();
        before.rfind("<noscript") <= before.rfind("</noscript")
    }

    /// Whether a refresh has a short delay.
    fn is_soon(&self, link: &Link) -> bool {
        let tag = self.tag(link).unwrap_or_default().to_ascii_lowercase();
        // The delay is the first number there; its separators vary too much for a parser.
        let content = tag.split_once("content").map_or("", |(_, content)| content);
        let seconds = content.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = seconds.find(|c: char| !c.is_ascii_digit()).unwrap_or(seconds.len());
        seconds[..end].parse().is_ok_and(|seconds: u32| seconds <= MAX_REFRESH)
    }

    /// The frames of a frameset in order.
    fn frames(&self, links: &[Link]) -> impl Iterator<Item = String> {
        let is_frame = |link: &&Link| {
            link.kind == LinkKind::Frame
                && self.tag(link).is_some_and(|tag| is_tag_of(tag, "<frame"))
        };
        links.iter().filter(is_frame).filter_map(|link| self.in_archive(link))
    }

    /// The tag that a link is in, without its closing bracket.
    fn tag(&self, link: &Link) -> Option<&str> {
        let tag = self.html.get(link.offset..)?;
        tag.get(..tag.find('>')?)
    }

    /// The address of a link's target in the same archive: as written if the archive has rewritten
    /// it, or else at the time of this page.
    fn in_archive(&self, link: &Link) -> Option<String> {
        let here = Memento::split(self.url.as_str())?;
        // Archives rewrite absolute links; relative ones are as they were archived.
        let absolute = link.as_written.contains("://") || link.as_written.starts_with('/');
        let rewritten = Memento::split(link.url.as_str())
            .filter(|there| absolute && there.prefix == here.prefix);
        if let Some(there) = rewritten {
            return Some(Memento { modifier: here.modifier, ..there }.join());
        }
        let original = Url::parse(&here.uri_r()).ok()?.join(&link.as_written).ok()?.into_string();
        Some(Memento { original: &original, ..here }.join())
    }
}

/// Whether an answer with status 403 or 451 is an archive's notice that it excludes the page.
pub(crate) fn is_exclusion(exchange: &Exchange) -> bool {
    let page = || ReplayPage::of_status(exchange, &[403, 451]);
    matches!(exchange.status, 403 | 451)
        && page().is_some_and(|page| page.notice() == Some(Reason::Excluded))
}

/// Whether a text of an archive's host, with status 403 or 451, is such a notice.
pub(crate) fn is_exclusion_text(host: &str, text: &[u8]) -> bool {
    // Signs are ASCII, so that the charset does not matter.
    let has = |sign: &str| text.windows(sign.len()).any(|part| part == sign.as_bytes());
    signs(host, SignKind::Excluded).any(has)
}

/// Whether an answer is an error page, which the client asks for again.
pub(crate) fn is_error_page(exchange: &Exchange) -> bool {
    ReplayPage::read(exchange).is_some_and(|page| page.is_error_page())
}

/// Whether a tag is of an element and has an attribute with a value.
fn tag_has_value(tag: &str, element: &str, value: &str) -> bool {
    let open = ['<'].into_iter().chain(element.chars()).collect::<String>();
    // A search is enough: the table has ids and names that occur nowhere else in such tags.
    let inside = |(at, _): (usize, &str)| {
        let before = tag[..at].chars().next_back();
        let after = tag[at + value.len()..].chars().next();
        before.is_some_and(|c| "\"'=".contains(c)) && after.is_none_or(|c| "\"' /".contains(c))
    };
    is_tag_of(tag, &open) && tag.match_indices(value).any(inside)
}

fn is_tag_of(tag: &str, prefix: &str) -> bool {
    // Not `<frameset` for `<frame`.
    let name_ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    tag.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        && name_ends(&tag[prefix.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATED: &str = "Memento-Datetime: Mon, 27 Jan 2014 17:12:00 GMT\r\n";

    fn exchange(uri: &str, head: &str, body: &str) -> Exchange {
        let response = format!("HTTP/1.1 {head}\r\n{body}").into_bytes();
        let status = head[..3].parse().expect("a status");
        let address = "127.0.0.1:80".parse().expect("an address");
        let (uri, request) = (uri.to_owned(), Vec::new());
        Exchange { uri, address, request, response, rest: None, status, certificate: None }
    }

    fn role(uri: &str, fields: &str, body: &str, is_raw: bool) -> Role {
        let exchange = exchange(uri, &format!("200 OK\r\n{fields}"), body);
        ReplayPage::read(&exchange).expect("a page").role(is_raw)
    }

    const WAYBACK: &str = "http://web.archive.org/web/20140127171200/http://x.org/a/";

    fn at(original: &str) -> String {
        format!("http://web.archive.org/web/20140127171200/{original}")
    }

    #[test]
    fn refreshes_are_followed_if_soon_and_meant_for_all() {
        let refresh = |uri: String| Role::Step(Step::Refresh, uri);
        for (body, expected) in [
            ("<meta http-equiv=refresh content='0;url=b'>", refresh(at("http://x.org/a/b"))),
            ("<meta http-equiv=refresh content='10; url=/b'>", refresh(at("http://x.org/b"))),
            ("<META HTTP-EQUIV=Refresh CONTENT='0; URL=../b'>", refresh(at("http://x.org/b"))),
            ("<meta http-equiv=refresh content='11;url=b'>", Role::Memento),
            ("<meta http-equiv=refresh content='url=b'>", Role::Memento),
            ("<noscript><meta http-equiv=refresh content='0;url=b'></noscript>", Role::Memento),
            (
                "<noscript>x</noscript><meta http-equiv=refresh content='0;url=b'>",
                refresh(at("http://x.org/a/b")),
            ),
            // To itself, in another spelling.
            ("<meta http-equiv=refresh content='0;url=http://X.org/a/'>", Role::Memento),
        ] {
            assert_eq!(role(WAYBACK, DATED, body, true), expected, "{body}");
        }
    }

    #[test]
    fn links_in_the_archive_stay_at_its_timestamps() {
        let frames = |uris: &[&str]| Role::Frameset(uris.iter().map(|u| (*u).to_owned()).collect());
        let rewritten = "http://web.archive.org/web/20150101000000/http://x.org/c";
        for (body, expected) in [
            ("<frameset><frame src=b></frameset>", frames(&[&at("http://x.org/a/b")])),
            (
                "<frameset><frame src=/web/20150101000000/http://x.org/c><frame src=d></frameset>",
                frames(&[rewritten, &at("http://x.org/a/d")]),
            ),
            ("<frameset><iframe src=b></frameset>", Role::Memento),
            ("<p>no frames", Role::Memento),
        ] {
            assert_eq!(role(WAYBACK, DATED, body, true), expected, "{body}");
        }
    }

    #[test]
    fn signs_of_the_archive_count_only_on_its_own_pages() {
        let gone = "<p>Wayback Machine has not archived that URL.";
        let frame = "<iframe id='archive-iframe' src='/in'></iframe>";
        let perma = "http://perma.cc/AB-CD";
        let step = Role::Step(Step::ReplayFrame, "http://perma.cc/in".to_owned());
        for (uri, fields, body, is_raw, expected) in [
            (WAYBACK, "", gone, false, Role::Notice(Reason::Gone)),
            (WAYBACK, DATED, gone, false, Role::Memento),
            ("http://a.example/x", "", gone, false, Role::Memento),
            (perma, "", frame, false, step.clone()),
            (perma, DATED, frame, false, step),
            (perma, DATED, frame, true, Role::Memento),
            ("http://a.example/x", "", frame, false, Role::Memento),
        ] {
            assert_eq!(role(uri, fields, body, is_raw), expected, "{uri} {fields} {body}");
        }
    }

    #[test]
    fn redirect_pages_lead_to_another_original_on_the_same_host() {
        let body = "<p>Got an HTTP 302 response at crawl time</p><a href=/>home</a>\
            <a href=/web/20140127171200/http://x.org/a/>this</a>\
            <a href=http://b.example/web/20140127171200/http://x.org/c>other host</a>\
            <a href=/web/20140127171200/http://x.org/b>go</a>";
        let expected = Role::Step(Step::RedirectPage, at("http://x.org/b"));
        assert_eq!(role(WAYBACK, "", body, false), expected);
        let without = "<p>Got an HTTP 302 response at crawl time";
        assert_eq!(role(WAYBACK, "", without, false), Role::Notice(Reason::Unfollowed));
        assert_eq!(role(WAYBACK, DATED, without, false), Role::Memento);
    }

    #[test]
    fn redirect_pages_may_name_their_target_in_a_script_alone() {
        let page = |script: &str| {
            format!("<script>{script}</script><p>Got an HTTP 302 response at crawl time</p>")
        };
        let to = Role::Step(Step::RedirectPage, at("http://x.org/b?c=1&d=2"));
        for (script, expected) in [
            (
                "function go() { document.location.href = \"/web/20140127171200/http://x.org/b?c=1\\u0026d=2\" }",
                to.clone(),
            ),
            (
                "location.replace('\\/web\\/20140127171200\\/http:\\/\\/x.org\\/b?c=1&d=2')",
                to.clone(),
            ),
            (
                "var a = '/';\nwindow.location = '/web/20140127171200/http://x.org/a/';\nwindow.location=\"http://web.archive.org/web/20140127171200/http://x.org/b?c=1&d=2\"",
                to.clone(),
            ),
            // To itself, to the live web, to nowhere.
            (
                "location.href = '/web/20140127171200/http://x.org/a/'",
                Role::Notice(Reason::Unfollowed),
            ),
            ("location.href = 'http://x.org/b'", Role::Notice(Reason::Unfollowed)),
            ("location.href = next", Role::Notice(Reason::Unfollowed)),
            (
                "location.href = '/web/20140127171200/http://x.org/b",
                Role::Notice(Reason::Unfollowed),
            ),
        ] {
            assert_eq!(role(WAYBACK, "", &page(script), false), expected, "{script}");
        }
    }

    #[test]
    fn error_pages_are_recognised_unless_they_are_archived() {
        let outage = "<h1>Internet Archive services are temporarily offline.</h1>";
        for (uri, head, body, expected) in [
            (WAYBACK, "200 OK\r\n", outage, true),
            (WAYBACK, "200 OK\r\n", " \n", true),
            (WAYBACK, "503 No\r\n", outage, false),
            ("http://a.example/", "200 OK\r\n", outage, false),
            (WAYBACK, "200 OK\r\nContent-Type: image/png\r\n", "", false),
            (WAYBACK, "200 OK\r\n", "<p>text", false),
        ] {
            assert_eq!(is_error_page(&exchange(uri, head, body)), expected, "{head} {body}");
        }
        let head = format!("200 OK\r\n{DATED}");
        assert!(!is_error_page(&exchange(WAYBACK, &head, outage)));
    }

    #[test]
    fn values_are_found_among_attributes_alone() {
        for (tag, expected) in [
            ("<iframe id=theWebpage src=x", true),
            ("<IFRAME name='theWebpage'", true),
            ("<iframe id=\"theWebpage\"", true),
            ("<iframe src=/theWebpage/x", false),
            ("<iframe id=theWebpageX", false),
            ("<iframes id=theWebpage", false),
            ("<frame id=theWebpage", false),
        ] {
            assert_eq!(tag_has_value(tag, "iframe", "theWebpage"), expected, "{tag}");
        }
    }
}
