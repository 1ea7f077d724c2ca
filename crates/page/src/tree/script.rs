//! Scripts that are read: they hold formulas or data, and run nothing.

/// Whether a script of this type is TeX (MathJax 2).
pub(crate) fn is_tex(kind: &str) -> bool {
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("math/tex"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_mathjax_are_tex() {
        for (kind, expected) in [
            ("math/tex", true),
            ("math/tex; mode=display", true),
            (" Math/TeX ;x", true),
            ("math/mml", false),
            ("text/javascript", false),
            ("", false),
        ] {
            assert_eq!(is_tex(kind), expected, "{kind}");
        }
    }
}
