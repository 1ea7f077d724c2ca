//! Tree construction, as html5lib tests it.

use scutch_html::{Context, Namespace, Options, Tree, parse, parse_fragment};

use crate::cases::{Case, cases, files};
use crate::outline::outline;

/// The tree of a case.
fn tree(case: &Case, scripting: bool) -> Tree<'_> {
    let options = Options { scripting, ..Options::default() };
    let Some(context) = &case.fragment else { return parse(&case.data, &options) };
    let (namespace, name) = match context.split_once(' ') {
        Some(("svg", name)) => (Namespace::Svg, name),
        Some(("math", name)) => (Namespace::MathMl, name),
        _ => (Namespace::Html, context.as_str()),
    };
    parse_fragment(&case.data, Context { name, namespace }, &options)
}

#[test]
fn trees_are_those_of_the_standard() {
    let files = files("tree-construction", "dat");
    if files.is_empty() {
        return;
    }
    let (mut run, mut wrong) = (0, Vec::new());
    for (name, text) in files {
        for case in cases(&text) {
            let modes = case.scripting.map_or(vec![false, true], |scripting| vec![scripting]);
            for scripting in modes {
                run += 1;
                let tree = tree(&case, scripting);
                assert!(tree.is_sound(), "{name}: {:?}", case.data);
                let found = outline(&tree);
                if found != case.document {
                    let Case { data, document, fragment, .. } = &case;
                    wrong.push(format!(
                        "{name} {fragment:?} scripting {scripting}: {data:?}\n{document}\nfound\n{found}"
                    ));
                }
            }
        }
    }
    assert!(run > 3000, "{run}");
    assert!(wrong.is_empty(), "{} of {run}:\n{}", wrong.len(), wrong.join("\n\n"));
}
