//! Names of methods, as rows of labels have them and as the tables show them.

use scutch_template::Method;

/// The method of a name as rows of labels have it, such as `template-t001/3`, in any version.
/// `None` for other names: a run whose labels name no method is named by its path.
pub(super) fn method(name: &str) -> Option<Method> {
    let stem = stem(name)?;
    Method::ALL.into_iter().find(|method| self::stem(method.id()) == Some(stem))
}

/// A method's name without its version.
pub fn stem(name: &str) -> Option<&str> {
    let (stem, version) = name.split_once('/')?;
    version.parse::<u32>().is_ok().then_some(stem)
}

/// `template-t001/3` as T001. Rows call the default method `template`; tables call it LEARNED.
pub(super) fn display_name(name: &str) -> String {
    let single = stem(scutch_page::Method::Page.id());
    match (method(name), stem(name)) {
        (Some(Method::Learned), _) => "LEARNED".to_owned(),
        (Some(_), Some(stem)) => stem.trim_start_matches("template-").to_uppercase(),
        (None, Some(stem)) if Some(stem) == single => stem.to_uppercase(),
        _ => name.to_owned(),
    }
}

/// The figure of the thesis that shows all measures of a method.
pub(super) fn figure(method: Option<Method>) -> Option<&'static str> {
    match method? {
        Method::T001 => Some("figure D.1"),
        Method::T002 => Some("figure D.2"),
        Method::T006 => Some("figure D.3"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_has_its_name() {
        let names = Method::ALL.map(|method| display_name(method.id()));
        assert_eq!(names[..3], ["LEARNED", "T001", "T002"]);
        assert_eq!(names[7..], ["CONTEXT", "KEEP-INVALID", "OCCURRENCE"]);
        assert_eq!(display_name("page/16"), "PAGE");
        assert_eq!(display_name("template-t001/2"), "T001");
    }

    #[test]
    fn a_path_is_no_method() {
        for name in ["t001/nodes.jsonl", "template-t001/nodes.jsonl", "T001", "t001"] {
            assert_eq!((method(name), display_name(name).as_str()), (None, name));
        }
    }
}
