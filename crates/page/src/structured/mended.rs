//! Invalid JSON-LD as pages write it, turned into strict JSON.

/// Marks that hide a script from XML parsers and old browsers.
const MARKS: &[&str] = &["<![CDATA[", "]]>", "<!--", "-->"];

/// Turns a script into strict JSON: removes comments, marks, text around the outermost brackets and
/// commas before closing ones; replaces line breaks in strings; adds commas between adjacent
/// objects.
pub(super) fn mended(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let (mut in_string, mut escaped) = (false, false);
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        if !in_string && let Some(len) = remark(rest) {
            rest = &rest[len..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if in_string {
            out.push(if c.is_control() { ' ' } else { c });
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        // JavaScript allows the comma, JSON does not.
        if matches!(c, '}' | ']') && out.trim_end().ends_with(',') {
            out.truncate(out.trim_end().len() - 1);
        }
        if matches!(c, '{' | '[') && out.trim_end().ends_with(['}', ']']) {
            out.push(',');
        }
        in_string = c == '"';
        out.push(c);
    }
    bracketed(&out).to_owned()
}

/// Length of the mark or comment at the beginning of a text, in bytes.
fn remark(text: &str) -> Option<usize> {
    if let Some(mark) = MARKS.iter().find(|mark| text.starts_with(**mark)) {
        return Some(mark.len());
    }
    if text.starts_with("//") {
        // Scanning stops at the next mark, so that many comments in one line cost one pass.
        let ends = |at: &usize| {
            let rest = &text.as_bytes()[*at..];
            rest[0] == b'\n' || MARKS.iter().any(|mark| rest.starts_with(mark.as_bytes()))
        };
        return Some((2..text.len()).find(ends).unwrap_or(text.len()));
    }
    let rest = text.strip_prefix("/*")?;
    Some(rest.find("*/").map_or(text.len(), |end| 2 + end + 2))
}

/// The text from its first bracket to its last.
fn bracketed(text: &str) -> &str {
    let start = text.find(['{', '[']).unwrap_or(0);
    let end = text.rfind(['}', ']']).map_or(text.len(), |end| end + 1);
    text.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_json_around_and_between_is_left_out() {
        for (written, strict) in [
            ("<![CDATA[ {\"a\": [1]} ]]>", "{\"a\": [1]}"),
            ("//<![CDATA[\n[1, [2]]\n//]]>", "[1, [2]]"),
            ("// <![CDATA[ [1] // ]]>", "[1]"),
            ("/*<![CDATA[*/ [1] /*]]>*/", "[1]"),
            ("<!-- {\"a\": 1} -->", "{\"a\": 1}"),
            ("{\"a\": \"//b, }<!--\", // later\n}", "{\"a\": \"//b, }<!--\"}"),
            ("{\"a\": [1, 2,\n],};", "{\"a\": [1, 2]}"),
            ("{\"a\": \"\\\"\n, ]\", /* none */ }", "{\"a\": \"\\\" , ]\"}"),
            ("[1] /* without end", "[1]"),
            ("so ]", "so ]"),
            (
                "{\"a\": [[1] [2]]}\n{\"b\": \"} {\"} [3],[4]",
                "{\"a\": [[1] ,[2]]} ,{\"b\": \"} {\"} ,[3],[4]",
            ),
        ] {
            let mended = mended(written);
            let same = mended.split_whitespace().eq(strict.split_whitespace());
            assert!(same, "{written}: {mended}");
        }
    }

    #[test]
    fn remarks_of_one_line_cost_one_reading_of_it() {
        // One reading for each remark would take an hour.
        assert_eq!(mended(&"//<!--".repeat(2_000_000)), "");
    }
}
