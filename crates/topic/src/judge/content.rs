//! Content compared with content, frame with frame: how a text differs from its anchor in its
//! parts.

use std::borrow::Cow;

use crate::judge::course::{Captures, Course};
use crate::parts::neighbours::Others;
use crate::parts::views::{View, ViewBlock, contained};
use crate::sketch::Sketch;
use crate::text::terms::common;

/// Share of the anchor's content below which other pages of the host are compared.
const GONE: f64 = 0.7;
/// How the parts of a text differ from those of its anchor. Shares are from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Parts {
    /// Share of the words of the anchor's content that are not on the page.
    pub lost_words: f64,
    /// The same of runs of three words.
    pub lost_runs: f64,
    /// Share of the words of the content that are not on the anchor's page.
    pub new_words: f64,
    /// Share of the runs of three words of the content that are not in the anchor's content.
    pub new_runs: f64,
    /// Loss of size of the content.
    pub shrunk: f64,
    /// Size of the anchor's content.
    pub anchor_size: f64,
    /// Size of what is new on the page.
    pub new_size: f64,
    /// Size of what is new against the size of the anchor's content.
    pub new_ratio: f64,
    /// Share of the anchor's frame that is not on the page.
    pub frame: f64,
    /// Difference of the titles without the name of the site.
    pub title: f64,
    /// Share of the anchor's headline that is not on the page.
    pub headline: f64,
    /// Share of what is new that phrases of notices cover.
    pub notice: f64,
    /// The page asks for a password, and the anchor does not.
    pub password: f64,
    /// Share of what is new that is in links.
    pub links: f64,
    /// Share of the anchor's content that is in links.
    pub anchor_links: f64,
    /// Words of a block of what is new.
    pub block_size: f64,
    /// Share of what is new that other pages of the host show too.
    pub elsewhere: f64,
    /// How much nearer the content is to that of another page than the anchor's is.
    pub other_page: f64,
    /// Likeness to what the host answers under missing addresses.
    pub like_error: f64,
    /// Other pages of the host are known.
    pub neighbours: f64,
    /// The page is the front of its site.
    pub front: f64,
    /// What the other captures share with the anchor.
    pub cohesion: f64,
    /// Captures with the same content.
    pub support: f64,
    /// Captures with the content of the anchor.
    pub anchor_support: f64,
    /// The anchor's content comes back.
    pub returns: f64,
    /// Content that other captures lack, of all captures.
    pub variety: f64,
    /// Loss of size of the content against that of the middle capture, 0 for as large or larger.
    pub short: f64,
}

impl Parts {
    /// Share of the anchor's content that is on the page.
    pub(crate) fn kept(&self) -> f64 {
        1.0 - self.lost_runs.min(self.lost_words)
    }
}

/// Compares a text with its anchor.
pub(crate) fn compare(
    captures: &Captures<'_, '_>,
    front: bool,
    (text, sketch): (usize, &Sketch),
    (anchor, of_anchor): (usize, &Sketch),
) -> Parts {
    let (view, first, others) = (captures.view(text), captures.view(anchor), captures.others());
    let course = captures.course(text, anchor);
    let new = New::of(&view, &first);
    let evidence = (&sketch.evidence, &of_anchor.evidence);
    // Other pages are asked only where it may matter.
    let gone = first.kept_in(&view) < GONE;
    Parts {
        lost_words: 1.0 - contained(&own_words(&first), &view.page),
        lost_runs: 1.0 - first.kept_in(&view),
        new_words: 1.0 - contained(&view.content, &first.page),
        new_runs: view.new_against(&first),
        // Negative where the content grew: the model tells growth from no change.
        shrunk: scaled(f64::from(first.size)) - scaled(f64::from(view.size)),
        anchor_size: scaled(f64::from(first.size)),
        new_size: scaled(new.words),
        // A difference of logarithms: it is the ratio of the two sizes.
        new_ratio: scaled(new.words) - scaled(f64::from(first.size)),
        frame: 1.0 - contained(&first.frame, &view.page),
        title: titles(&evidence.1.title_terms, &evidence.0.title_terms, others),
        headline: lost_headline(&first, &view),
        notice: share(new.notice, new.words),
        password: flag(evidence.0.password && !evidence.1.password),
        links: share(new.linked, new.words),
        anchor_links: share(f64::from(first.linked), f64::from(first.size)),
        block_size: scaled(new.words / f64::max(new.blocks, 1.0)),
        elsewhere: share(new.elsewhere, new.words),
        other_page: if gone { others.nearer(&view, &first) } else { 0.0 },
        like_error: if gone { others.like_error(&view) } else { 0.0 },
        neighbours: flag(others.count() > 0),
        front: flag(front),
        short: (scaled(f64::from(course.usual_size)) - scaled(f64::from(view.size))).max(0.0),
        ..joint(course)
    }
}

/// Words of a page's content that its frame lacks; all of its content where none is left.
fn own_words(view: &View) -> Cow<'_, [u32]> {
    // Words that the frame has as well say nothing of the content: they stay when it goes.
    let is_own = |word: &&u32| view.frame.binary_search(word).is_err();
    let own: Vec<u32> = view.content.iter().filter(is_own).copied().collect();
    if own.is_empty() { Cow::Borrowed(&view.content) } else { Cow::Owned(own) }
}

/// Share of the anchor's headline that is not on the page.
fn lost_headline(anchor: &View, view: &View) -> f64 {
    // A missing headline is evidence for neither side.
    if anchor.headline.is_empty() {
        return 0.5;
    }
    1.0 - contained(&anchor.headline, &view.page)
}

fn joint(course: Course) -> Parts {
    Parts {
        cohesion: course.cohesion,
        support: course.support,
        anchor_support: course.anchor_support,
        returns: flag(course.returns),
        variety: course.variety,
        ..Parts::default()
    }
}

/// Words of the blocks that neither the anchor nor the frame of the host has.
#[derive(Default)]
struct New {
    words: f64,
    linked: f64,
    notice: f64,
    elsewhere: f64,
    blocks: f64,
}

impl New {
    fn of(view: &View, anchor: &View) -> Self {
        let is_new = |block: &&ViewBlock| !anchor.has(block);
        let mut new = Self::default();
        for ViewBlock { block, elsewhere, .. } in view.blocks.iter().filter(is_new) {
            let words = f64::from(block.words);
            new.words += words;
            new.linked += f64::from(block.linked);
            new.notice += words * f64::from(block.notice);
            new.blocks += 1.0;
            if *elsewhere > 0.0 {
                new.elsewhere += words;
            }
        }
        new
    }
}

/// Difference of two titles, without words that titles of the whole host have; 0.5 where one of
/// them has no other words.
fn titles(a: &[u64], b: &[u64], others: Others<'_>) -> f64 {
    let own = |title: &[u64]| -> Vec<u64> {
        title.iter().filter(|word| !others.is_site_name(**word)).copied().collect()
    };
    let (a, b) = (own(a), own(b));
    match a.len().min(b.len()) {
        0 => 0.5,
        smaller => 1.0 - common(&a, &b) as f64 / smaller as f64,
    }
}

/// A number of words on a logarithmic scale: 1 for a thousand.
fn scaled(words: f64) -> f64 {
    words.ln_1p() / 1000.0_f64.ln()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 }
}

fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::fixture::{CLOCK, Captured, FERRY, ORCHARD, host};

    /// How a page differs from its anchor, on a host with these other pages.
    fn on_host(others: &[&str], anchor: &str, page: &str) -> Parts {
        let captured = Captured::new(&[anchor, page], &[(0, 200), (1, 200)]);
        let (group, host) = (captured.texts(), host(others));
        let captures = Captures::new(&group, host.others(group.url()));
        compare(&captures, group.is_front(), (1, group.texts[1]), (0, group.texts[0]))
    }

    fn assert_near(found: f64, expected: f64, case: &str) {
        assert!((found - expected).abs() < 1e-9, "{case}: {found}, not {expected}");
    }

    #[test]
    fn content_is_lost_and_new_in_shares() {
        let both = &format!("{FERRY}{ORCHARD}");
        // Lost words and runs, new runs, loss of size, size of what is new and against the anchor's.
        let (one, two) = (scaled(20.0), scaled(40.0));
        for (case, anchor, page, expected) in [
            ("same", FERRY, FERRY, [0.0, 0.0, 0.0, 0.0, 0.0, -one]),
            ("another", FERRY, ORCHARD, [1.0, 1.0, 1.0, 0.0, one, 0.0]),
            ("grown", FERRY, both, [0.0, 0.0, 0.5, one - two, one, 0.0]),
            ("another of double size", CLOCK, both, [1.0, 1.0, 1.0, one - two, two, two - one]),
        ] {
            let parts = on_host(&[], anchor, page);
            let (lost, size) =
                ([parts.lost_words, parts.lost_runs], [parts.shrunk, parts.new_size]);
            let found = [lost[0], lost[1], parts.new_runs, size[0], size[1], parts.new_ratio];
            for (found, expected) in found.into_iter().zip(expected) {
                assert_near(found, expected, case);
            }
            assert_near(parts.kept(), 1.0 - expected[0], case);
        }
        let halved = on_host(&[], both, FERRY);
        assert_near(halved.lost_runs, 0.5, "halved");
        assert_near(halved.shrunk, two - one, "halved");
        assert_near(halved.anchor_size, two, "halved");
        assert_eq!((halved.new_runs, halved.new_words, halved.new_size), (0.0, 0.0, 0.0));
    }

    type Field = fn(&Parts) -> f64;

    #[test]
    fn marks_of_a_page_are_compared_with_those_of_its_anchor() {
        let [titled, other_title] =
            ["Harbour", "Chapel"].map(|title| format!("<title>{title}</title>{FERRY}"));
        let headed = &format!("<h1>Harbour gazette</h1>{FERRY}");
        let asking = &format!("{FERRY}<form><input type=password></form>");
        let missing = &format!("{FERRY}<p>Page not found</p>");
        let linked = &format!("{FERRY}<p><a href=/x>Apples rot below the chapel</a></p>");
        let two_blocks = &format!("{FERRY}{ORCHARD}{CLOCK}");
        let (title, headline): (Field, Field) = (|parts| parts.title, |parts| parts.headline);
        let (password, notice): (Field, Field) = (|parts| parts.password, |parts| parts.notice);
        let (links, block_size): (Field, Field) = (|parts| parts.links, |parts| parts.block_size);
        for (case, field, anchor, page, expected) in [
            ("same title", title, titled.as_str(), titled.as_str(), 0.0),
            ("other title", title, &titled, &other_title, 1.0),
            ("no title", title, &titled, FERRY, 0.5),
            ("same headline", headline, headed, headed, 0.0),
            ("lost headline", headline, headed, FERRY, 1.0),
            ("no headline", headline, FERRY, headed, 0.5),
            ("password", password, FERRY, asking, 1.0),
            ("password on both", password, asking, asking, 0.0),
            ("password before", password, asking, FERRY, 0.0),
            ("notice", notice, FERRY, missing, 1.0),
            ("notice on both", notice, missing, missing, 0.0),
            ("no notice", notice, FERRY, ORCHARD, 0.0),
            ("links", links, FERRY, linked, 1.0),
            ("links on both", links, linked, linked, 0.0),
            ("new text", links, linked, two_blocks, 0.0),
            ("mean of new blocks", block_size, FERRY, two_blocks, scaled(20.0)),
            ("no new blocks", block_size, FERRY, FERRY, 0.0),
        ] {
            assert_near(field(&on_host(&[], anchor, page)), expected, case);
        }
    }

    #[test]
    fn other_pages_of_the_host_show_its_frame_and_their_content() {
        const NAME: &str = "<title>Gazette</title><p>Daily paper of the valley</p>";
        const ERROR: &str = "<p>whatever visitors wanted here went away long ago without any trace";
        let framed = |text: &str| format!("{NAME}{text}");
        let others = [framed(ORCHARD), framed(CLOCK), framed(ERROR)];
        let others = others.each_ref().map(String::as_str);
        let (frame, lost): (Field, Field) = (|parts| parts.frame, |parts| parts.lost_words);
        let (elsewhere, other_page): (Field, Field) = (|p| p.elsewhere, |p| p.other_page);
        let (like_error, neighbours): (Field, Field) = (|p| p.like_error, |p| p.neighbours);
        let title: Field = |parts| parts.title;
        for (case, field, anchor, page, expected) in [
            ("frame kept", frame, &framed(FERRY), framed(ORCHARD), 0.0),
            ("frame gone", frame, &framed(FERRY), ORCHARD.to_owned(), 1.0),
            // Words that the frame has too are on every page.
            ("own words", lost, &framed("<p>paper sails"), framed("<p>paper sinks"), 1.0),
            ("words of the frame", lost, &framed("<p>paper valley"), framed("<p>x"), 0.0),
            ("site name", title, &framed("<title>"), framed(FERRY), 0.5),
            ("elsewhere", elsewhere, &framed(FERRY), framed(&[FERRY, CLOCK].concat()), 1.0),
            ("nowhere else", elsewhere, &framed(FERRY), framed("<p>new words here"), 0.0),
            ("of another page", other_page, &framed(FERRY), framed(CLOCK), 1.0),
            ("beside its own", other_page, &framed(FERRY), framed(&[FERRY, CLOCK].concat()), 0.0),
            ("as missing", like_error, &framed(FERRY), framed(ERROR), 1.0),
            ("not as missing", like_error, &framed(FERRY), framed(CLOCK), 0.0),
            ("with neighbours", neighbours, &framed(FERRY), framed(FERRY), 1.0),
        ] {
            assert_near(field(&on_host(&others, anchor, &page)), expected, case);
        }
        assert_eq!(on_host(&[], FERRY, CLOCK).neighbours, 0.0);
    }

    #[test]
    fn names_of_the_site_are_no_part_of_a_title() {
        let page = |title: &str| format!("<title>{title}</title>{FERRY}");
        let others = ["Gazette one", "Gazette two", "Gazette three"].map(page);
        let others = others.each_ref().map(String::as_str);
        for (other, alone, on_a_host) in
            [("Gazette ferry", 0.0, 0.0), ("Gazette chapel", 0.5, 1.0), ("Gazette", 0.0, 0.5)]
        {
            let (anchor, page) = (page("Gazette ferry"), page(other));
            assert_near(on_host(&[], &anchor, &page).title, alone, other);
            assert_near(on_host(&others, &anchor, &page).title, on_a_host, other);
        }
    }

    #[test]
    fn what_other_captures_say_is_part_of_it() {
        let captured = Captured::new(&[FERRY, CLOCK], &[(0, 200), (1, 200), (1, 200), (0, 200)]);
        let (group, host) = (captured.texts(), host(&[]));
        let captures = Captures::new(&group, host.others(group.url()));
        let compared = |front| compare(&captures, front, (1, group.texts[1]), (0, group.texts[0]));
        let parts = compared(true);
        assert_near(parts.support, 1.0 / 3.0, "support");
        assert_near(parts.anchor_support, 2.0 / 3.0, "support of the anchor");
        assert_eq!((parts.cohesion, parts.returns, parts.variety), (0.5, 1.0, 1.0));
        assert_eq!((parts.front, compared(false).front), (1.0, 0.0));
    }

    #[test]
    fn a_content_is_short_beside_the_middle_capture() {
        let all = format!("{FERRY}{ORCHARD}{CLOCK}");
        let captured = Captured::new(&[&all, CLOCK], &[(0, 200), (1, 200), (0, 200)]);
        let (group, host) = (captured.texts(), host(&[]));
        let captures = Captures::new(&group, host.others(group.url()));
        let short = |text, anchor| {
            let parts = (text, group.texts[text]);
            compare(&captures, false, parts, (anchor, group.texts[anchor])).short
        };
        assert_near(short(1, 0), scaled(60.0) - scaled(20.0), "the shorter one");
        assert_near(short(0, 1), 0.0, "the longer one");
    }

    #[test]
    fn sizes_and_shares_are_defined_for_nothing_too() {
        assert_eq!((scaled(0.0), share(3.0, 0.0), share(3.0, 2.0)), (0.0, 0.0, 1.0));
        assert_near(scaled(999.0), 1.0, "a thousand words");
        let empty = on_host(&[], FERRY, "");
        assert_eq!((empty.lost_words, empty.new_size, empty.links), (1.0, 0.0, 0.0));
        assert_eq!(on_host(&[], "", "").anchor_size, 0.0);
    }
}
