//! What is left of a second version of a text, of which all longer blocks are copies: the time below
//! its title, lines that are too short to be copies by themselves.

use rustc_hash::FxHashSet;

use super::excluded::is_text;
use super::stamp;
use crate::tree::Tag;
use crate::{Label, Page, PageType, Reason};

/// An element with this share of copies is the second version of another one. In an element around
/// both versions at most half are copies.
const COPIED: f64 = 0.6;
/// Fewest copies in it: a notice that is said twice is no text.
const FEWEST: u64 = 2;

/// Text before each block: characters of content and copies, of copies alone, and how many copies.
type Sums = [u64; 3];

/// Drops from the rest of a second version what the page says elsewhere, and time stamps.
pub(super) fn leave_out(page: &Page, labels: &mut [Label]) {
    let is_copy = |label: &Label| !label.content && label.reason == Reason::Copy;
    // Posts quote each other, and each has its time.
    if page.page_type().is(PageType::Forum) || !labels.iter().any(is_copy) {
        return;
    }
    let twins = twins(page, &sums(page, labels, is_copy));
    let in_twin = |at: usize| twins[page.blocks()[at].container as usize];
    let texts = (0..labels.len()).filter(|at| labels[*at].content && !in_twin(*at));
    let said: FxHashSet<&str> = texts.map(|at| page.blocks()[at].text.as_str()).collect();
    for (at, block) in page.blocks().iter().enumerate() {
        let is_rest = is_text(&labels[at]) && in_twin(at) && block.chars > 0;
        if is_rest && (said.contains(block.text.as_str()) || stamp::is_alone(&block.text)) {
            let score = labels[at].score;
            labels[at] = Label { content: false, score, reason: Reason::Copy };
        }
    }
}

fn sums(page: &Page, labels: &[Label], is_copy: impl Fn(&Label) -> bool) -> Vec<Sums> {
    let mut sums = Vec::with_capacity(labels.len() + 1);
    let mut sum = Sums::default();
    sums.push(sum);
    for (block, label) in page.blocks().iter().zip(labels) {
        let (chars, copy) = (u64::from(block.chars), is_copy(label));
        if copy || label.content {
            sum[0] += chars;
        }
        if copy {
            sum[1] += chars;
            sum[2] += 1;
        }
        sums.push(sum);
    }
    sums
}

/// For each container, whether it is a second version of a text, or in one.
fn twins(page: &Page, sums: &[Sums]) -> Vec<bool> {
    let mut twins: Vec<bool> = Vec::with_capacity(page.containers().len());
    for container in page.containers() {
        let [from, to] = [container.first, container.end].map(|at| sums[at as usize]);
        let [all, copied, copies] = [0, 1, 2].map(|of| to[of] - from[of]);
        // Most of a text for browsers without scripts is new where the page shows its beginning.
        let enough = container.tag == Tag::Noscript || copied as f64 >= COPIED * all as f64;
        let above = twins.get(container.parent as usize).copied().unwrap_or(false);
        twins.push(above || copies >= FEWEST && enough);
    }
    twins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;

    const STORY: [&str; 4] = [
        "The harbour master closed the eastern pier after divers had found cracks in its pillars.",
        "No danger.",
        "Ferries to the islands will leave from the fish market until the work on it is done.",
        "Engineers from the university are to present their report on the old pillars in March.",
    ];

    fn version(open: &str, time: &str, story: &[&str]) -> String {
        let paragraphs: String = story.iter().map(|text| format!("<p>{text}</p>")).collect();
        format!("<{open}><h1>Pier closed</h1><div><span>{time}</span></div>{paragraphs}")
    }

    #[test]
    fn of_a_second_version_nothing_is_left() {
        let whole = version("div class=wide", "09:30", &STORY) + "</div>";
        let expected = kept(&whole, PageType::Article);
        for second in [
            version("div class=narrow", "09:30", &STORY) + "</div>",
            version("section", "11 March 2024 09:30", &STORY) + "</section>",
            format!("<div class=print>{}</div></div>", version("div", "9:30", &STORY)),
        ] {
            assert_eq!(kept(&(whole.clone() + &second), PageType::Article), expected, "{second}");
        }
        // In a thread people say what others say.
        let thread = whole.clone() + &version("div", "09:31", &STORY) + "</div>";
        assert!(kept(&thread, PageType::Forum).len() > expected.len());
    }

    #[test]
    fn what_only_the_second_version_says_stays() {
        let whole = version("div class=wide", "09:30", &STORY) + "</div>";
        let more =
            version("div class=narrow", "09:30", &[&STORY[..], &["Nobody was hurt."]].concat());
        let texts = kept(&(whole + &more), PageType::Article);
        for once in ["Nobody was hurt.", STORY[1]] {
            assert_eq!(texts.iter().filter(|text| *text == once).count(), 1, "{once}");
        }
    }

    #[test]
    fn refrains_and_single_notices_are_no_versions() {
        let [first, refrain, second, _] = STORY;
        let song = format!("<div><p>{first}<p>{refrain}<p>{second}<p>{refrain}</div>");
        assert_eq!(kept(&song, PageType::Article).len(), 4);
        let note = format!("<p>{first}</p><p>{refrain}</p>");
        let noted = format!("<div class=a>{note}</div><div class=b>{note}</div>");
        assert_eq!(kept(&noted, PageType::Article).len(), 3);
    }
}
