//! Properties of the parts, on random input.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use scutch_topic::evaluate::{census, score};
use scutch_topic::features::FEATURES;
use scutch_topic::label::{Label, csv_fields, read_labels};
use scutch_topic::sweep::{self, Rule, Sample, best, best_pair, grid};
use scutch_topic::{
    AnchorRule, Combine, Idf, Measure, Model, Notice, PROFILES, Preprocess, Profile, SketchConfig,
    Sketcher, Terms, Tokenizer, jaccard, simhash, sorensen, token_id, tokens,
};

fn list(text: &str, tokenizer: Tokenizer) -> Vec<String> {
    let mut all = Vec::new();
    tokens(text, tokenizer, |token| all.push(token.to_owned()));
    all
}

/// Votes counted one by one, as the Python library does.
fn plain_simhash(features: &[(u64, u32)]) -> u64 {
    let mut bits = 0;
    for bit in 0..64 {
        let votes: i64 = features
            .iter()
            .map(
                |(hash, count)| {
                    if hash >> bit & 1 == 1 { i64::from(*count) } else { -i64::from(*count) }
                },
            )
            .sum();
        bits |= u64::from(votes > 0) << bit;
    }
    bits
}

fn terms() -> impl Strategy<Value = BTreeMap<u64, u32>> {
    proptest::collection::btree_map(0..40_u64, 1..9_u32, 0..25)
}

proptest! {
    #[test]
    fn tokens_are_lower_case_runs_without_separators(text in "\\PC{0,60}") {
        for token in list(&text, Tokenizer::Words) {
            prop_assert!(!token.is_empty());
            prop_assert!(!token.contains(char::is_whitespace), "{token:?}");
            // Cutting a token again changes nothing, but for a mark at its end that a small letter
            // has gained: İ is i with a dot above.
            let again = list(&token, Tokenizer::Words).concat();
            prop_assert_eq!(again.trim_end_matches('\u{307}'), token.trim_end_matches('\u{307}'));
        }
    }

    #[test]
    fn separators_between_texts_part_tokens(a in "[a-zäé0-9 ]{0,30}", b in "[a-zäé0-9 ]{0,30}") {
        let both = list(&format!("{a} - {b}"), Tokenizer::Words);
        let mut apart = list(&a, Tokenizer::Words);
        apart.extend(list(&b, Tokenizer::Words));
        prop_assert_eq!(both, apart);
    }

    #[test]
    fn runs_have_the_letters_of_words(text in "[a-z東京ไทย ]{0,40}") {
        let words = list(&text, Tokenizer::Words).concat();
        prop_assert_eq!(words, list(&text, Tokenizer::Runs).concat());
    }

    #[test]
    fn intersections_are_those_of_sets(a in terms(), b in terms()) {
        let (x, y) = (Terms::new(a.clone().into_iter().collect()), Terms::new(b.clone().into_iter().collect()));
        let common: Vec<(u64, u32, u32)> =
            a.iter().filter_map(|(term, n)| Some((*term, *n, *b.get(term)?))).collect();
        let mut found = Vec::new();
        x.for_each_common(&y, |term, m, n| found.push((term, m, n)));
        prop_assert_eq!(&found, &common);
        prop_assert_eq!(x.common(&y), common.len());
        prop_assert_eq!(x.distinct(), a.len());
        prop_assert_eq!(x.is_empty(), a.is_empty());
        let union: BTreeSet<&u64> = a.keys().chain(b.keys()).collect();
        let distance = jaccard(common.len(), a.len(), b.len());
        let expected =
            if union.is_empty() { 0.0 } else { 1.0 - common.len() as f64 / union.len() as f64 };
        prop_assert!((distance - expected).abs() < 1e-12);
        let dice = sorensen(common.len(), a.len(), b.len());
        prop_assert!((0.0..=1.0).contains(&dice) && dice <= distance + 1e-12);
    }

    #[test]
    fn cosines_are_symmetric_and_at_most_one(a in terms(), b in terms(), times in 1..5_u64) {
        let texts = [a, b].map(|terms| Terms::new(terms.into_iter().collect()));
        let mut idf = Idf::default();
        texts.iter().for_each(|text| idf.add(text, times));
        let with = |at: usize| (&texts[at], idf.norm(&texts[at]));
        let (forth, back) = (idf.cosine(with(0), with(1)), idf.cosine(with(1), with(0)));
        prop_assert!((forth - back).abs() < 1e-12);
        prop_assert!((0.0..=1.0).contains(&forth));
        prop_assert!((idf.cosine(with(0), with(0)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn simhashes_are_those_of_plain_counts(features in proptest::collection::vec((any::<u64>(), 1..1000_u32), 0..40)) {
        prop_assert_eq!(simhash::hash_counts(features.iter().copied()), plain_simhash(&features));
    }

    #[test]
    fn distances_of_simhashes_are_a_metric(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
        let distance = simhash::distance;
        prop_assert_eq!(distance(a, a), 0);
        prop_assert_eq!(distance(a, b), distance(b, a));
        prop_assert!(distance(a, c) <= distance(a, b) + distance(b, c));
        prop_assert!(distance(a, b) <= simhash::BITS);
    }

    #[test]
    fn raw_simhashes_do_not_depend_on_what_was_hashed_before(texts in proptest::collection::vec("\\PC{0,30}", 1..8)) {
        let mut shared = simhash::Simhasher::default();
        for text in &texts {
            prop_assert_eq!(shared.hash_text(text), simhash::Simhasher::default().hash_text(text));
        }
    }

    #[test]
    fn printed_bytes_are_ascii_and_tell_contents_apart(a in any::<Vec<u8>>(), b in any::<Vec<u8>>()) {
        let (x, y) = (simhash::printed(&a), simhash::printed(&b));
        prop_assert!(x.is_ascii());
        prop_assert_eq!(a == b, x == y);
    }

    #[test]
    fn fields_of_csv_lead_back(fields in proptest::collection::vec("[a-z\",; ]{0,8}", 1..6)) {
        let quoted: Vec<String> =
            fields.iter().map(|field| format!("\"{}\"", field.replace('"', "\"\""))).collect();
        prop_assert_eq!(csv_fields(&quoted.join(",")), fields);
    }

    #[test]
    fn labels_never_panic(text in "[a-z,\t\"\n]{0,80}") {
        let _ = read_labels(&text);
        let _ = read_labels(&format!("urim,label\n{text}"));
        let _ = read_labels(&format!("id\tdate\tURI\tlabel\n{text}"));
    }

    #[test]
    fn sketches_never_panic_and_are_written_and_read_back(bytes in "[<>/a-z \"=&;é東]{0,200}") {
        let mut profile = Profile::named("default").expect("known");
        profile.measures = Measure::every().map(|measure| (measure, 0.5)).collect();
        profile.ready();
        let hints = scutch_page::Hints::default();
        let media = scutch_topic::Media::Html;
        let sketch = Sketcher::default().sketch(bytes.as_bytes(), media, &hints, &profile.sketch);
        let store = scutch_topic::SketchStore::new().expect("a temporary file");
        let content = store.add(7, &sketch).expect("written");
        prop_assert_eq!(store.get(content).expect("read"), sketch);
        prop_assert_eq!(store.known(7), Some(content));
        prop_assert_eq!(store.known(8), None);
    }

    #[test]
    fn the_best_threshold_is_the_best_of_the_grid(scores in proptest::collection::vec((0.0..1.0_f64, any::<bool>()), 1..40)) {
        let samples = samples(&scores);
        let refs: Vec<&Sample> = samples.iter().collect();
        let column = (Measure::Jaccard, 0);
        let (_, counts) = best(&refs, column);
        for threshold in grid(Measure::Jaccard) {
            let other = Rule(vec![(column, threshold)]).counts(&samples);
            prop_assert!(other.f1() <= counts.f1());
        }
        // A pair is never worse than its first measure.
        let (_, paired) = best_pair(&refs, column, (Measure::Sorensen, 0));
        prop_assert!(paired.f1() >= counts.f1());
    }
}

fn samples(scores: &[(f64, bool)]) -> Vec<Sample> {
    let sample = |(at, (score, off)): (usize, &(f64, bool))| Sample {
        timemap: format!("t{}", at % 3),
        site: format!("s{}", at % 4),
        tier: if at % 2 == 0 { "real" } else { "injected" }.to_owned(),
        kind: String::new(),
        off: *off,
        found: *score > 0.5,
        scores: vec![*score],
    };
    scores.iter().enumerate().map(sample).collect()
}

#[test]
fn thresholds_are_held_out_by_site() {
    let scores: Vec<(f64, bool)> = (0..60).map(|n| (f64::from(n) / 60.0, n >= 40)).collect();
    let samples = samples(&scores);
    let verdicts = sweep::held_out(&samples, 4, 3, |others| {
        // A site is seen whole or not at all.
        for site in ["s0", "s1", "s2", "s3"] {
            let seen = others.iter().filter(|sample| sample.site == site).count();
            assert!(seen == 0 || seen == 15, "{site}: {seen}");
        }
        Rule(vec![((Measure::Jaccard, 0), best(others, (Measure::Jaccard, 0)).0)])
    });
    assert_eq!(verdicts.len(), 3);
    assert!(verdicts.iter().all(|found| found.len() == samples.len()));
    let all = sweep::mean_f1(&samples, &verdicts, None);
    let parts = ["real", "injected"].map(|tier| sweep::mean_f1(&samples, &verdicts, Some(tier)));
    assert!(all > 0.8 && parts.iter().all(|f1| *f1 > 0.7), "{all} {parts:?}");
    let interval = sweep::threshold_interval(&samples, (Measure::Jaccard, 0), 1).expect("samples");
    assert!(interval.low <= interval.high && interval.low >= 0.5, "{interval:?}");
    // The same seed draws the same samples.
    assert_eq!(sweep::threshold_interval(&samples, (Measure::Jaccard, 0), 1), Some(interval));
}

#[test]
fn scores_count_each_label_once() {
    let label = |urim: &str, label: &str, kind: &str, tier: &str| Label {
        urim: urim.to_owned(),
        label: label.to_owned(),
        kind: kind.to_owned(),
        tier: tier.to_owned(),
        timemap: urim[..1].to_owned(),
        ..Label::default()
    };
    let labels = [
        label("a1", "on", "first", "real"),
        label("a2", "off", "parked", "real"),
        label("a3", "off", "parked", "real"),
        label("b1", "on", "same", "injected"),
        label("b2", "on", "same", "injected"),
        label("b3", "ambiguous", "note", "injected"),
    ];
    let predictions = [("a2", true), ("a3", false), ("b1", true)];
    let predictions = predictions.map(|(uri, off)| (uri.to_owned(), off)).into_iter().collect();
    let scores = score(&labels, &predictions, 1);
    assert_eq!((scores.all.hits, scores.all.missed), (1.0, 1.0));
    assert_eq!((scores.all.extra, scores.all.rest), (1.0, 1.0));
    assert_eq!(scores.missing, 1);
    let tiers: Vec<(&str, f64)> =
        scores.tiers.iter().map(|(tier, counts)| (tier.as_str(), counts.f1())).collect();
    assert_eq!(tiers, [("injected", 0.0), ("real", 2.0 / 3.0)]);
    let key = ("real".to_owned(), "parked".to_owned(), "off".to_owned());
    assert!(scores.kinds.contains(&(key, (2, 1))));
    let f1 = scores.f1.expect("two TimeMaps");
    assert!(f1.low <= scores.all.f1() && scores.all.f1() <= f1.high);
    let census = census(&labels);
    assert_eq!((census.timemaps, census.mementos, census.off), (2, 6, 2));
}

#[test]
fn profiles_measures_and_rules_have_names_that_lead_back() {
    for name in PROFILES {
        let profile = Profile::named(name).expect(name);
        assert_eq!((profile.name.as_str(), profile.title()), (*name, (*name).to_owned()));
        for (measure, threshold) in &profile.measures {
            assert_eq!(Profile::threshold(name, *measure), Some(*threshold), "{name} {measure}");
            let (worst, same) = measure.range();
            assert!(
                measure.is_off(worst, *threshold) && !measure.is_off(same, *threshold),
                "{name}"
            );
        }
    }
    for rule in AnchorRule::ALL {
        assert_eq!(AnchorRule::named(rule.name()), Some(*rule));
    }
    for rule in [Combine::Any, Combine::All, Combine::Learned] {
        assert_eq!(Combine::named(rule.name()), Some(rule));
    }
    assert_eq!(
        (Combine::named("or"), Combine::named("and")),
        (Some(Combine::Any), Some(Combine::All))
    );
    assert_eq!(AnchorRule::named("last"), None);
    assert_eq!(Combine::named("xor"), None);
    for tokenizer in Tokenizer::ALL {
        assert_eq!(Tokenizer::named(tokenizer.name()), Some(*tokenizer));
    }
    let mut changed = Profile::named("default").expect("known");
    changed.name.push('+');
    assert_eq!(changed.title(), "default with other choices");
}

#[test]
fn a_profile_asks_for_what_its_measures_read_and_nothing_else() {
    type Asked = fn(&SketchConfig) -> bool;
    let all: [(Measure, Asked); 7] = [
        (Measure::Jaccard, |sketch| sketch.terms),
        (Measure::SimhashRaw, |sketch| sketch.simhash_raw.is_some()),
        (Measure::SimhashTf, |sketch| sketch.simhash_tf),
        (Measure::Spamsum, |sketch| sketch.spamsum),
        (Measure::Levenshtein, |sketch| sketch.sequence),
        (Measure::Template, |sketch| sketch.structure),
        (Measure::CollectionCosine, |sketch| sketch.union && sketch.terms),
    ];
    for (number, (measure, _)) in all.iter().enumerate() {
        let mut profile = Profile::named("otmt-code").expect("known");
        profile.measures = vec![(*measure, 0.5)];
        profile.ready();
        for (other, (_, asked)) in all.iter().enumerate() {
            let needed = other == number || (*measure == Measure::CollectionCosine && other == 0);
            assert_eq!(asked(&profile.sketch), needed, "{measure}: {other}");
        }
        assert!(!profile.sketch.evidence);
        // Rules that compare mementos need tokens whatever is measured.
        profile.anchor = AnchorRule::Medoid;
        profile.ready();
        assert!(profile.sketch.terms);
    }
    let mut doubled = Profile::named("otmt-code").expect("known");
    doubled.measures =
        vec![(Measure::Cosine, 0.1), (Measure::ByteCount, 0.0), (Measure::Cosine, 0.2)];
    doubled.ready();
    assert_eq!(doubled.measures, [(Measure::ByteCount, 0.0), (Measure::Cosine, 0.1)]);
}

#[test]
fn no_feature_speaks_against_its_direction() {
    let model = Model::shipped();
    let (low, high) = (vec![0.0; FEATURES.len()], vec![1.0; FEATURES.len()]);
    for (at, feature) in FEATURES.iter().enumerate() {
        let direction = f64::from(feature.direction);
        for row in [&low, &high, &vec![0.4; FEATURES.len()]] {
            let probability = |value: f32| {
                let mut row = row.clone();
                row[at] = value;
                model.probability(&row)
            };
            let rise = probability(0.9) - probability(0.1);
            assert!(rise * direction >= -1e-6, "{}: {rise}", feature.name);
        }
    }
}

#[test]
fn every_feature_has_a_name_of_its_own_and_a_sentence() {
    let names: BTreeSet<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    assert_eq!(names.len(), FEATURES.len());
    for feature in FEATURES {
        assert!(!feature.name.contains([' ', ':', '\t']), "{}", feature.name);
        assert!(feature.sentence.ends_with('.') && feature.direction.abs() <= 1);
    }
}

#[test]
fn notices_have_ids_and_sentences() {
    let ids: BTreeSet<&str> = Notice::ALL.iter().map(|notice| notice.id()).collect();
    assert_eq!(ids.len(), Notice::ALL.len());
    assert!(Notice::ALL.iter().all(|notice| notice.sentence().ends_with('.')));
    assert!(Notice::NotFound.replaces() && !Notice::Consent.replaces());
}

#[test]
fn stems_of_languages_are_those_of_snowball() {
    let run = |text: &str, language: Option<&str>, stop_after_stem: bool| {
        let preprocess = Preprocess {
            stem: true,
            stopwords: scutch_topic::Stopwords::OfLanguage,
            stop_after_stem,
            ..Preprocess::default()
        };
        let mut all = Vec::new();
        preprocess.run(text, language, |token| all.push(token.to_owned()));
        all.join(" ")
    };
    for (language, text, expected) in [
        (Some("eng"), "The running ferries", "run ferri"),
        (None, "The running ferries", "run ferri"),
        (Some("deu"), "Die Häuser der Inseln", "haus inseln"),
        (Some("fra"), "les chevaux continuent", "cheval continuent"),
        (Some("spa"), "las casas blancas", "cas blanc"),
        // No stemmer and no table: the words as they are.
        (Some("jpn"), "the ferries", "the ferries"),
    ] {
        let found = run(text, language, false);
        let stems: Vec<&str> = expected.split(' ').collect();
        assert_eq!(found.split(' ').count(), stems.len(), "{language:?}: {found}");
        assert_eq!(found.split(' ').next(), stems.first().copied(), "{language:?}: {found}");
    }
    // The toolkit compares stems with stop words: `having` becomes `have`, which is one.
    assert_eq!(run("having", Some("eng"), false), "");
    assert_eq!(token_id("ferry"), token_id("ferry"));
    assert_ne!(token_id("ferry"), token_id("Ferry"));
}
