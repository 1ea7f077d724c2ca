//! The table of the subset as a customisation of TEI: an ODD, from which the tools of TEI make
//! schemas and documentation.

use std::fmt::Write;

use super::schema::{Attribute, Content, El, Particle, Value};

/// What stands before the specification.
const HEAD: &str = include_str!("odd_head.xml");
/// Modules of TEI with our elements of each; all others are of `core`.
const MODULES: &[(&str, &[El])] = &[
    (
        "header",
        &[
            El::TeiHeader,
            El::FileDesc,
            El::TitleStmt,
            El::Funder,
            El::EditionStmt,
            El::Edition,
            El::Extent,
            El::PublicationStmt,
            El::Idno,
            El::Availability,
            El::Licence,
            El::SourceDesc,
            El::EncodingDesc,
            El::ProjectDesc,
            El::SamplingDecl,
            El::AppInfo,
            El::Application,
            El::ProfileDesc,
            El::Creation,
            El::LangUsage,
            El::Language,
            El::TextClass,
            El::Keywords,
            El::XenoData,
        ],
    ),
    ("textstructure", &[El::Tei, El::Text, El::Body, El::Div, El::FloatingText]),
    ("namesdates", &[El::PersName, El::Forename, El::Surname, El::OrgName]),
    ("figures", &[El::Table, El::Row, El::Cell, El::Figure, El::FigDesc, El::Formula]),
    ("analysis", &[El::S, El::W, El::Pc]),
    ("tagdocs", &[El::Code]),
    (CORE, &[]),
];
const CORE: &str = "core";

/// The customisation.
pub(crate) fn odd() -> String {
    let mut out = HEAD.to_owned();
    out.push_str(
        "<schemaSpec ident=\"tei_scutch\" start=\"TEI teiCorpus\" prefix=\"\">\n\
         <moduleRef key=\"tei\"/>\n",
    );
    for (module, _) in MODULES {
        let own = El::ALL.iter().filter(|el| module_of(**el) == *module);
        let names: Vec<&str> = own.map(|el| el.name()).collect();
        let _ = writeln!(out, "<moduleRef key=\"{module}\" include=\"{}\"/>", names.join(" "));
    }
    // The type that TEI has for dates allows times and days without a year as well.
    let dates = ["date", "gYear", "gYearMonth", "dateTime"];
    let dates = dates.map(|name| format!("<dataRef name=\"{name}\"/>")).concat();
    let _ = writeln!(
        out,
        "<dataSpec ident=\"scutch.date\" mode=\"add\">\
         <content><alternate>{dates}</alternate></content></dataSpec>"
    );
    El::ALL.iter().for_each(|el| element(&mut out, *el));
    out.push_str("</schemaSpec>\n</body></text>\n</TEI>\n");
    out
}

/// The module of TEI that has an element.
fn module_of(el: El) -> &'static str {
    MODULES.iter().find(|(_, own)| own.contains(&el)).map_or(CORE, |(module, _)| module)
}

/// Writes an element: it has none of the classes of TEI, but what the table says.
fn element(out: &mut String, el: El) {
    let (name, module) = (el.name(), module_of(el));
    let _ = writeln!(out, "<elementSpec ident=\"{name}\" module=\"{module}\" mode=\"replace\">");
    let _ = writeln!(out, "<classes mode=\"replace\"/>\n<content>{}</content>", content(el));
    if !el.attributes().is_empty() {
        let attributes: Vec<String> = el.attributes().iter().map(attribute).collect();
        let _ = writeln!(out, "<attList>\n{}</attList>", attributes.concat());
    }
    out.push_str("</elementSpec>\n");
}

fn content(el: El) -> String {
    match el.content() {
        Content::Empty => "<empty/>".to_owned(),
        Content::Text => "<textNode/>".to_owned(),
        Content::Mixed(any) => {
            let refs: String = any.iter().map(|el| reference(*el, "")).collect();
            let often = occurs(false, true);
            format!("<alternate{often}><textNode/>{refs}</alternate>")
        }
        Content::Sequence([place]) => particle(place),
        Content::Sequence(places) => {
            format!("<sequence>{}</sequence>", places.iter().map(particle).collect::<String>())
        }
    }
}

fn particle(place: &Particle) -> String {
    let often = occurs(place.required, place.many);
    match place.any {
        [one] => reference(*one, &often),
        any => {
            let refs: String = any.iter().map(|el| reference(*el, "")).collect();
            format!("<alternate{often}>{refs}</alternate>")
        }
    }
}

fn reference(el: El, often: &str) -> String {
    format!("<elementRef key=\"{}\"{often}/>", el.name())
}

/// How often something may stand: attributes with the defaults left out.
fn occurs(required: bool, many: bool) -> String {
    let least = if required { "" } else { " minOccurs=\"0\"" };
    let most = if many { " maxOccurs=\"unbounded\"" } else { "" };
    format!("{least}{most}")
}

fn attribute(attribute: &Attribute) -> String {
    let usage = if attribute.required { "req" } else { "opt" };
    let value = match attribute.value {
        Value::OneOf(known) => {
            let values = known.iter().map(|value| format!("<valItem ident=\"{value}\"/>"));
            format!("<valList type=\"closed\">{}</valList>", values.collect::<String>())
        }
        Value::Plain => data("name=\"string\""),
        Value::Id => data("name=\"ID\""),
        Value::Language => data("name=\"language\""),
        Value::Word => data("name=\"token\" restriction=\"\\S+\""),
        Value::Pointer => data("name=\"anyURI\" restriction=\"\\S+\""),
        Value::Date => data("key=\"scutch.date\""),
        Value::Time => data("name=\"time\""),
        Value::Count => data("name=\"nonNegativeInteger\""),
        Value::Version => data("name=\"token\" restriction=\"[0-9]+(\\.[0-9]+){0,3}\""),
    };
    format!("<attDef ident=\"{}\" usage=\"{usage}\">{value}</attDef>\n", attribute.name)
}

fn data(what: &str) -> String {
    format!("<datatype><dataRef {what}/></datatype>")
}
