//! Well-formed XML, indented.

use scutch_foreign::push_xml_attribute;

/// Writes XML: every element that is opened is closed, and text is escaped.
#[derive(Debug)]
pub(crate) struct Xml {
    out: String,
    open: Vec<&'static str>,
}

/// Attributes of an element, in order.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// A document that holds nothing yet.
    pub(crate) fn new() -> Self {
        let out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        Self { out, open: Vec::new() }
    }

    /// Opens an element that holds elements.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the innermost element.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            self.out.push_str(&format!("</{name}>\n"));
        }
    }

    /// An element that holds text alone.
    pub(crate) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        self.out.push('>');
        // A text stays on one line, as an attribute does.
        push_xml_attribute(&mut self.out, text);
        self.out.push_str(&format!("</{name}>\n"));
    }

    /// An element that holds nothing.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str("/>\n");
    }

    /// An element with what `inside` writes.
    pub(crate) fn within(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self),
    ) {
        self.open(name, attributes);
        inside(self);
        self.close();
    }

    /// The document, with all elements closed.
    ///
    /// An element that the caller forgot is closed here: a record is always well-formed.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    /// Writes `<name` with its attributes; the caller closes the tag.
    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.indent();
        self.out.push('<');
        self.out.push_str(name);
        for (name, value) in attributes {
            self.out.push_str(&format!(" {name}=\""));
            push_xml_attribute(&mut self.out, value);
            self.out.push('"');
        }
    }

    /// Two spaces for each open element.
    fn indent(&mut self) {
        self.out.push_str(&"  ".repeat(self.open.len()));
    }
}
