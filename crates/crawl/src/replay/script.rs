//! Addresses that a script sends the browser to, without running it.

use std::iter;

/// Bytes of white space, operators and calls between `location` and the string.
const MAX_BETWEEN: usize = 40;

/// The strings that a page's scripts assign to `location`, in order, unescaped.
pub(super) fn script_targets(html: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = html;
    iter::from_fn(move || {
        loop {
            let at = rest.find("location")?;
            rest = &rest[at + "location".len()..];
            if let Some(target) = assigned(rest) {
                return Some(target);
            }
        }
    })
}

/// The string after `location`, if it is assigned: ` = "..."`, `.href = "..."`, `.replace("...")`.
fn assigned(after: &str) -> Option<String> {
    let end = after.find(['"', '\'']).filter(|end| *end <= MAX_BETWEEN)?;
    let between: String = after[..end].chars().filter(|c| !c.is_whitespace()).collect();
    let is_assigned = matches!(&*between, "=" | ".href=" | ".replace(" | ".assign(");
    is_assigned.then(|| string(&after[end..])).flatten()
}

/// The string literal that a text begins with; `None` if it does not end on its line.
fn string(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let quote = chars.next()?;
    let mut value = String::new();
    loop {
        match chars.next()? {
            '\n' => return None,
            c if c == quote => return Some(value),
            '\\' => value.push(match chars.next()? {
                'u' => code(&mut chars, 4)?,
                'x' => code(&mut chars, 2)?,
                c => c,
            }),
            c => value.push(c),
        }
    }
}

/// The character of an escape with so many hexadecimal digits.
fn code(chars: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let text: String = chars.take(digits).collect();
    char::from_u32(u32::from_str_radix(&text, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_where_they_are_assigned() {
        for (script, expected) in [
            ("location='a'", &["a"][..]),
            (
                "location.href=\"a\"; location . assign('b'); location.replace( 'c' )",
                &["a", "b", "c"],
            ),
            ("location = 'a\\/b\\u0026\\x3d\\''", &["a/b&='"]),
            ("if (location == 'a') {}", &[]),
            ("location.hash = 'a'", &[]),
            ("location = x + 'a'", &[]),
            ("location = 'a", &[]),
            ("location = 'a\nb'", &[]),
            ("location = '\\uZZZZ'; location = 'b'", &["b"]),
        ] {
            assert_eq!(script_targets(script).collect::<Vec<_>>(), expected, "{script}");
        }
    }
}
