//! Features from which the type of a page is learned.
//!
//! A feature is a count, a share or a length. Names are keys of the tree table: a feature is
//! renamed or added together with a new fit. Only the words of `data/type-words.tsv`, which are in
//! many languages, depend on the language of a page.

use super::address;
use super::groups;
use super::markup::{self, Markup};
use super::words::{self, LISTS, LookupPlace, Tally};
use crate::Page;
use crate::block::Wording;
use crate::block::{Block, BlockKind, Meaning, SpanKind};
use crate::extract::groups::SHORT;
use crate::extract::signpost::SignKind;
use crate::extract::surroundings::Surroundings;

/// Most blocks whose text is looked up: long pages cost little more than short ones.
const LOOKED_UP: usize = 4000;

/// Features of the text and its blocks: name and meaning.
const TEXT: [(&str, &str); 25] = [
    ("chars", "Characters of text."),
    ("blocks", "Blocks with text."),
    ("links", "Share of the text that is linked."),
    ("running", "Share of running text."),
    ("running-chars", "Characters of running text."),
    ("running-blocks", "Blocks of running text."),
    ("longest-block", "Width of the widest block."),
    ("longest-run", "Width of the longest sequence of running text."),
    ("mean-width", "Mean width of a block."),
    ("core-share", "Share of the running text in the core, the element with most of it."),
    ("core-links", "Share of the core that is linked."),
    ("core-running", "Share of running text in the core."),
    ("core-blocks", "Blocks of the core."),
    ("headings", "Number of headings."),
    ("heading-share", "Headings in relation to blocks."),
    ("headings-linked", "Share of headings that are linked."),
    ("items-share", "Share of text in lists."),
    ("cells-share", "Share of text in cells of data tables."),
    ("code-share", "Share of text that is code."),
    ("quoted-share", "Share of text that is quoted."),
    ("prices", "Number of prices."),
    ("dates", "Number of dates."),
    ("questions", "Blocks that end with a question mark."),
    ("hidden-share", "Share of text that markup hides."),
    ("ages", "Short texts that say how long ago something was."),
];
/// Features of the title.
const TITLE: [(&str, &str); 4] = [
    ("title-chars", "Bytes of the title."),
    ("title-words", "Words of the title."),
    ("title-question", "The title has a question mark."),
    ("title-digits", "Digits of the title."),
];

/// Names of all features, in order.
pub(super) fn names() -> Vec<String> {
    let plain = TEXT.iter().chain(&TITLE);
    let mut names: Vec<String> = plain.map(|(name, _)| (*name).to_owned()).collect();
    names.extend(address::names());
    names.extend(markup::names());
    names.extend(groups::names());
    names.extend(LISTS[LISTS.len() - counted()..].iter().map(|list| list.replace(' ', "-")));
    names.extend(SignKind::ALL.iter().map(|kind| format!("sign-{}", kind.name())));
    names.extend(Meaning::ALL.iter().map(|meaning| format!("class-{}", meaning.name())));
    names
}

/// What each feature is, in a sentence, in the order of [`names`].
pub(super) fn sentences() -> Vec<String> {
    let plain = TEXT.iter().chain(&TITLE);
    let mut sentences: Vec<String> = plain.map(|(_, sentence)| (*sentence).to_owned()).collect();
    sentences.extend(address::sentences());
    sentences.extend(markup::sentences());
    sentences.extend(groups::sentences());
    let lists = LISTS[LISTS.len() - counted()..].iter();
    sentences.extend(lists.map(|list| format!("Words of the list \"{list}\" of type-words.tsv.")));
    let kinds = SignKind::ALL.iter();
    sentences.extend(kinds.map(|kind| format!("Signposts for {}.", kind.name())));
    let meanings = Meaning::ALL.iter();
    sentences.extend(meanings.map(|m| format!("Elements with a class word for {}.", m.name())));
    sentences
}

/// Number of the table's lists that are not about addresses.
fn counted() -> usize {
    LISTS.iter().filter(|list| !list.starts_with("address ")).count()
}

/// The features of a page.
pub(super) fn measure(page: &Page, around: &Surroundings<'_>) -> Vec<f32> {
    let mut tally = Tally::new();
    let markup = Markup::count(page, &mut tally);
    phrases(page, around, &mut tally);
    let mut values = text(page, around);
    values.extend(title(&markup.title, &mut tally));
    values.extend(address::measure(page.url()));
    values.extend(markup.values());
    values.extend(groups::measure(around));
    values.extend(&tally.0[LISTS.len() - counted()..]);
    values.extend(signs(around));
    values.extend(classes(page));
    values
}

/// Values of [`TEXT`]: lengths, the core, then kinds of blocks.
fn text(page: &Page, around: &Surroundings<'_>) -> Vec<f32> {
    let blocks = page.blocks();
    let running = around.total.running_share();
    let running_blocks = (0..blocks.len()).filter(|at| around.is_running_text(*at)).count();
    // The core by running text, since no scores exist yet: the type is known first.
    let core = around.core(&around.running_text());
    let sum = around.sum(core.container);
    let mut values = vec![
        around.total.chars,
        around.total.blocks,
        around.total.link_density(),
        running,
        running * around.total.chars,
        running_blocks as f32,
        around.wordings.iter().map(|wording| wording.width).fold(0.0, f32::max),
        longest_run(around),
        around.total.mean_width(),
        core.share,
        sum.link_density(),
        sum.running_share(),
        sum.blocks,
    ];
    values.extend(kinds_of_blocks(page, around));
    values
}

/// Counts of headings, prices, dates and questions; shares of lists, tables, code and quotations.
fn kinds_of_blocks(page: &Page, around: &Surroundings<'_>) -> [f32; 12] {
    let counts = &around.groups().counts;
    let blocks = page.blocks();
    let total = around.total.chars.max(1.0);
    let share = |is: &dyn Fn(&Block) -> bool| {
        let widths = blocks.iter().zip(around.wordings).filter(|(block, _)| is(block));
        widths.map(|(_, wording)| wording.width).sum::<f32>() / total
    };
    let count = |is: &dyn Fn(usize) -> bool| (0..blocks.len()).filter(|at| is(*at)).count() as f32;
    let is_heading = |block: &Block| matches!(block.kind, BlockKind::Heading(_));
    let last = |counts: &[u32]| counts.last().copied().unwrap_or(0) as f32;
    let headings = last(&counts.headings);
    let linked = |at: usize| is_heading(&blocks[at]) && blocks[at].link_density() > 0.5;
    let asks = |at: usize| blocks[at].text.ends_with(['?', '？', '؟']);
    [
        headings,
        headings / around.total.blocks.max(1.0),
        count(&linked) / headings.max(1.0),
        share(&|block| block.list.is_some()),
        share(&|block| block.kind == BlockKind::Cell),
        share(&|block| block.kind == BlockKind::Code),
        share(&|block| block.quote_depth > 0),
        last(&counts.prices),
        last(&counts.dates),
        count(&asks),
        share(&|block| block.hidden),
        count(&|at| is_age(&blocks[at], &around.wordings[at])),
    ]
}

/// Words for "ago" beside a number.
const AGO: &[&str] = &[
    "ago",
    "vor",
    "hace",
    "fa",
    "geleden",
    "temu",
    "před",
    "sedan",
    "siden",
    "назад",
    "тому",
    "önce",
    "atrás",
    "há",
    "sitten",
    "ezelőtt",
    "acum",
    "πριν",
    "منذ",
    "קודם",
];

/// Whether a short text says how long ago something was.
fn is_age(block: &Block, wording: &Wording) -> bool {
    let short = (1.0..SHORT).contains(&wording.width) && wording.digits > 0;
    let ago = |word: &str| AGO.iter().any(|ago| word.eq_ignore_ascii_case(ago));
    short && block.text.split_whitespace().any(|word| ago(word) || word.ends_with(['前', '전']))
}

/// Width of the longest sequence of running text; single other blocks may interrupt it.
fn longest_run(around: &Surroundings<'_>) -> f32 {
    let (mut longest, mut run, mut gap) = (0.0_f32, 0.0, 0);
    for (index, wording) in around.wordings.iter().enumerate() {
        if around.is_running_text(index) {
            run += wording.width;
            gap = 0;
        } else if wording.width > 0.0 {
            // One heading or picture caption does not end a text; two other blocks do.
            gap += 1;
            if gap > 1 {
                run = 0.0;
            }
        }
        longest = longest.max(run);
    }
    longest
}

fn title(title: &str, tally: &mut Tally) -> [f32; TITLE.len()] {
    let title = title[..title.floor_char_boundary(400)].to_lowercase();
    let words = title.split(|c: char| !c.is_alphanumeric() && c != '&' && c != '\'');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.iter().for_each(|word| tally.add(words::word(LookupPlace::Title, word)));
    let digits = title.bytes().filter(u8::is_ascii_digit).count();
    let asks = title.contains(['?', '？', '؟']);
    [title.len() as f32, words.len() as f32, f32::from(u8::from(asks)), digits as f32]
}

/// Counts the phrases of short blocks, and of the links in blocks that hold several.
fn phrases(page: &Page, around: &Surroundings<'_>, tally: &mut Tally) {
    let mut buffer = String::new();
    for (block, wording) in page.blocks().iter().zip(around.wordings).take(LOOKED_UP) {
        if block.chars > 0 && wording.width < SHORT {
            tally.add(words::phrase(&block.text, &mut buffer));
        }
        let links = block.spans.iter().filter(|span| span.kind == SpanKind::Link);
        let whole = block.text.len() as u32;
        // At most twenty links of a block, and only if the block holds more than the link.
        for span in links.filter(|span| span.end - span.start < whole).take(20) {
            let text = &block.text[span.start as usize..span.end as usize];
            if text.len() < 40 {
                tally.add(words::phrase(text, &mut buffer));
            }
        }
    }
}

fn signs(around: &Surroundings<'_>) -> impl Iterator<Item = f32> {
    let mut counts = vec![0.0; SignKind::ALL.len()];
    around.signs().iter().filter_map(|sign| sign.own).for_each(|kind| counts[kind as usize] += 1.0);
    counts.into_iter()
}

fn classes(page: &Page) -> impl Iterator<Item = f32> {
    let mut counts = vec![0.0; Meaning::ALL.len()];
    for container in page.containers() {
        for meaning in Meaning::ALL {
            counts[*meaning as usize] += f32::from(u8::from(container.meanings.has(*meaning)));
        }
    }
    counts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn is_age_of(text: &str) -> bool {
        let html = format!("<p>{text}");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        is_age(&page.blocks()[0], &Wording::of_text(text))
    }

    #[test]
    fn ages_are_numbers_beside_words_for_ago() {
        for (text, expected) in [
            ("3 hours ago", true),
            ("vor 3 Stunden", true),
            ("hace 2 días", true),
            ("3 дня назад", true),
            ("3시간 전", true),
            ("long ago", false),
            ("3 hours", false),
            ("A text of some length that says that 3 years ago the ferry left late again", false),
        ] {
            assert_eq!(is_age_of(text), expected, "{text}");
        }
    }

    #[test]
    fn single_blocks_do_not_end_a_run_of_text() {
        let long =
            "The ferry left ten minutes late, with everybody who had waited for it on the pier.";
        let run = |html: String| {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            longest_run(&Surroundings::new(&page))
        };
        let one = run(format!("<p>{long}"));
        assert_eq!(run(format!("<p>{long}<h2>Late</h2><p>{long}")), 2.0 * one);
        assert_eq!(run(format!("<p>{long}<p>Menu<p>More<p>{long}")), one);
        assert_eq!(run("<p>Menu<p>More".to_owned()), 0.0);
    }

    #[test]
    fn titles_are_measured_and_looked_up() {
        let mut tally = Tally::new();
        for (text, expected) in [
            ("", [0.0, 0.0, 0.0, 0.0]),
            ("Fog?", [4.0, 1.0, 1.0, 0.0]),
            ("Fog & tide in 2019", [18.0, 5.0, 0.0, 4.0]),
        ] {
            assert_eq!(title(text, &mut tally), expected, "{text}");
        }
        assert_eq!(title(&"word ".repeat(1000), &mut tally)[0], 400.0);
    }

    #[test]
    fn names_and_values_are_as_many() {
        for html in ["<p>x", "<title>A</title><ul><li>a<li>b</ul><form><input></form>"] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let values = measure(&page, &Surroundings::new(&page));
            assert_eq!(values.len(), names().len(), "{html}");
            assert!(values.iter().all(|value| value.is_finite()), "{html}");
        }
    }
}
