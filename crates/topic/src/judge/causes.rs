//! Causes of an off-topic verdict, from the evidence of its pair.

use crate::judge::content::Parts;
use crate::judge::features::{Pair, strongest};
use crate::judge::verdict::Reason;

/// Strength of a notice from which it is a reason.
const TOLD: f64 = 0.3;
/// Share of the content that is gone, and of the content that is new, from which it was replaced.
const REPLACED: f64 = 0.7;
/// Share of what is new that is in links, and how much more that is than before.
const LINKS: (f64, f64) = (0.5, 0.3);
/// How much nearer to another page of the host a page of that host is.
const OTHER_PAGE: f64 = 0.3;
/// Likeness to the host's answers under missing addresses.
const AS_MISSING: f64 = 0.6;
/// Share of the frame that is gone.
const OTHER_FRAME: f64 = 0.8;

/// The causes that the evidence shows, most telling first.
pub(super) fn of(pair: &Pair<'_>) -> Vec<Reason> {
    let (a, b, parts) = (&pair.anchor.evidence, &pair.memento.evidence, &pair.parts);
    let says = strongest(pair.memento).filter(|(_, strength)| *strength >= TOLD);
    let evidence = [
        (parts.like_error >= AS_MISSING, Reason::AsMissing),
        (parts.password > 0.0, Reason::Password),
        (parts.other_page >= OTHER_PAGE, Reason::OtherPage),
        (is_list(parts), Reason::LinkList),
        (b.refresh && !a.refresh, Reason::Refresh),
        (parts.frame >= OTHER_FRAME, Reason::OtherFrame),
        // Both shares: a page that grew has new content, and one that was cut has lost some.
        (parts.lost_runs.min(parts.new_runs) >= REPLACED, Reason::ContentReplaced),
        (a.is_other_language(b), Reason::OtherLanguage),
        (pair.other_timemaps > 0, Reason::SharedBody),
    ];
    let shown = evidence.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason);
    says.map(|(notice, _)| Reason::Says(notice)).into_iter().chain(shown).collect()
}

fn is_list(parts: &Parts) -> bool {
    // A page of links may gain more links and stay what it is.
    parts.links >= LINKS.0 && parts.links - parts.anchor_links >= LINKS.1
}
