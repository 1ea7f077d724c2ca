//! Escapes of CommonMark for lines, spans and addresses.

/// The text of a heading; hashes at its end would be taken for the end of the heading.
pub(super) fn closed(text: &str) -> String {
    let kept = text.trim_end_matches('#');
    let free = kept.is_empty() || kept.ends_with(' ');
    if kept.len() < text.len() && free {
        format!("{kept}\\{}", &text[kept.len()..])
    } else {
        text.to_owned()
    }
}

/// A link destination; in angle brackets where it would otherwise end early.
pub(super) fn destination(address: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !"()<>\\".contains(c);
    if address.chars().all(plain) {
        return address.to_owned();
    }
    let mut out = String::with_capacity(address.len() + 2);
    out.push('<');
    for c in address.chars() {
        if "<>\\".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('>');
    out
}

/// Code from its first line with something on it; that line keeps its indentation.
pub(super) fn without_blank_lines_before(code: &str) -> &str {
    let blank = code.len() - code.trim_start().len();
    &code[code[..blank].rfind('\n').map_or(0, |at| at + 1)..]
}

/// The longest run of a character.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Writes code within a line; each of its lines is a span of its own.
pub(super) fn code_span(out: &mut String, text: &str) {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    for (place, line) in text.split('\n').enumerate() {
        // One space on both sides is removed by readers (CommonMark 6.1).
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        out.push_str(if place > 0 { "\\\n" } else { "" });
        if !line.is_empty() {
            out.push_str(&format!("{fence}{pad}{line}{pad}{fence}"));
        }
    }
}

/// A formula between dollars; as code where it has some itself.
pub(super) fn formula(out: &mut String, tex: &str, displayed: bool) {
    if tex.contains('$') {
        return code_span(out, tex);
    }
    let dollars = if displayed { "$$" } else { "$" };
    out.push_str(&format!("{dollars}{}{dollars}", tex.replace('\n', " ")));
}

/// Text with everything escaped that Markdown would take for markup within a line.
pub(super) fn escape(out: &mut String, text: &str) {
    let mut previous = out.chars().next_back().unwrap_or(' ');
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' => true,
            // Within words an underscore is only an underscore.
            '_' => !(previous.is_alphanumeric() && next.is_alphanumeric()),
            '~' => next == '~' || previous == '~',
            '&' => next.is_ascii_alphabetic() || next == '#',
            '!' => next == '[',
            _ => false,
        };
        if c == '\n' {
            out.push_str("\\\n");
        } else {
            if special {
                out.push('\\');
            }
            out.push(c);
        }
        previous = c;
    }
}

/// Lines that would begin a heading, list, quotation or rule are guarded by a backslash.
pub(super) fn guarded_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(guarded).collect();
    lines.join("\n")
}

/// A line that begins no structure.
fn guarded(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let ends_marker = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    // Nine digits at most begin an item (CommonMark 5.2).
    let numbered = (1..=9).contains(&digits)
        && line[digits..].strip_prefix(['.', ')']).is_some_and(ends_marker);
    if numbered {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    let marker = line.strip_prefix(['-', '+']).is_some_and(ends_marker);
    let heading = line.starts_with('#') && ends_marker(line.trim_start_matches('#'));
    // A line of hyphens under a text would make it a heading.
    let rule = line.len() >= 2 && line.bytes().all(|b| matches!(b, b'-' | b'=' | b' '));
    // Markers of descriptions, where they are read.
    let described = line.strip_prefix([':', '~']).is_some_and(ends_marker);
    if marker || heading || rule || described || line.starts_with('>') || line.starts_with('=') {
        return format!("\\{line}");
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn signs_are_escaped_where_they_would_be_markup() {
        for (text, expected) in [
            ("a*b", r"a\*b"),
            ("snake_case", "snake_case"),
            ("_a_", r"\_a\_"),
            ("~a ~~b~~", r"~a \~\~b\~\~"),
            ("AT&T &amp; R&D", r"AT\&T \&amp; R\&D"),
            ("a & b", "a & b"),
            ("wow! ![a]", r"wow! \!\[a\]"),
            ("a\nb", "a\\\nb"),
            ("1 < 2", r"1 \< 2"),
        ] {
            assert_eq!(written(|out| escape(out, text)), expected, "{text}");
        }
    }

    #[test]
    fn lines_that_would_begin_a_structure_are_guarded() {
        for (line, expected) in [
            ("1. a", r"1\. a"),
            ("1.5 a", "1.5 a"),
            ("1234567890. a", "1234567890. a"),
            ("- a", r"\- a"),
            ("-a", "-a"),
            ("+", r"\+"),
            ("# a", r"\# a"),
            ("#a", "#a"),
            ("---", r"\---"),
            ("===", r"\==="),
            ("> a", r"\> a"),
            (": a", r"\: a"),
            ("a - b", "a - b"),
        ] {
            assert_eq!(guarded_lines(line), expected, "{line}");
        }
        assert_eq!(guarded_lines("a\n- b\nc"), "a\n\\- b\nc");
    }

    #[test]
    fn destinations_are_bracketed_where_they_would_end_early() {
        for (address, expected) in [
            ("http://a.example/b", "http://a.example/b"),
            ("/a b", "</a b>"),
            ("/a(b)", "</a(b)>"),
            ("/a<b>", r"</a\<b\>>"),
            (r"/a\b", r"</a\\b>"),
        ] {
            assert_eq!(destination(address), expected, "{address}");
        }
    }

    #[test]
    fn code_is_fenced_by_more_backticks_than_it_has() {
        for (code, expected) in [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`a", "`` `a ``"),
            ("a``", "``` a`` ```"),
            ("a\nb", "`a`\\\n`b`"),
            ("a\n\nb", "`a`\\\n\\\n`b`"),
        ] {
            assert_eq!(written(|out| code_span(out, code)), expected, "{code}");
        }
    }

    #[test]
    fn formulas_stand_between_dollars_unless_they_have_some() {
        for (tex, displayed, expected) in [
            ("x^2", false, "$x^2$"),
            ("x^2", true, "$$x^2$$"),
            ("a\nb", false, "$a b$"),
            (r"\$5", false, r"`\$5`"),
        ] {
            assert_eq!(written(|out| formula(out, tex, displayed)), expected, "{tex}");
        }
    }

    #[test]
    fn hashes_that_end_a_heading_are_escaped() {
        for (text, expected) in
            [("C#", "C#"), ("In C #", r"In C \#"), ("##", r"\##"), ("Fog", "Fog")]
        {
            assert_eq!(closed(text), expected, "{text}");
        }
    }

    #[test]
    fn code_begins_with_its_first_line() {
        for (code, expected) in [("\n\n  a\nb", "  a\nb"), ("  a", "  a"), ("a", "a")] {
            assert_eq!(without_blank_lines_before(code), expected, "{code:?}");
        }
    }
}
