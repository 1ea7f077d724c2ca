//! Scripts that are read: they hold formulas or data, and run nothing.

/// Whether a script of this type is TeX (MathJax 2).
pub(crate) fn is_tex(kind: &str) -> bool {
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("math/tex"))
}
