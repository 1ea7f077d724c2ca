//! How single lines, spans and addresses are written in CommonMark, so that they are read as meant.

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

pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

pub(super) fn code_span(out: &mut String, text: &str) {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    for (place, line) in text.split('\n').enumerate() {
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

fn guarded(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let ends_marker = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let numbered = (1..=9).contains(&digits)
        && line[digits..].strip_prefix(['.', ')']).is_some_and(ends_marker);
    if numbered {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    let marker = line.strip_prefix(['-', '+']).is_some_and(ends_marker);
    let heading = line.starts_with('#') && ends_marker(line.trim_start_matches('#'));
    let rule = line.len() >= 2 && line.bytes().all(|b| matches!(b, b'-' | b'=' | b' '));
    // Markers of descriptions, where they are read.
    let described = line.strip_prefix([':', '~']).is_some_and(ends_marker);
    if marker || heading || rule || described || line.starts_with('>') || line.starts_with('=') {
        return format!("\\{line}");
    }
    line.to_owned()
}
