//! Documents made to be hard: work and depth stay bounded, and nothing is lost without a word.

use scutch_html::{Limits, NodeId, NodeKind, Options, Tree, parse};

/// Makes a document of so many parts.
type Bomb = (&'static str, fn(usize) -> String);

const BOMBS: &[Bomb] = &[
    ("nested blocks", |n| "<div>".repeat(n)),
    ("nested formatting", |n| "<b>".repeat(n) + &"</b>".repeat(n)),
    ("misnested blocks", |n| "<b><p>".repeat(n) + &"</b>".repeat(n)),
    ("misnested links", |n| "<a><div>".repeat(n)),
    ("unequal formatting", |n| (0..n).map(|i| format!("<p><b id={i}></p>")).collect()),
    ("many attributes", |n| {
        format!("<p {}>", (0..n).map(|i| format!(" a{i}=b")).collect::<String>())
    }),
    ("equal attributes", |n| format!("<p {}>", " a=b".repeat(n))),
    ("nested tables", |n| "<table>".repeat(n)),
    ("text astray", |n| format!("<table>{}", "a&amp;<tr>".repeat(n))),
    ("text astray and not", |n| format!("x<table>{}", "&lt;<tr><td>&gt;</td>".repeat(n))),
    ("nested drawings", |n| "<svg>".repeat(n) + &"</x>".repeat(n)),
    ("scripts in drawings", |n| format!("<svg>{}", "<script>".repeat(n))),
    ("controls in formulas", |n| format!("<math>{}", "<input>".repeat(n))),
    ("text for browsers without scripts", |n| "<noscript>".repeat(n)),
    ("what is selected", |n| "<select><selectedcontent></selectedcontent><option>a".repeat(n)),
    ("selects in drawings", |n| {
        "<select><selectedcontent></selectedcontent><option><svg><foreignObject>".repeat(n)
    }),
    ("nested templates", |n| "<template>".repeat(n)),
    ("options", |n| format!("<select>{}", "<optgroup><option>".repeat(n))),
    ("lists", |n| "<ul><li>".repeat(n)),
    ("buttons in paragraphs", |n| "<p><button>".repeat(n)),
    ("stray end tags", |n| format!("<div>{}", "</p></x></li>".repeat(n))),
    ("new names", |n| (0..n).map(|i| format!("<x{i}>")).collect()),
    ("references", |n| "&amp;&#65;&ampx &".repeat(n)),
    ("comments", |n| "<!--".repeat(n) + &"--!-".repeat(n)),
    ("ends of raw text", |n| format!("<title>{}", "</titl".repeat(n))),
    ("scripts in scripts", |n| format!("<script><!--{}", "<script></script".repeat(n))),
    ("attributes of the body", |n| {
        let full: String = (0..1024).map(|at| format!(" a{at}")).collect();
        format!("<body{full}>{}", "<body z>".repeat(n))
    }),
    ("end tags within drawings", |n| format!("<svg>{}{}", "<g>".repeat(250), "</x>".repeat(n))),
    ("NUL", |n| "\0a<b\0=\0>".repeat(n)),
    ("lines", |n| "<pre>\r\r\n".repeat(n)),
];

/// CPU time of this thread in nanoseconds, on Linux.
fn cpu_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

fn depth(tree: &Tree<'_>) -> usize {
    let mut depths = vec![0; tree.len()];
    for id in tree.all().skip(1) {
        depths[id.index()] = 1 + tree.parent(id).map_or(0, |parent| depths[parent.index()]);
    }
    depths.into_iter().max().unwrap_or(0)
}

#[test]
fn work_grows_with_the_document() {
    const PARTS: usize = 2_500;
    const GROWTH: usize = 8;
    for (name, bomb) in BOMBS {
        let time = |parts| {
            let html = bomb(parts);
            let start = cpu_nanoseconds();
            let tree = parse(&html, &Options::default());
            let end = cpu_nanoseconds();
            assert!(tree.is_sound(), "{name}");
            assert!(depth(&tree) < 3 * Limits::default().depth, "{name}: {}", depth(&tree));
            Some((end? - start?).max(5_000_000))
        };
        time(PARTS);
        let (Some(few), Some(many)) = (time(PARTS), time(PARTS * GROWTH)) else {
            eprintln!("SKIPPED: this system does not say what a thread costs");
            return;
        };
        assert!(many < few * GROWTH as u64 * 4, "{name}: {few} ns, then {many} ns");
    }
}

#[test]
fn what_is_left_out_is_said() {
    let options = |limits| Options { limits, ..Options::default() };
    let text = |tree: &Tree<'_>| {
        tree.all()
            .filter(|id| tree.kind(*id) == NodeKind::Text)
            .map(|id| tree.text(id).to_owned())
            .collect::<String>()
    };
    let deep = (0..100).map(|i| format!("<div>{i} ")).collect::<String>() + &"</div>".repeat(100);
    let tree = parse(&deep, &options(Limits { depth: 20, ..Limits::default() }));
    let all = (0..100).map(|i| format!("{i} ")).collect::<String>();
    assert_eq!(text(&tree), all, "tags are left out, their text stays");
    assert!(tree.cuts().depth && depth(&tree) <= 22 && !tree.cuts().nodes);

    // The last element that has room keeps its text.
    for nodes in [7, 8] {
        let tree = parse("<p>a<p>b<p>c<p>d", &options(Limits { nodes, ..Limits::default() }));
        assert!(tree.cuts().nodes && text(&tree) == "ab", "{}", text(&tree));
    }

    let few = Limits { attributes_per_element: 2, attributes: 3, ..Limits::default() };
    let tree = parse("<body><p a=1 b=2 c=3><p a=4 b=5>", &options(few));
    let values: Vec<&str> =
        tree.all().flat_map(|id| tree.attributes(id).map(|(_, _, value)| value)).collect();
    assert!(tree.cuts().attributes && values == ["1", "2", "4"], "{values:?}");

    // Each cell leaves its marker behind, and a marker is no open element.
    let cells = format!("<table><tr>{}</table><p><a>x", "<td><object></td>".repeat(1_000));
    assert!(!parse(&cells, &Options::default()).cuts().depth);

    // A drawing that closes itself has no end tag, also where it is left out.
    let drawings = format!("{}<svg/>{}<svg></svg>after", "<div>".repeat(60), "</div>".repeat(30));
    let tree = parse(&drawings, &options(Limits { depth: 60, ..Limits::default() }));
    let after = tree.all().find(|id| tree.text(*id) == "after").expect("the text");
    assert!(tree.ancestors(after).all(|id| tree.name(id) != "svg"));

    let tree = parse("<p>a<p>b", &Options::default());
    assert_eq!(tree.cuts(), scutch_html::Cuts::default());
    assert_eq!(tree.children(NodeId::DOCUMENT).count(), 1);
}

proptest::proptest! {
    #[test]
    fn trees_of_any_soup_are_sound_and_keep_its_text(
        soup in "(<(div|p|b|a|i|ul|li|table|tr|td|svg|math|mi|select|option|form|template|nobr|h1|button|frameset|title)( a=b)?>|</(div|p|b|a|i|ul|table|td|svg|select|form|template|h1|title)>|[xyz ]){0,40}",
    ) {
        let tree = parse(&soup, &Options::default());
        proptest::prop_assert!(tree.is_sound());
        let letters = |text: &str| text.chars().filter(|c| "xyz".contains(*c)).count();
        let found: usize = tree.all().map(|id| letters(tree.text(id))).sum();
        // Framesets drop what is in them; nothing adds.
        let written = letters(&soup.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect::<String>());
        proptest::prop_assert!(found <= written);
        if !soup.contains("<frameset") {
            proptest::prop_assert_eq!(found, written);
        }
    }
}
