//! Media queries, as a wide screen answers them.

/// Width of the screen, in pixels.
const WIDTH: f64 = 1280.0;
/// Pixels of an `em`.
const EM: f64 = 16.0;

/// Whether the rules in the block of an at-rule hold on a wide screen.
pub(super) fn at_rule_applies(head: &str) -> bool {
    let name = |c: char| c.is_alphanumeric() || c == '@' || c == '-';
    let (name, condition) = head.split_at(head.find(|c| !name(c)).unwrap_or(head.len()));
    match name.to_ascii_lowercase().as_str() {
        "@media" => media_matches(condition),
        // Browsers support nearly everything that style sheets ask for.
        "@supports" => !condition.trim().to_ascii_lowercase().starts_with("not"),
        "@layer" => true,
        _ => false,
    }
}

/// Whether one of some media queries holds on a wide screen. An empty list holds everywhere.
pub(in crate::tree) fn media_matches(queries: &str) -> bool {
    // Line breaks in queries would hide the word `and`.
    let queries = queries.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    queries.is_empty() || queries.split(',').any(query_holds)
}

fn query_holds(query: &str) -> bool {
    query.replace(")and ", ") and ").split(" and ").all(|part| {
        let part = part.trim().trim_start_matches("only ").trim();
        let feature = part.strip_prefix('(').and_then(|p| p.strip_suffix(')'));
        let Some(feature) = feature else { return matches!(part, "all" | "screen") };
        match feature.split_once(':').map(|(name, value)| (name.trim(), pixels(value.trim()))) {
            Some(("min-width", Some(least))) => WIDTH >= least,
            Some(("max-width", Some(most))) => WIDTH <= most,
            // What hides on touch screens or at night may be seen here.
            _ => false,
        }
    })
}

/// A length in pixels; `None` for units that depend on more than the screen.
fn pixels(length: &str) -> Option<f64> {
    let digits = length.trim_end_matches(char::is_alphabetic);
    let unit = match &length[digits.len()..] {
        "px" | "" => 1.0,
        "em" | "rem" => EM,
        _ => return None,
    };
    digits.parse::<f64>().ok().map(|number| number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_answered_for_a_wide_screen() {
        for (queries, expected) in [
            ("", true),
            ("all", true),
            ("screen", true),
            ("print", false),
            ("only screen and (min-width: 1280px)", true),
            ("(min-width: 1281px)", false),
            ("(max-width: 79em)", false),
            ("(max-width: 80REM)", true),
            ("print, screen", true),
            ("(min-width:1px)and (max-width:9999px)", true),
            ("(orientation: portrait)", false),
            ("(min-width: 50vw)", false),
            ("(min-width)", false),
            ("not screen", false),
        ] {
            assert_eq!(media_matches(queries), expected, "{queries}");
        }
    }

    #[test]
    fn at_rules_apply_if_their_condition_holds() {
        for (head, expected) in [
            ("@media print", false),
            ("@MEDIA screen", true),
            ("@supports (display: grid)", true),
            ("@supports not (display: grid)", false),
            ("@layer base", true),
            ("@font-face", false),
            ("@keyframes fade", false),
        ] {
            assert_eq!(at_rule_applies(head), expected, "{head}");
        }
    }
}
