//! Quirks modes by the document type (WHATWG HTML, 13.2.6.4.1 "The initial insertion mode").

use crate::Doctype;

/// How far a document is read as browsers of old read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quirks {
    /// By the standard.
    #[default]
    No,
    /// By the standard, but for the layout of pictures in tables.
    Limited,
    /// With quirks: among others, a paragraph may hold a table.
    Yes,
}

/// Public identifiers that are old.
const OLD: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

/// System identifier that is old.
const OLD_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Beginnings of public identifiers that are old.
const OLD_BEGINNINGS: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

/// Beginnings of public identifiers of XHTML 1.0 that are limited.
const LIMITED: [&str; 2] =
    ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"];

/// Beginnings of public identifiers of HTML 4.01: limited with a system identifier, old without.
const HTML4: [&str; 2] =
    ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

/// The mode of a document with this type.
pub(super) fn of(doctype: &Doctype) -> Quirks {
    // The standard compares identifiers without regard to case; the tables are in lower case.
    let lower = |id: &Option<String>| id.as_deref().map(str::to_ascii_lowercase);
    let public = lower(&doctype.public_id).unwrap_or_default();
    let system = lower(&doctype.system_id);
    let begins = |beginnings: &[&str]| beginnings.iter().any(|begin| public.starts_with(begin));
    if doctype.force_quirks
        || doctype.name.as_deref() != Some("html")
        || OLD.contains(&&*public)
        || system.as_deref() == Some(OLD_SYSTEM)
        || begins(OLD_BEGINNINGS)
        || (begins(&HTML4) && system.is_none())
    {
        Quirks::Yes
    } else if begins(&LIMITED) || begins(&HTML4) {
        Quirks::Limited
    } else {
        Quirks::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_types_decide() {
        for (public, system, expected) in [
            (None, None, Quirks::No),
            (None, Some("about:legacy-compat"), Quirks::No),
            (Some("-//W3C//DTD HTML 4.01//EN"), None, Quirks::No),
            (Some("-//W3C//DTD HTML 4.01 Transitional//EN"), None, Quirks::Yes),
            (Some("-//W3C//DTD HTML 4.01 Transitional//EN"), Some("x"), Quirks::Limited),
            (Some("-//W3C//DTD XHTML 1.0 Transitional//EN"), None, Quirks::Limited),
            (Some("-//W3C//DTD HTML 3.2//EN"), Some("x"), Quirks::Yes),
            (Some("HTML"), None, Quirks::Yes),
            (None, Some("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"), Quirks::Yes),
        ] {
            let [public_id, system_id] = [public, system].map(|id| id.map(str::to_owned));
            let name = Some("html".to_owned());
            let doctype = Doctype { name, public_id, system_id, force_quirks: false };
            assert_eq!(of(&doctype), expected, "{public:?} {system:?}");
            assert_eq!(of(&Doctype { name: None, ..doctype }), Quirks::Yes);
        }
    }
}
