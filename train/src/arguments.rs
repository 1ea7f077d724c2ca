//! Options among the arguments of a program.

use anyhow::Result;

/// Arguments from which no run can be made; the program's usage is shown instead.
#[derive(Debug)]
pub(crate) struct Unusable;

impl std::fmt::Display for Unusable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unusable arguments")
    }
}

impl std::error::Error for Unusable {}

/// Takes `name` and its value out of the arguments.
pub(crate) fn take_option(arguments: &mut Vec<String>, name: &str) -> Result<Option<String>> {
    let Some(at) = arguments.iter().position(|argument| argument == name) else {
        return Ok(None);
    };
    arguments.remove(at);
    // A missing value must not turn a run that writes into one that does not.
    if at == arguments.len() { Err(Unusable.into()) } else { Ok(Some(arguments.remove(at))) }
}

/// Takes `name`, which has no value, out of the arguments.
pub(crate) fn take_flag(arguments: &mut Vec<String>, name: &str) -> bool {
    let at = arguments.iter().position(|argument| argument == name);
    at.map(|at| arguments.remove(at)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_are_taken_wherever_they_stand() {
        for line in ["--write DATA a b", "a --write DATA b", "a b --write DATA"] {
            let mut arguments = words(line);
            let taken = take_option(&mut arguments, "--write").expect("a value");
            assert_eq!(taken.as_deref(), Some("DATA"), "{line}");
            assert_eq!(arguments, ["a", "b"], "{line}");
        }
    }

    #[test]
    fn an_option_without_a_value_is_refused() {
        assert!(take_option(&mut words("a --write"), "--write").is_err());
        assert!(matches!(take_option(&mut words("a b"), "--write"), Ok(None)));
    }

    #[test]
    fn flags_leave_their_neighbours() {
        let mut arguments = words("a --together b");
        assert!(take_flag(&mut arguments, "--together"));
        assert!(!take_flag(&mut arguments, "--together"));
        assert_eq!(arguments, ["a", "b"]);
    }
}
