//! Content compared with content, frame with frame: how a text differs from its anchor in its
//! parts.

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
    // Words that the anchor's frame has as well say nothing of its content.
    let own: Vec<u32> =
        first.content.iter().filter(|w| first.frame.binary_search(w).is_err()).copied().collect();
    let content = if own.is_empty() { &first.content } else { &own };
    // Other pages are asked only where it may matter.
    let gone = first.kept_in(&view) < GONE;
    Parts {
        lost_words: 1.0 - contained(content, &view.page),
        lost_runs: 1.0 - first.kept_in(&view),
        new_words: 1.0 - contained(&view.content, &first.page),
        new_runs: view.new_against(&first),
        shrunk: scaled(f64::from(first.size)) - scaled(f64::from(view.size)),
        anchor_size: scaled(f64::from(first.size)),
        new_size: scaled(new.words),
        new_ratio: scaled(new.words) - scaled(f64::from(first.size)),
        frame: 1.0 - contained(&first.frame, &view.page),
        title: titles(&evidence.1.title_terms, &evidence.0.title_terms, others),
        headline: match first.headline.is_empty() {
            true => 0.5,
            false => 1.0 - contained(&first.headline, &view.page),
        },
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
        ..joint(course)
    }
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
