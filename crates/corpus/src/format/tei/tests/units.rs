//! Terms, formulas, code and tables.

use super::*;

#[test]
fn terms_and_their_description_are_one_item() {
    let xml = written("<dl><dt>a<dt>b<dd>c<p>d<ul><li>e</ul><dd>f</dl>");
    let expected = "<list type=\"gloss\"><item xml:id=\"dabc.n1\"><label type=\"term\" xml:id=\"dabc.n2\">a</label>\
        <label type=\"term\" xml:id=\"dabc.n3\">b</label><p xml:id=\"dabc.n4\">c</p><p xml:id=\"dabc.n5\">d</p>\
        <list rend=\"bulleted\"><item xml:id=\"dabc.n6\">e</item></list></item>\
        <item xml:id=\"dabc.n7\"><p xml:id=\"dabc.n8\">f</p></item></list>";
    assert!(xml.contains(expected), "{xml}");
}

#[test]
fn formulas_code_tables_tasks_and_notes_are_written_as_what_they_are() {
    let tei = written(include_str!("../../../../../page/tests/cases/markdown/units.html"));
    for part in
        ["10^{6}", "\\frac{w}{3}", "gauge --status", "    go()", "5 ft", "\u{2611}", "Brandt 2003"]
    {
        assert!(tei.contains(part), "{part}: {tei}");
    }
    // Three in the text, and again in the comments, which are a copy of it here.
    assert_eq!(tei.matches("<formula ").count(), 6, "{tei}");
    for sign in ["Copy", "\u{21a9}"] {
        assert!(!tei.contains(sign), "{sign}: {tei}");
    }
}
