use std::fs;

use scutch_page::Document;
use scutch_segment::Segmented;

use super::*;

const TWO_WORDS: &str = "# sent_id = abc.p1.s1\n# text = Vámonos ya .\n\
    1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\tNER=O\n\
    1\tVamos\tir\tVERB\tv\tMood=Imp\t_\t_\t_\t_\n\
    2\tnos\tnosotros\tPRON\tp\t_\t_\t_\t_\t_\n\
    3\tya\tya\tADV\tr\t_\t_\t_\t_\tEntity=B-X\n\
    3.1\tnot\tin\tthe\ttext\t_\t_\t_\t_\t_\n\
    4\t.\t.\tPUNCT\tf\t_\t_\t_\t_\t_\n";

#[test]
fn words_of_one_token_are_joined() {
    let sentences = conllu::sentences(TWO_WORDS).expect("CoNLL-U");
    let [sentence] = &sentences[..] else { panic!("one sentence: {sentences:?}") };
    assert_eq!(sentence.id, "abc.p1.s1");
    assert_eq!(sentence.text, Some("Vámonos ya ."));
    let tokens = sentence.tokens.iter().map(|t| (t.form, t.values.join(" "), t.name));
    let expected = [
        ("Vámonos", "ir+nosotros VERB+PRON v+p Mood=Imp+_".to_owned(), Some("O")),
        ("ya", "ya ADV r _".to_owned(), Some("B-X")),
        (".", ". PUNCT f _".to_owned(), None),
    ];
    assert_eq!(tokens.collect::<Vec<_>>(), expected);
}

#[test]
fn what_no_word_of_a_token_has_is_unknown() {
    let text = "1-2\tbaker's\t_\t_\t_\t_\t_\t_\t_\t_\n\
        1\tbaker\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\
        2\t's\t_\t_\t_\t_\t_\t_\t_\t_\n";
    let sentences = conllu::sentences(text).expect("CoNLL-U");
    assert_eq!(sentences[0].tokens[0].values, ["_", "NOUN+_", "_", "_"]);
}

#[test]
fn other_text_is_no_conllu() {
    for text in ["1\ta\n", "x\ta\t_\t_\t_\t_\t_\t_\t_\t_\n", "<xml/>"] {
        assert_eq!(conllu::sentences(text), None, "{text}");
    }
    assert_eq!(conllu::sentences("# newdoc id = a\n\n"), Some(Vec::new()));
}

#[test]
fn documents_are_found_by_the_ids_of_sentences() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let sentence = |id: &str| format!("# sent_id = {id}\n1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
    let first = ["a.p1.s1", "a.p1.s2", "b.p1.s1", "a.p2.s1"].map(sentence).concat();
    fs::write(folder.path().join("1.conllu"), &first).expect("file");
    fs::write(folder.path().join("2.conllu"), sentence("c.p1.s1")).expect("file");
    fs::write(folder.path().join("notes.txt"), sentence("d.p1.s1")).expect("file");
    let found = Annotations::open(folder.path()).expect("opens");
    let known = found.documents.iter().map(|(id, span)| (id.as_str(), span.is_some()));
    assert_eq!(known.collect::<HashMap<_, _>>(), [("a", false), ("b", true), ("c", true)].into());
    let text = found.read(found.documents["b"].expect("one")).expect("reads");
    assert_eq!(text, sentence("b.p1.s1"));
    let none = Document::default();
    let none = Segmented::new(&none, None);
    assert_eq!(found.for_document("a", &none), Err(Unmerged::Repeated));
    assert_eq!(found.for_document("b", &none), Err(Unmerged::Differs));
    assert_eq!(found.for_document("d", &none), Err(Unmerged::Missing));
}
