//! XML written under the eyes of the schema: what breaks a rule is noted with the rule.

use scutch_foreign::{push_xml, push_xml_attribute};

use super::schema::{Content, El, Particle};
use super::values;

/// The first rule of the schema that a document breaks, as a sentence.
pub(crate) type Broken = String;

/// Writes XML; whatever is written is escaped and checked.
#[derive(Debug, Default)]
pub(crate) struct Xml {
    out: String,
    open: Vec<Open>,
    /// The start tag that is written last may still get attributes.
    in_tag: bool,
    broken: Option<Broken>,
}

/// An open element.
#[derive(Debug)]
struct Open {
    el: El,
    /// Place in the sequence of its content.
    place: usize,
    /// Elements at this place.
    here: usize,
    /// Names of the attributes written.
    attributes: u32,
}

impl Xml {
    /// Opens an element, if the schema allows it here.
    pub(crate) fn open(&mut self, el: El) {
        self.end_tag();
        if let Some(parent) = self.open.last_mut()
            && let Err(rule) = parent.admit(el)
        {
            // Only the first rule is kept: later ones mostly follow from it.
            self.broken.get_or_insert(rule);
        }
        self.out.push('<');
        self.out.push_str(el.name());
        self.in_tag = true;
        self.open.push(Open { el, place: 0, here: 0, attributes: 0 });
    }

    /// An attribute of the element opened last. Without a value that fits, none is written.
    pub(crate) fn attribute(&mut self, name: &str, value: &str) {
        let Some(open) = self.open.last_mut().filter(|_| self.in_tag) else { return };
        let known = open.el.attributes().iter().position(|a| a.name == name);
        let Some(number) = known else {
            let rule = format!("`{}` has no attribute `{name}`", open.el.name());
            self.broken.get_or_insert(rule);
            return;
        };
        // Pages often have malformed dates and URLs. Such a value costs its attribute, not the
        // document.
        let Some(value) = values::fitting(open.el.attributes()[number].value, value) else {
            return;
        };
        open.attributes |= 1 << number;
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        push_xml_attribute(&mut self.out, &value);
        self.out.push('"');
    }

    /// An attribute whose value is known to hold only what needs no escaping and to fit.
    pub(crate) fn id(&mut self, document: &str, number: usize) {
        if self.in_tag {
            // Without the checks of `attribute`: every block has an id, and ours always fit.
            self.out.push_str(" xml:id=\"d");
            self.out.push_str(document);
            self.out.push_str(".n");
            self.out.push_str(&number.to_string());
            self.out.push('"');
        }
    }

    /// Writes text, escaped.
    pub(crate) fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.end_tag();
        if let Some(open) = self.open.last()
            && !matches!(open.el.content(), Content::Text | Content::Mixed(_))
        {
            self.broken.get_or_insert(format!("`{}` holds no text", open.el.name()));
        }
        push_xml(&mut self.out, text);
    }

    /// Closes the innermost element, if its content is complete.
    pub(crate) fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if let Err(rule) = open.finish() {
            self.broken.get_or_insert(rule);
        }
        if std::mem::take(&mut self.in_tag) {
            self.out.push_str("/>");
        } else {
            self.out.push_str("</");
            self.out.push_str(open.el.name());
            self.out.push('>');
        }
    }

    /// An element with nothing but text.
    pub(crate) fn element(&mut self, el: El, attributes: &[(&str, &str)], text: &str) {
        self.open(el);
        for (name, value) in attributes {
            self.attribute(name, value);
        }
        self.text(text);
        self.close();
    }

    /// A line break between elements that hold no text.
    pub(crate) fn line(&mut self) {
        self.end_tag();
        self.out.push('\n');
    }

    /// Markup that the schema does not know: the declaration and the name of the namespace.
    pub(crate) fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    /// How many elements are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Ends a start tag that is still open.
    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.out.push('>');
        }
    }

    /// What was written, or the rule that it breaks.
    pub(crate) fn finish(self) -> Result<String, Broken> {
        match self.broken {
            Some(rule) => Err(rule),
            None => Ok(self.out),
        }
    }
}

impl Open {
    /// Whether `el` may come next.
    fn admit(&mut self, el: El) -> Result<(), Broken> {
        let allowed = match self.el.content() {
            Content::Empty | Content::Text => false,
            Content::Mixed(any) => any.contains(&el),
            Content::Sequence(places) => self.advance(places, el),
        };
        let refusal = || format!("`{}` may not stand here in `{}`", el.name(), self.el.name());
        if allowed { Ok(()) } else { Err(refusal()) }
    }

    /// Advances in the content model of the parent.
    fn advance(&mut self, places: &[Particle], el: El) -> bool {
        // The place never goes back: the content models of the table are deterministic.
        while let Some(place) = places.get(self.place) {
            if place.any.contains(&el) && (self.here == 0 || place.many) {
                self.here += 1;
                return true;
            }
            if place.required && self.here == 0 {
                return false;
            }
            self.place += 1;
            self.here = 0;
        }
        false
    }

    /// Whether the element is complete.
    fn finish(&self) -> Result<(), Broken> {
        let required = |at: usize| self.el.attributes()[at].required;
        let lacks = |at: &usize| required(*at) && self.attributes & (1 << at) == 0;
        if let Some(missing) = (0..self.el.attributes().len()).find(lacks) {
            let name = self.el.attributes()[missing].name;
            return Err(format!("`{}` needs a valid attribute `{name}`", self.el.name()));
        }
        let Content::Sequence(places) = self.el.content() else { return Ok(()) };
        let started = usize::from(self.here > 0);
        let left = places.iter().skip(self.place + started).find(|place| place.required);
        match left {
            None => Ok(()),
            Some(place) => {
                let wanted: Vec<&str> = place.any.iter().map(|el| el.name()).collect();
                Err(format!("`{}` needs `{}`", self.el.name(), wanted.join("` or `")))
            }
        }
    }
}
