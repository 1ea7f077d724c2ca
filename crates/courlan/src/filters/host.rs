//! Host names that pages come from.

/// Labels of letters and digits with `-` and `_` inside, the last one ending in a letter, and maybe
/// a port.
pub(super) fn is_domain_and_port(text: &str) -> bool {
    // `$` of Python also matches in front of a last line end.
    let text = text.strip_suffix('\n').unwrap_or(text);
    let (name, port) = match text.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (text, None),
    };
    let fine_port = port.is_none_or(|port| {
        !port.starts_with('0')
            && port.bytes().all(|b| b.is_ascii_digit())
            && port.parse::<u16>().is_ok()
    });
    // At least one dot is asked for.
    let Some((front, last)) = name.rsplit_once('.') else { return false };
    let inner =
        |label: &[u8]| label.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let fine_label = |label: &str| match label.as_bytes() {
        [only] => only.is_ascii_alphanumeric(),
        [first, middle @ .., last] => {
            middle.len() <= 61
                && first.is_ascii_alphanumeric()
                && last.is_ascii_alphanumeric()
                && inner(middle)
        }
        [] => false,
    };
    let fine_last = match last.as_bytes() {
        [first, middle @ .., last] => {
            middle.len() <= 61
                && first.is_ascii_alphanumeric()
                // Suffixes may hold digits but must end in a letter.
                && last.is_ascii_alphabetic()
                && inner(middle)
        }
        _ => false,
    };
    fine_port && fine_last && front.split('.').all(fine_label)
}
