use super::*;

fn hides(sheet: &str) -> bool {
    let mut styles = Styles::default();
    styles.add(sheet);
    styles.hide("div", "menu sub", "top")
}

#[test]
fn the_cascade_chooses() {
    for (sheet, expected) in [
        (".menu{display:none}", true),
        (".menu { color: red; display : none !important; }", true),
        ("#top{display:none}", true),
        ("div.menu.sub{display:none}", true),
        ("p.menu{display:none}", false),
        (".menu{display:none} .menu{display:block}", false),
        (".menu{display:block} .menu{display:none}", true),
        (".menu.sub{display:block} .menu{display:none}", false),
        (".menu.sub{display:block} .menu{display:none!important}", true),
        ("#top{display:flex} .menu.sub{display:none}", false),
        (".menu{display:none;display:grid}", false),
        (".a,.menu,.b{display:none}", true),
        (".menu{visibility:hidden}", false),
        (".menu{display:none!important;display:grid}", true),
        (".menu{display:none !ie}", false),
        (".menu{Display:none}", true),
        (".menu{dis/**/play:none}", true),
        (".menu{--display:none;d:none}", false),
        (".menu{/* color:red; display:none; */ color:blue}", false),
        ("div.menu{display:block!important} .menu{display:none}", false),
        (".x:not(.a,.menu,.b){display:none}", false),
        ("[title='a,.menu,b'],.sub{display:none}", true),
        ("[title='a,.menu,b']{display:none}", false),
    ] {
        assert_eq!(hides(sheet), expected, "{sheet}");
    }
}

#[test]
fn what_a_wide_screen_does_not_see_does_not_count() {
    for (sheet, expected) in [
        ("@media print{.menu{display:none}}", false),
        ("@media screen{.menu{display:none}}", true),
        ("@media only screen and (max-width: 600px){.menu{display:none}}", false),
        ("@media (min-width:48em){.menu{display:none}}", true),
        ("@media (max-width:600px),(min-width:1000px){.menu{display:none}}", true),
        ("@media (hover:none){.menu{display:none}}", false),
        ("@layer base{.menu{display:none}}", true),
        ("@font-face{src:url(a)} .menu{display:none}", true),
        ("@import url(none.css); .menu{display:none}", true),
        ("@media print{.a{b:c}} .menu{display:none}", true),
        ("@media(min-width:48em){.menu{display:none}}", true),
        ("@media screen\nand (min-width:1px)and (max-width:9999px){.menu{display:none}}", true),
        ("@media{.menu{display:none}}", true),
        ("@supports (display:grid){.menu{display:none}}", true),
        ("@supports not (display:grid){.menu{display:none}}", false),
    ] {
        assert_eq!(hides(sheet), expected, "{sheet}");
    }
}

#[test]
fn selectors_of_several_elements_and_states_are_passed_over() {
    for selector in [
        ".a .menu",
        ".a>.menu",
        ".menu:hover",
        ".menu::before",
        "*",
        "div",
        "[id]",
        ".menu\\:x",
        "",
    ] {
        assert!(!hides(&format!("{selector}{{display:none}}")), "{selector}");
    }
}

#[test]
fn broken_sheets_end() {
    for sheet in [
        ".menu{display:none",
        "/* .menu{display:none}",
        ".a{content:'}'} .menu{display:none}",
        ".a{content:\"\n} .menu{display:none}",
        "/* { */ .menu{display:none}",
        "}}}.menu{display:none}",
        "@media screen{{{{{{",
        ".menu{.b{display:none}}",
        "é{}\\",
    ] {
        hides(sheet);
    }
    assert!(hides(".a{content:'}'} .menu{display:none}"));
    assert!(hides("/* { */ .menu{/* a: b; */display:none}"));
    assert!(!hides(".menu{.b{display:none}}"));
    assert!(hides("<!-- .menu{display:none} -->"));
    assert!(hides(r#".a::before{content:"\""} .menu{display:none}"#));
    assert!(hides(".a{b:c}} .b{c:d} .menu{display:none}"));
    assert!(!hides(".a{b:c}; .menu{display:none}"), "part of the selector, as in browsers");
    assert!(hides("@media screen{.a{b:c}; .menu{display:none}}"));
    hides(&"<!--".repeat(100_000));
    hides(&"a{b:\"\\".repeat(100_000));
    hides(&"@media screen{none".repeat(10_000));
    hides(&"a{none".repeat(100_000));
    hides(&".menu{display:none}".repeat(100_000));
}
