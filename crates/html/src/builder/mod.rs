//! Tokens to a tree (WHATWG HTML, 13.2.6 "Tree construction").
//!
//! A file for each part of the standard: insertion modes in `head`, `body_start` (with its table
//! `start_kind`), `body_end`, `table`, `table_rows`, `template`, `frameset` and `foreign`; what
//! they share in `stack` (open elements), `place` (where nodes go), `formatting` and `adoption`.
//! `dispatch` sends tokens to the modes.
//!
//! The work for a token is bounded by the depth: nothing looks further than the open elements and
//! the list of formatting elements, which `depth` keeps short.

mod adoption;
mod body_end;
mod body_start;
mod controls;
mod depth;
mod dispatch;
mod foreign;
mod formatting;
mod frameset;
mod head;
mod place;
mod quirks;
mod sink;
mod stack;
mod start_kind;
mod table;
mod table_rows;
mod template;
mod text;

use rustc_hash::FxHashMap;

pub use quirks::Quirks;
pub use sink::{NewElement, TreeSink};

use self::formatting::Active;
use self::stack::Open;
use crate::name::Class;
use crate::{Attribute, Name, Namespace, Source, Span, TextMode};

/// "Insertion modes" (13.2.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing was read: a document type may come.
    Initial,
    /// Before the root element.
    BeforeHtml,
    /// Before the head.
    BeforeHead,
    /// In the head.
    InHead,
    /// In `noscript` in the head, without scripts.
    InHeadNoscript,
    /// Between head and body.
    AfterHead,
    /// In the body: most of a document.
    InBody,
    /// In an element that holds text alone.
    Text,
    /// In a table, outside its rows.
    InTable,
    /// In text in a table, held back until it is known whether it is white space.
    InTableText,
    /// In the caption of a table.
    InCaption,
    /// In a group of columns.
    InColumnGroup,
    /// In a group of rows.
    InTableBody,
    /// In a row.
    InRow,
    /// In a cell.
    InCell,
    /// In a template that has not shown yet what it is a part of.
    InTemplate,
    /// Behind the body.
    AfterBody,
    /// In a frameset.
    InFrameset,
    /// Behind the outermost frameset.
    AfterFrameset,
    /// Behind `</html>` of a document with a body.
    AfterAfterBody,
    /// Behind `</html>` of a document with a frameset.
    AfterAfterFrameset,
}

/// What becomes of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// It is done.
    Done,
    /// It is processed again, in the mode of now.
    Again,
}

/// The element in which a fragment is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context<'a> {
    /// Its local name.
    pub name: &'a str,
    /// Its namespace.
    pub namespace: Namespace,
}

/// The tree builder. It takes tokens and puts nodes into a tree.
#[derive(Debug)]
pub struct Builder<T> {
    tree: T,
    scripting: bool,
    /// Elements that may be open.
    depth: usize,
    mode: Mode,
    /// The mode to return to from `Text` and `InTableText`.
    original: Mode,
    /// The modes of the open templates, innermost last (13.2.4.1).
    template_modes: Vec<Mode>,
    /// The stack of open elements, the root element first.
    open: Vec<Open>,
    /// How many `p` and `template` elements are open.
    paragraphs: usize,
    templates: usize,
    /// The list of active formatting elements, with markers.
    active: Vec<Active>,
    /// How many markers are in that list.
    markers: usize,
    /// Text in a table that is held back in `InTableText`.
    pending: Vec<Span>,
    /// The "head element pointer" (13.2.4.4).
    head: Option<u32>,
    /// The "form element pointer" (13.2.4.4).
    form: Option<u32>,
    /// Whether nothing was shown yet, so that a frameset may replace the body.
    frameset_ok: bool,
    /// Whether a line feed at the beginning of the next text is dropped.
    ignore_line_feed: bool,
    /// Whether nodes go before the table instead of into it ("foster parenting").
    foster: bool,
    quirks: Quirks,
    /// The element in which a fragment is parsed.
    context: Option<Open>,
    /// Start tags left out, whose end tags are to be left out too.
    left_out: FxHashMap<Name, u32>,
    /// How many start tags were left out for their depth.
    flattened: usize,
    /// How the tokenizer reads on.
    next: TextMode,
    /// A buffer for adjusted attributes of foreign elements.
    attributes: Vec<Attribute>,
}

impl<T: TreeSink> Builder<T> {
    /// A tree builder for a document. With `scripting`, `noscript` holds text; at most `depth`
    /// elements are open at a time.
    pub fn new(tree: T, scripting: bool, depth: usize) -> Self {
        Self {
            tree,
            scripting,
            depth: depth.max(LEAST_DEPTH),
            mode: Mode::Initial,
            original: Mode::Initial,
            template_modes: Vec::new(),
            open: Vec::with_capacity(64),
            paragraphs: 0,
            templates: 0,
            active: Vec::with_capacity(16),
            markers: 0,
            pending: Vec::new(),
            head: None,
            form: None,
            frameset_ok: true,
            ignore_line_feed: false,
            foster: false,
            quirks: Quirks::No,
            context: None,
            left_out: FxHashMap::default(),
            flattened: 0,
            next: TextMode::Data,
            attributes: Vec::new(),
        }
    }

    /// Prepares for a fragment (13.4); how the tokenizer begins. `name` is the number of the name of
    /// the context.
    pub fn within(&mut self, source: &Source<'_>, name: Name, context: Context<'_>) -> TextMode {
        let Context { namespace, .. } = context;
        let class = Class::of(namespace, name);
        self.context = Some(Open { node: NO_NODE, inside: NO_NODE, name, namespace, class });
        self.mode = Mode::BeforeHtml;
        self.leave_before_html(source);
        if namespace == Namespace::Html && name == Name::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        // A form around the fragment forbids others in it.
        self.form = (namespace == Namespace::Html && name == Name::FORM).then_some(NO_NODE);
        self.mode = self.mode_by_stack();
        if namespace == Namespace::Html { self.text_mode(name) } else { TextMode::Data }
    }

    /// Sets the mode of the document in which a fragment is parsed.
    pub fn set_quirks(&mut self, quirks: Quirks) {
        self.quirks = quirks;
    }

    /// Whether the document is in quirks mode.
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// How many start tags were left out so far because too many elements were open.
    pub fn flattened(&self) -> usize {
        self.flattened
    }

    /// From now on, no more than `depth` elements are open at a time. Those that are open stay.
    pub fn lower_depth(&mut self, depth: usize) {
        self.depth = self.depth.min(depth.max(LEAST_DEPTH));
    }

    /// The tree.
    pub fn tree(&self) -> &T {
        &self.tree
    }

    /// The tree, to be changed.
    pub fn tree_mut(&mut self) -> &mut T {
        &mut self.tree
    }

    /// The tree, and nothing else.
    pub fn into_tree(self) -> T {
        self.tree
    }

    /// How many elements are open or in the list of formatting elements.
    pub fn open_elements(&self) -> usize {
        self.open.len() + self.active.len() - self.markers
    }

    /// How the text of an element of HTML is read (13.4).
    fn text_mode(&self, name: Name) -> TextMode {
        match name {
            Name::TITLE | Name::TEXTAREA => TextMode::Rcdata,
            Name::STYLE | Name::XMP | Name::IFRAME | Name::NOEMBED | Name::NOFRAMES => {
                TextMode::Rawtext
            }
            Name::NOSCRIPT if self.scripting => TextMode::Rawtext,
            Name::SCRIPT => TextMode::Script,
            Name::PLAINTEXT => TextMode::Plaintext,
            _ => TextMode::Data,
        }
    }
}

/// The number of a node that is in no tree.
const NO_NODE: u32 = u32::MAX;
/// Least depth: frames of tables and the elements that every document has come first.
const LEAST_DEPTH: usize = 16;
