//! Measures against values computed by hand, and their properties on random texts.

use scutch_learn::Random;
use scutch_topic::{Measure, Profile, Stopwords, Text};

use crate::archives::{Archive, measuring, page};

const HOME: &str = "http://a.example/";

/// A profile of one measure, with a threshold that no score is beyond.
fn only(measure: Measure) -> Profile {
    measuring(&[(measure, measure.range().0)])
}

/// The score of the last text against the first.
fn score(measure: Measure, texts: &[&str]) -> f64 {
    let captures = texts.iter().zip(10..);
    let archive = captures.fold(Archive::default(), |archive, (text, day)| {
        archive.page(HOME, &format!("202001{day}000000"), &format!("<p>{text}</p>"))
    });
    archive.judged(&only(measure)).last().expect("a memento").score(0)
}

#[test]
fn scores_are_those_computed_by_hand() {
    let (abc, bcd) = ("alpha beta gamma", "beta gamma delta");
    // idf of a word in one of two texts, and in both.
    let (rare, common) = (1.5_f64.ln() + 1.0, 1.0);
    let cosine = 2.0 * common / (2.0 * common + rare * rare);
    for (measure, texts, expected) in [
        // `<p>` and `</p>` are seven bytes.
        (Measure::ByteCount, ["abcdefghi", "a"], 8.0 / 16.0 - 1.0),
        (Measure::ByteCount, ["a", "abcdefghi"], 1.0),
        (Measure::ByteCount, ["abc", "xyz"], 0.0),
        (Measure::WordCount, ["one two three four", "one"], -0.75),
        (Measure::WordCount, ["one", "one one one"], 2.0),
        (Measure::WordCount, ["one two", "three four"], 0.0),
        (Measure::Jaccard, [abc, bcd], 0.5),
        (Measure::Jaccard, [abc, abc], 0.0),
        (Measure::Jaccard, ["alpha", "beta"], 1.0),
        // Sets: repeats do not count, nor does case or order.
        (Measure::Jaccard, ["Alpha beta beta", "BETA alpha"], 0.0),
        (Measure::Sorensen, [abc, bcd], 1.0 / 3.0),
        (Measure::Sorensen, [abc, abc], 0.0),
        (Measure::Sorensen, ["alpha", "beta"], 1.0),
        (Measure::Cosine, [abc, bcd], cosine),
        (Measure::Cosine, [abc, abc], 1.0),
        (Measure::Cosine, ["alpha", "beta"], 0.0),
        (Measure::SimhashTf, [abc, abc], 0.0),
        (Measure::SimhashRaw, [abc, abc], 0.0),
        (Measure::SimhashRaw, ["a b.c", "A-B C"], 0.0),
        (Measure::Lsi, [abc, abc], 1.0),
        (Measure::Levenshtein, [abc, "alpha gamma"], 1.0),
        (Measure::Levenshtein, [abc, "gamma beta alpha"], 2.0),
        (Measure::Levenshtein, [abc, abc], 0.0),
        (Measure::NormalizedLevenshtein, [abc, "alpha gamma"], 1.0 / 3.0),
        (Measure::NormalizedLevenshtein, [abc, "gamma beta alpha"], 2.0 / 3.0),
        (Measure::NormalizedLevenshtein, [abc, abc], 0.0),
        (Measure::MinHash, [abc, abc], 0.0),
        (Measure::MinHash, [abc, bcd], 1.0),
        (Measure::Spamsum, [abc, abc], 100.0),
        (Measure::Template, [abc, bcd], 0.0),
        // Both texts together have four words.
        (Measure::CollectionJaccard, [abc, bcd], 0.25),
        (Measure::CollectionSorensen, [abc, bcd], 1.0 - 6.0 / 7.0),
    ] {
        let found = score(measure, &texts);
        assert!(
            (found - expected).abs() < 1e-12,
            "{measure} of {texts:?}: {found}, not {expected}"
        );
    }
}

/// A text of so many words of a small vocabulary.
fn text(random: &mut Random, words: usize) -> String {
    let words: Vec<String> = (0..words).map(|_| format!("w{}", random.below(40))).collect();
    words.join(" ")
}

#[test]
fn scores_stay_in_their_ranges_and_equal_texts_have_the_best() {
    let mut random = Random::new(7);
    for measure in Measure::every() {
        for _ in 0..6 {
            let (a, b) = (text(&mut random, 30), text(&mut random, 12));
            let (worst, same) = measure.range();
            let found = score(measure, &[&a, &b]);
            // Counts may grow without bound; all else is within its range.
            let bound = if worst == -1.0 { f64::INFINITY } else { worst.max(same) };
            assert!(found >= worst.min(same) && found <= bound, "{measure}: {found}");
            let collection = measure.otmt_kind() == "collection measures";
            if !collection {
                let equal = score(measure, &[&a, &a]);
                assert!((equal - same).abs() < 1e-9, "{measure} of equal texts: {equal}");
                assert!(!measure.is_off(equal, worst), "{measure}");
            }
        }
    }
}

#[test]
fn distances_of_sets_are_symmetric() {
    let mut random = Random::new(8);
    let symmetric = [
        Measure::Jaccard,
        Measure::Sorensen,
        Measure::Cosine,
        Measure::SimhashTf,
        Measure::SimhashRaw,
        Measure::Levenshtein,
        Measure::NormalizedLevenshtein,
        Measure::MinHash,
        Measure::Spamsum,
        Measure::Template,
    ];
    for measure in symmetric {
        for _ in 0..4 {
            let (a, b) = (text(&mut random, 20), text(&mut random, 25));
            let (forth, back) = (score(measure, &[&a, &b]), score(measure, &[&b, &a]));
            assert!((forth - back).abs() < 1e-12, "{measure}: {forth} and {back}");
        }
    }
}

#[test]
fn sorensen_follows_from_jaccard() {
    let mut random = Random::new(9);
    for _ in 0..10 {
        let (a, b) = (text(&mut random, 20), text(&mut random, 25));
        let jaccard = score(Measure::Jaccard, &[&a, &b]);
        let sorensen = score(Measure::Sorensen, &[&a, &b]);
        // d_S = d_J / (2 - d_J)
        assert!((sorensen - jaccard / (2.0 - jaccard)).abs() < 1e-12);
    }
}

#[test]
fn models_of_the_timemap_see_all_its_mementos() {
    // A word that all mementos have weighs less than one that two of three have.
    let third = "alpha beta other";
    let two = score(Measure::Cosine, &["alpha beta", "alpha gamma"]);
    let three = score(Measure::Cosine, &["alpha beta", third, "alpha gamma"]);
    assert!(two != three, "{two} {three}");
    // With as many topics as texts, LSI is the cosine of plain counts.
    let lsi = score(Measure::Lsi, &["alpha beta", "alpha gamma"]);
    assert!((lsi - 0.5).abs() < 1e-9, "{lsi}");
}

#[test]
fn stems_and_stop_words_change_what_is_compared() {
    let archive = Archive::default()
        .page(HOME, "20200101000000", &page("x", "the ferry was leaving"))
        .page(HOME, "20200102000000", &page("x", "a ferries leave"));
    let mut profile = only(Measure::Jaccard);
    // x, ferry, leaving, the, was against x, ferries, leave, a.
    assert!((archive.judged(&profile)[1].score(0) - (1.0 - 1.0 / 8.0)).abs() < 1e-12);
    profile.sketch.preprocess.stem = true;
    let stemmed = archive.judged(&profile)[1].score(0);
    assert!((stemmed - (1.0 - 3.0 / 6.0)).abs() < 1e-12, "{stemmed}");
    profile.sketch.preprocess.stopwords = Stopwords::OfLanguage;
    assert_eq!(archive.judged(&profile)[1].score(0), 0.0);
    let listed = ["x", "ferry"].map(str::to_owned);
    profile.sketch.preprocess.stopwords = Stopwords::Listed(listed.into_iter().collect());
    profile.sketch.preprocess.stem = false;
    // leaving, the, was against ferries, leave, a.
    assert_eq!(archive.judged(&profile)[1].score(0), 1.0);
}

#[test]
fn the_text_that_is_compared_is_the_one_of_the_profile() {
    let long =
        "The ferry to the islands left the harbour ten minutes late this morning, and nobody on \
         board seemed to mind the rain that fell on the old wooden pier beside the lighthouse. "
            .repeat(3);
    let html = |links: &str| {
        format!(
            "<body><nav>{links}</nav><article><h1>Harbour</h1><p>{long}</p><p>{long}</p></article></body>"
        )
    };
    let menu =
        |word: &str| (0..12).map(|n| format!("<a href=/{n}>{word}{n}</a> ")).collect::<String>();
    let archive = Archive::default().page(HOME, "20200101000000", &html(&menu("old"))).page(
        HOME,
        "20200102000000",
        &html(&menu("new")),
    );
    let mut profile = only(Measure::Jaccard);
    assert!(archive.judged(&profile)[1].score(0) > 0.3);
    for text in [Text::Main, Text::Justext] {
        profile.sketch.text = text;
        assert_eq!(archive.judged(&profile)[1].score(0), 0.0, "{text:?}");
    }
}

#[test]
fn latent_models_are_the_same_in_every_run() {
    let mut random = Random::new(10);
    let texts: Vec<String> = (0..8).map(|_| text(&mut random, 30)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for measure in [Measure::Lsi, Measure::Lda] {
        assert_eq!(score(measure, &texts).to_bits(), score(measure, &texts).to_bits(), "{measure}");
    }
}
