//! Mojibake: UTF-8 that was once read as windows-1252 (or Latin-1), and stored as what that gave.
//!
//! Every character of it is a *lead* (`Ã`, `Â`, `â`, `Ð`: what a first byte became) with as many
//! *trails* (`©`, `€`, `™`: what the bytes after it became) as UTF-8 asks for. In sound text a
//! letter such as `é` is followed by a trail now and then (in French by a no-break space and `»`),
//! but most of them are not.

use std::sync::LazyLock;

use encoding_rs::WINDOWS_1252;

/// Fewer sequences than these are no mojibake.
const FEWEST: usize = 3;
/// The characters that windows-1252 has for 0x80 to 0x9F, where it differs from Latin-1.
static SPECIAL: LazyLock<Vec<(char, u8)>> = LazyLock::new(|| {
    (0x80..=0x9f)
        .filter_map(|byte| WINDOWS_1252.decode(&[byte]).0.chars().next().map(|c| (c, byte)))
        .collect()
});

/// Elements whose text nobody reads. Scripts that repair mojibake hold tables of it.
const UNREAD: [&str; 2] = ["script", "style"];

/// Whether much of what is read of a document is mojibake.
pub(super) fn is_found(html: &str) -> bool {
    // The first test is cheap and false for nearly every page.
    is_in(html) && is_in(&without_unread(html))
}

fn is_in(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut sequences, mut alone) = (0_usize, 0_usize);
    // All leads are from U+00C2 to U+00F4, whose first byte in UTF-8 is 0xC3.
    for at in memchr::memchr_iter(0xc3, bytes) {
        match bytes.get(at + 2) {
            Some(next) if !next.is_ascii() && is_sequence(&text[at..]) => sequences += 1,
            _ => alone += 1,
        }
    }
    // Sound French has sequences, but more letters outside of them.
    sequences >= FEWEST && sequences > alone
}

/// The document without scripts and styles, as far as their tags show.
fn without_unread(html: &str) -> String {
    let named = |at: usize, before: &str, name: &str| {
        let tag = html.get(at..at + before.len() + name.len());
        tag.and_then(|tag| tag.strip_prefix(before)).is_some_and(|t| t.eq_ignore_ascii_case(name))
    };
    let (mut kept, mut from, mut inside) = (String::with_capacity(html.len()), 0, None);
    for at in memchr::memchr_iter(b'<', html.as_bytes()) {
        match inside {
            None => {
                inside = UNREAD.iter().find(|name| named(at, "<", name));
                if inside.is_some() {
                    kept.push_str(&html[from..at]);
                }
            }
            Some(name) if named(at, "</", name) => (inside, from) = (None, at),
            Some(_) => {}
        }
    }
    if inside.is_none() {
        kept.push_str(&html[from..]);
    }
    kept
}

/// Whether the text begins with a lead and its trails.
fn is_sequence(text: &str) -> bool {
    let mut bytes = [0; 4];
    let mut length = 0;
    for (slot, c) in bytes.iter_mut().zip(text.chars()) {
        let Some(byte) = byte_of(c) else { break };
        *slot = byte;
        length += 1;
    }
    let first = bytes[..length].utf8_chunks().next();
    first.is_some_and(|chunk| chunk.valid().chars().next().is_some_and(|c| !c.is_ascii()))
}

/// The text as it was before it was misread: only if all of it goes back to bytes, and these are
/// UTF-8.
pub(super) fn repaired(text: &str) -> Option<String> {
    // Half repaired text would be worse than none: every character must go back.
    let bytes: Option<Vec<u8>> = text.chars().map(byte_of).collect();
    String::from_utf8(bytes?).ok()
}

/// The byte that was read as `c`.
fn byte_of(c: char) -> Option<u8> {
    let special = || SPECIAL.iter().find(|(other, _)| *other == c).map(|(_, byte)| *byte);
    u8::try_from(u32::from(c)).ok().or_else(special)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program makes of UTF-8 that it takes for windows-1252.
    fn misread(text: &str) -> String {
        WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned()
    }

    const SOUND: [&str; 8] = [
        "Die Fähre kam später, „für alle“ — sagt der Bürgermeister.",
        "« La qualité », dit-elle, « a été améliorée » : 20 % de café à l’été.",
        "Вчера вечером вода в реке снова поднялась, мост закрыли.",
        "昨夜、川の水位が再び上昇し、橋が閉鎖された。",
        "A árvíztűrő tükörfúrógép „megérkezett” a kikötőbe.",
        "Τα νερά του ποταμού ανέβηκαν ξανά.",
        "Rzeka podniosła się o dwa metry – mówi strażnik śluzy.",
        "It’s late – nobody’s here… “really”?",
    ];

    #[test]
    fn what_was_misread_is_found_and_goes_back() {
        for sound in SOUND {
            let bad = misread(sound);
            assert!(is_found(&bad), "{bad}");
            assert_eq!(repaired(&bad).as_deref(), Some(sound));
        }
    }

    #[test]
    fn sound_text_is_left_alone() {
        for sound in SOUND {
            assert!(!is_found(sound), "{sound}");
        }
        // One slip in a text is not the text; a letter before a quotation mark is not a lead.
        assert!(!is_found("cafÃ© is how a slip looks"));
        assert!(!is_found(
            "„Spaß“, „Fuß“ und „Gruß“, sagt sie, für Müller, Höfer und die Äbtissin, später über Öl"
        ));
        assert!(!is_found(
            "« é », « à », « qualité », et après un été à la plage: élève, père, mère, déjà, où, \
                août, fête, être, Noël, maïs"
        ));
    }

    #[test]
    fn scripts_that_mend_it_are_no_mojibake() {
        let script =
            format!("<script>x.replace('{0}', '’').replace('{0}')</script>", misread("’“”"));
        assert!(!is_found(&script) && !is_found(&script.replace("</script>", "")));
        assert!(is_found(&format!("{script}<p>{}<STYLE>é</STYLE>", misread(SOUND[0]))));
    }

    #[test]
    fn text_with_sound_parts_is_found_but_does_not_go_back() {
        let mixed = format!("{} – später, am Fluß.", misread(SOUND[0]));
        assert!(is_found(&mixed));
        assert_eq!(repaired(&mixed), None);
    }
}
