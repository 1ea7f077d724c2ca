//! HTML to a tree, as browsers parse it (WHATWG HTML, 13.2).
//!
//! ```
//! use scutch_html::{NodeKind, Options, parse};
//!
//! let tree = parse("<p>One<p>Two &amp; three", &Options::default());
//! let texts: Vec<&str> =
//!     tree.all().filter(|id| tree.kind(*id) == NodeKind::Text).map(|id| tree.text(id)).collect();
//! assert_eq!(texts, ["One", "Two & three"]);
//! ```
//!
//! A tree is an array of nodes in document order; names are small numbers; a text is a range of the
//! document unless it had to be made. Nothing recurses, and work grows linearly with the document
//! whatever it holds: [`Limits`] bound what is open at a time. Parse errors are not reported and
//! scripts are not run. `select` is parsed as the standard has it since 2025; declarative shadow
//! roots stay templates.
//!
//! [`parse`] makes a [`Tree`]. Whoever wants a tree of another kind implements [`TreeSink`] and puts
//! a [`Builder`] behind a [`Tokenizer`].

#![forbid(unsafe_code)]

mod builder;
mod name;
mod options;
mod span;
mod token;
mod tokenizer;
mod tree;

pub use builder::{Builder, Context, NewElement, Quirks, TreeSink};
pub use name::{Name, Names, Namespace, Prefix};
pub use options::{Limits, Options};
pub use span::{Source, Span};
pub use token::{Attribute, Doctype, Tag, TextMode, Token, TokenSink};
pub use tokenizer::{Syntax, Tokenizer};
pub use tree::{Cuts, NodeId, NodeKind, Tree};

use tree::Growing;

/// Parses a document. A byte order mark at its beginning is left out.
pub fn parse<'t>(html: &'t str, options: &Options) -> Tree<'t> {
    // To the standard the mark belongs to the encoding, not to the text of the page.
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let mut tokenizer = tokenizer(html, options);
    tokenizer.run();
    finished(html, tokenizer, Growing::DOCUMENT)
}

/// Parses a fragment as what an element holds (`innerHTML`; 13.4). The document of the tree holds
/// the nodes of the fragment.
///
/// No byte order mark is looked for: a fragment is text that was decoded before.
pub fn parse_fragment<'t>(html: &'t str, context: Context<'_>, options: &Options) -> Tree<'t> {
    let mut tokenizer = tokenizer(html, options);
    tokenizer.begin_within(context);
    tokenizer.run();
    let root = tokenizer.sink().tree().root();
    finished(html, tokenizer, root)
}

fn tokenizer<'t>(html: &'t str, options: &Options) -> Tokenizer<'t, Builder<Growing>> {
    let Options { limits, scripting, syntax } = options;
    let builder = Builder::new(Growing::new(html.len(), limits), *scripting, limits.depth);
    Tokenizer::new(html, *syntax, limits.attributes_per_element, builder)
}

fn finished<'t>(html: &str, tokenizer: Tokenizer<'t, Builder<Growing>>, root: u32) -> Tree<'t> {
    let (source, builder, attributes) = tokenizer.into_parts();
    let (quirks, depth) = (builder.quirks(), builder.flattened() > 0);
    let growing = builder.into_tree();
    let cuts =
        Cuts { input: html.len() > Source::MOST, depth, nodes: growing.is_full(), attributes };
    growing.into_tree(source, root, quirks, cuts)
}
