//! The registry file of a corpus: what NoSketch Engine must know of its vertical text.

use std::fmt::Write as _;

use super::structures::{ANNOTATIONS, Attribute, GLUE, NAME, STRUCTURES, WORD};

/// The lines before those of the corpus.
const HEAD: &str = "\
# Registry file for NoSketch Engine.
# PATH is the folder of the compiled corpus, VERTICAL the vertical text.
# Add the language by its English name, such as LANGUAGE \"German\".
";

/// The registry file of vertical text.
///
/// `title` is what users see, `id` the name of the file; `annotated` texts have the columns and
/// structures that annotations add.
pub fn registry(title: &str, id: &str, annotated: bool) -> String {
    let (title, id) = (quoted(title), quoted(id));
    let mut out = format!(
        "{HEAD}NAME \"{title}\"\nPATH \"/corpora/{id}/\"\nVERTICAL \"/corpora/{id}.vert\"\n\
         ENCODING \"UTF-8\"\n"
    );
    let added = if annotated { &ANNOTATIONS[..] } else { &[] };
    for column in [WORD].iter().chain(added) {
        attribute(&mut out, column, "");
    }
    for (name, attributes) in STRUCTURES {
        if name == NAME.name && !annotated {
            continue;
        }
        structure(&mut out, name, attributes);
    }
    out
}

/// Declares a structure.
fn structure(out: &mut String, name: &str, attributes: &[Attribute]) {
    out.push_str(&format!("STRUCTURE {name}"));
    // This entry lets NoSketch Engine show the tokens around it without a space.
    let glue = if name == GLUE.name { "  DISPLAYTAG 0\n  DISPLAYBEGIN \"_EMPTY_\"\n" } else { "" };
    if attributes.is_empty() && glue.is_empty() {
        return out.push('\n');
    }
    out.push_str(" {\n");
    out.push_str(glue);
    attributes.iter().for_each(|own| attribute(out, own, "  "));
    out.push_str("}\n");
}

/// Declares an attribute. A value with several parts is found by each of them, but for names of authors.
fn attribute(out: &mut String, attribute: &Attribute, indent: &str) {
    // Writing into a string cannot fail.
    let _ = match attribute.separator {
        None => writeln!(out, "{indent}ATTRIBUTE {}", attribute.name),
        Some(separator) => writeln!(
            out,
            "{indent}ATTRIBUTE {} {{\n{indent}  MULTIVALUE yes\n\
             {indent}  MULTISEP \"{separator}\"\n{indent}}}",
            attribute.name
        ),
    };
}

/// Text that can stand in quotes on one line.
fn quoted(text: &str) -> String {
    text.replace('"', "'").replace(char::is_control, " ")
}
