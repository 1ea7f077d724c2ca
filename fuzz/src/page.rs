//! Any bytes as a page: decoded, parsed, cut into blocks, labelled by any method in any mode, described and rendered. A text
//! is never empty without a reason.

use scutch_page::{Document, ExtractConfig, Hints, Limits, Method, Mode, OwnHeading, Page, render};

const LABELS: [Option<&str>; 4] = [
    None,
    Some("text/html; charset=shift_jis"),
    Some("text/html; charset=utf-8"),
    Some("text/html; charset=iso-2022-jp"),
];

const MODES: [Mode; 4] = [Mode::Balanced, Mode::Precision, Mode::Recall, Mode::Fast];
const HEADINGS: [OwnHeading; 3] = [OwnHeading::Judged, OwnHeading::Keep, OwnHeading::Drop];

/// A byte chooses what is asked for; of 256 choices each setting has all its values.
fn config(choice: u8) -> ExtractConfig {
    let choice = usize::from(choice);
    ExtractConfig {
        mode: MODES[choice % 4],
        threshold: (choice % 7 == 6).then_some(0.1),
        comments: choice % 5 == 4,
        tables: choice % 3 < 2,
        heading: HEADINGS[choice / 4 % 3],
        ..ExtractConfig::default()
    }
}

/// One execution.
pub fn run(data: &[u8]) {
    // The first byte chooses the label that comes with the page and the method, the second what is asked for.
    let (label, rest) = data.split_first().map_or((0, data), |(label, rest)| (*label, rest));
    let (choice, bytes) = rest.split_first().map_or((0, rest), |(choice, rest)| (*choice, rest));
    let hints = Hints {
        url: Some("http://paper.example/2019/05/17/story"),
        http_content_type: LABELS[usize::from(label) % LABELS.len()],
        ..Hints::default()
    };
    let page = Page::parse(bytes, &hints, &Limits::default());
    let method = Method::ALL[usize::from(label) / LABELS.len() % Method::ALL.len()];
    let extraction = method.extract(&page, &config(choice));
    assert_eq!(extraction.labels.len(), page.blocks().len());
    assert!(
        !render::text(&page, &extraction).is_empty() || !extraction.flags.is_empty(),
        "{method:?}"
    );
    let _ = page.metadata(&extraction);
    for show in [render::text, render::explain] {
        let _ = show(&page, &extraction);
    }
    let document = Document::new(&page, &extraction);
    for show in [render::markdown, render::html] {
        let _ = show(&document);
    }
}
