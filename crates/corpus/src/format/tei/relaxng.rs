//! The table of the subset as a RelaxNG schema.

use super::schema::{Attribute, Content, El, Particle, Value};

/// The schema, in the XML syntax.
pub(crate) fn relaxng() -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!-- Made from the table in crates/corpus/src/format/tei/schema.rs: UPDATE_DOCS=1 cargo test -p scutch-corpus -->\n\
         <grammar xmlns=\"http://relaxng.org/ns/structure/1.0\" ns=\"http://www.tei-c.org/ns/1.0\" \
         datatypeLibrary=\"http://www.w3.org/2001/XMLSchema-datatypes\">\n\
         <start><choice><ref name=\"TEI\"/><ref name=\"teiCorpus\"/></choice></start>\n",
    );
    for el in El::ALL {
        out.push_str(&format!("<define name=\"{0}\"><element name=\"{0}\">\n", el.name()));
        el.attributes().iter().for_each(|a| out.push_str(&attribute(a)));
        out.push_str(&content(el.content()));
        out.push_str("</element></define>\n");
    }
    out.push_str("</grammar>\n");
    out
}

fn attribute(attribute: &Attribute) -> String {
    let value = match attribute.value {
        Value::Id => "<data type=\"ID\"/>".to_owned(),
        Value::Language => "<data type=\"language\"/>".to_owned(),
        Value::Word => {
            "<data type=\"token\"><param name=\"pattern\">\\S+</param></data>".to_owned()
        }
        Value::Plain => "<text/>".to_owned(),
        Value::Pointer => {
            "<data type=\"anyURI\"><param name=\"pattern\">\\S+</param></data>".to_owned()
        }
        Value::Date => {
            let types = ["date", "gYear", "gYearMonth", "dateTime"];
            choice(&types.map(|kind| format!("<data type=\"{kind}\"/>")))
        }
        Value::Time => "<data type=\"time\"/>".to_owned(),
        Value::Count => "<data type=\"nonNegativeInteger\"/>".to_owned(),
        Value::Version => {
            let pattern = "[0-9]+(\\.[0-9]+){0,3}";
            format!("<data type=\"token\"><param name=\"pattern\">{pattern}</param></data>")
        }
        Value::OneOf(known) => {
            let values = known.iter().map(|value| format!("<value>{value}</value>"));
            choice(&values.collect::<Vec<_>>())
        }
    };
    let whole = format!("<attribute name=\"{}\" ns=\"\">{value}</attribute>", attribute.name);
    let whole = match attribute.name.strip_prefix("xml:") {
        Some(name) => {
            let ns = "http://www.w3.org/XML/1998/namespace";
            format!("<attribute name=\"{name}\" ns=\"{ns}\">{value}</attribute>")
        }
        None => whole,
    };
    if attribute.required { whole + "\n" } else { format!("<optional>{whole}</optional>\n") }
}

fn choice(of: &[String]) -> String {
    match of {
        [one] => one.clone(),
        many => format!("<choice>{}</choice>", many.concat()),
    }
}

fn content(content: Content) -> String {
    match content {
        Content::Empty => "<empty/>\n".to_owned(),
        Content::Text => "<text/>\n".to_owned(),
        Content::Mixed(any) => {
            format!("<zeroOrMore><choice><text/>{}</choice></zeroOrMore>\n", refs(any))
        }
        Content::Sequence(places) => places.iter().map(particle).collect(),
    }
}

fn refs(any: &[El]) -> String {
    any.iter().map(|el| format!("<ref name=\"{}\"/>", el.name())).collect()
}

fn particle(place: &Particle) -> String {
    let inner = match place.any {
        [one] => refs(&[*one]),
        any => format!("<choice>{}</choice>", refs(any)),
    };
    match (place.required, place.many) {
        (true, false) => inner + "\n",
        (false, false) => format!("<optional>{inner}</optional>\n"),
        (false, true) => format!("<zeroOrMore>{inner}</zeroOrMore>\n"),
        (true, true) => format!("<oneOrMore>{inner}</oneOrMore>\n"),
    }
}
