//! Settings of a fit: the constants at the top level of its programs, in Rust and Python.

/// Longest setting that is shown, in bytes; longer ones are lists of words.
const LONGEST: usize = 700;

/// The constants of a source, each as `NAME = VALUE` on one line. Texts are no settings.
pub(super) fn settings(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let Some((name, value)) = begins(line) else { continue };
        let mut value = value.trim().to_owned();
        while depth(&value) > 0 {
            let Some(next) = lines.next() else { break };
            let next = without_comment(next).trim();
            if !next.is_empty() {
                value = format!("{value} {next}");
            }
        }
        let value = value.trim_end_matches(';').replace("[ ", "[").replace("{ ", "{");
        let value = value.replace(", ]", "]").replace(", }", "}").replace(" }", "}");
        let is_text = value.starts_with(['"', '\'']) || value.contains("re.compile");
        if !is_text && value.len() <= LONGEST {
            found.push(format!("{name} = {value}"));
        }
    }
    found
}

/// The name and the beginning of the value of a constant that begins on a line.
fn begins(line: &str) -> Option<(&str, &str)> {
    let line = without_comment(line);
    let rust = line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
    if let Some(constant) = rust.strip_prefix("const ") {
        let (name, rest) = constant.split_once(": ")?;
        let (kind, value) = rest.split_once(" = ")?;
        return (!kind.starts_with("&str")).then_some((name, value));
    }
    let (name, value) = line.split_once(" = ")?;
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "_, ".contains(c);
    (name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_name))
        .then_some((name, value))
}

fn without_comment(line: &str) -> &str {
    let cut = line.find("  # ").or(line.find(" // ")).unwrap_or(line.len());
    let rest = line[..cut].trim_start();
    if rest.starts_with('#') || rest.starts_with("//") { "" } else { &line[..cut] }
}

/// How many brackets are open at the end.
fn depth(value: &str) -> i32 {
    let of = |c: char| match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    };
    value.chars().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_of_both_languages_are_read() {
        for (source, expected) in [
            ("FOLDS = 5\n", &["FOLDS = 5"][..]),
            ("WIDTH, ROUNDS = 32, 6", &["WIDTH, ROUNDS = 32, 6"]),
            ("const SEEDS: u64 = 10;", &["SEEDS = 10"]),
            ("pub(crate) const FOLDS: u64 = 5;", &["FOLDS = 5"]),
            (
                "SETTINGS = {\n    # why\n    \"leaves\": 4,\n    **STEADY,\n}\nA = 1",
                &["SETTINGS = {\"leaves\": 4, **STEADY}", "A = 1"],
            ),
            (
                "const PENALTY: Penalty = Penalty { l2: 0.15, non_negative: true };",
                &["PENALTY = Penalty {l2: 0.15, non_negative: true}"],
            ),
            ("A = 1  # one\nb = 2\n    C = 3\nif A == 1:", &["A = 1"]),
            ("WHAT = \"trees\"\nA = 1", &["A = 1"]),
            ("const USAGE: &str = \"x\";\nlet a = 1;\nKINDS = {\n\"a\": re.compile(\"b\")}", &[]),
        ] {
            let found = settings(source);
            assert_eq!(found, expected, "{source}");
        }
    }
}
