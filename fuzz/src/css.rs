//! Any text as a selector, as a style sheet and as the style of an element.

use scutch_page::{Limits, NodeId, Selector, Tree};

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let quoted = text.replace(['"', '<', '&'], " ");
    let html = format!(
        "<style>{}</style><div id=a class='b c' style=\"{quoted}\"><p>one<p lang=de>two</div>",
        text.replace("</", "< /")
    );
    let tree = Tree::parse(&html, &Limits::default(), &mut Vec::new());
    if let Ok(selector) = Selector::parse(text) {
        let all = selector.select(&tree, NodeId::DOCUMENT);
        assert_eq!(all.first().copied(), selector.first(&tree, NodeId::DOCUMENT));
        assert!(all.iter().all(|id| selector.matches(&tree, *id)));
    }
}
