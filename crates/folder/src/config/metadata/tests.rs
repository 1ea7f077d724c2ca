use super::super::Config;
use super::*;

const FULL: &str = r#"
[corpus]
title = "Harbour news"
date = "2026-11"
edition = "1.0"
description = "News of a harbour.\n\nFor historians."
identifier = "doi:10.5281/zenodo.1234"
languages = ["hu", "de-AT"]
contact = "corpus@harbour.example"
keywords = ["harbour"]
makers = [
    { name = "Gull, Anna", orcid = "0000-0002-1825-0097", affiliation = "Harbour University" },
    { name = "Harbour Library", role = "collector", ror = "https://ror.org/01jsq2704" },
]
institution = { name = "Harbour University", ror = "05dxps055" }
funders = [{ name = "Tide Fund", award = "T-1" }]
availability = { status = "free", licence = "CC BY 4.0", licence_url = "https://licence.example/by" }
period = { from = "2005-03", to = "2019" }
"#;

#[test]
fn the_block_reads_back_as_it_was_written_and_changes_the_digest() {
    let metadata = CorpusMetadata::from_toml(FULL).expect("metadata");
    let config = Config { corpus: Some(metadata.clone()), ..Config::default() };
    let written = config.to_toml().expect("writes");
    assert_eq!(Config::from_toml(&written).expect("reads").corpus, Some(metadata.clone()));
    assert_ne!(config.digest(), Config::default().digest());
    assert!(!config.same_but_inputs(&Config::default()));
    let paragraphs: Vec<_> = metadata.paragraphs().collect();
    assert_eq!(paragraphs, ["News of a harbour.", "For historians."]);
    let creators: Vec<_> = metadata.creators().map(|maker| maker.name.as_str()).collect();
    assert_eq!((creators, metadata.year()), (vec!["Gull, Anna"], "2026"));
}

#[test]
fn a_configuration_without_the_block_is_as_it_was() {
    let config = Config::default();
    assert!(!config.to_toml().expect("writes").contains("corpus"));
    let json = serde_json::to_string(&config).expect("writes");
    assert!(!json.contains("\"corpus\""), "{json}");
}

#[test]
fn the_start_is_a_file_of_metadata_with_and_without_its_optional_lines() {
    assert!(CorpusMetadata::from_toml(METADATA_START).is_ok());
    // Lines of prose end in a full stop, a colon or a comma; the others are settings.
    let is_prose = |line: &str| {
        line.starts_with("# ") && line.ends_with(['.', ':', ',']) || line.starts_with("# Who made")
    };
    let uncommented = METADATA_START
        .lines()
        .filter(|line| !is_prose(line))
        .map(|line| line.strip_prefix("# ").unwrap_or(line));
    let whole: Vec<&str> = uncommented.collect();
    let metadata = CorpusMetadata::from_toml(&whole.join("\n")).expect("all lines");
    let json = serde_json::to_value(&metadata).expect("writes");
    let schema = serde_json::to_value(schemars::schema_for!(CorpusMetadata)).expect("a schema");
    for key in schema["properties"].as_object().expect("an object").keys() {
        assert!(json.get(key).is_some(), "the start does not show `{key}`");
    }
}

#[test]
fn values_without_meaning_are_named_with_key_and_cause() {
    let cases = [
        ("\"Harbour news\"", "\" \"", "`corpus.title` is ` `: a text of one line"),
        ("2026-11\"", "2026-13\"", "`corpus.date` is `2026-13`: a year, a month or a day"),
        ("2026-11\"", "26-11-1\"", "`corpus.date` is `26-11-1`"),
        ("2026-11\"", "0000\"", "`corpus.date` is `0000`"),
        ("doi:10.5281", "doi:10.52", "`corpus.identifier` is `doi:10.52/zenodo.1234`: a DOI"),
        ("de-AT", "German", "`corpus.languages` is `German`: a tag of BCP 47"),
        (
            "corpus@harbour",
            "corpus at harbour",
            "`corpus.contact` is `corpus at harbour.example`: a mail",
        ),
        ("Gull, Anna", "Gull, ", "`corpus.makers.name` is `Gull, `"),
        ("Gull, Anna", "Gull, Anna, Tern, Bo", "`corpus.makers.name` is"),
        (
            "1825-0097",
            "1825-0096",
            "`corpus.makers.orcid` is `0000-0002-1825-0096`: with these digits, the check digit at its end is 7",
        ),
        (
            "0000-0002-1825-0097",
            "0000000218250097",
            "`corpus.makers.orcid` is `0000000218250097`: 16 digits",
        ),
        (
            "0000-0002-1825-0097",
            "000X-0002-1825-0097",
            "`corpus.makers.orcid` is `000X-0002-1825-0097`: an ORCID",
        ),
        (
            "01jsq2704",
            "01jsq2705",
            "`corpus.makers.ror` is `https://ror.org/01jsq2705`: with these characters",
        ),
        ("05dxps055", "ror", "`corpus.institution.ror` is `ror`: an identifier"),
        (
            "\"collector\"",
            "\"collector\", orcid = \"0000-0002-1825-0097\"",
            "`corpus.makers.ror` is",
        ),
        (
            "affiliation",
            "role = \"editor\", affiliation",
            "`corpus.makers` is `a list without creators`",
        ),
        (
            "https://licence.example/by",
            "CC BY",
            "`corpus.availability.licence_url` is `CC BY`: an address",
        ),
        ("\"2019\"", "\"2005-02\"", "`corpus.period.to` is `2005-02`: a time not before"),
        ("T-1", "T\\n1", "`corpus.funders.award` is `T\\n1`"),
        ("\"harbour\"", "\"\"", "`corpus.keywords` is ``"),
    ];
    for (from, to, start) in cases {
        assert!(FULL.contains(from), "{from}");
        let text = FULL.replace(from, to);
        let error = CorpusMetadata::from_toml(&text).expect_err(to).to_string();
        assert!(error.starts_with(start), "{to}: {error}");
        assert_eq!(Config::from_toml(&text).expect_err(to).to_string(), error, "{to}");
    }
}

#[test]
fn what_is_missing_or_unknown_is_told_with_its_line() {
    let cases = [
        ("title = \"Harbour news\"\n", "", "missing field `title`"),
        ("[corpus]", "seed = 1\n[corpus]", "unknown field `seed`"),
        ("edition =", "version =", "unknown field `version`"),
        ("\"collector\"", "\"author\"", "unknown variant `author`"),
    ];
    for (from, to, cause) in cases {
        let error = CorpusMetadata::from_toml(&FULL.replace(from, to)).expect_err(to);
        let ConfigError::Toml(source) = error else { panic!("{to}: {error}") };
        assert!(source.to_string().contains(cause) && source.span().is_some(), "{to}: {source}");
    }
}

#[test]
fn identifiers_have_a_kind_and_an_address() {
    let cases = [
        ("10.5281/zenodo.1", Some(("DOI", "https://doi.org/10.5281/zenodo.1"))),
        ("https://doi.org/10.5281/zenodo.1", Some(("DOI", "https://doi.org/10.5281/zenodo.1"))),
        ("hdl:11234/1-4321", Some(("Handle", "https://hdl.handle.net/11234/1-4321"))),
        ("ark:/12148/btv1b8449691v", Some(("ARK", "https://n2t.net/ark:/12148/btv1b8449691v"))),
        ("urn:nbn:de:101:1-2", Some(("URN", "https://nbn-resolving.org/urn:nbn:de:101:1-2"))),
        ("https://harbour.example/corpus", Some(("URL", "https://harbour.example/corpus"))),
        ("11234/1-4321", None),
        ("10.5281/", None),
        ("10.5281/a b", None),
        ("urn:nbn", None),
        ("ark:/12148", None),
        ("https://", None),
    ];
    for (text, expected) in cases {
        let found = Identifier::parse(text).map(|found| (found.kind.name(), found.url()));
        assert_eq!(found, expected.map(|(kind, url)| (kind, url.to_owned())), "{text}");
    }
}

/// iDs that ORCID's documentation shows, one of which ends in X, and organisations of the registry.
#[test]
fn check_digits_are_those_of_the_registries() {
    for orcid in
        ["0000-0002-1825-0097", "0000-0001-5109-3700", "https://orcid.org/0000-0002-1694-233X"]
    {
        assert!(Orcid::parse(orcid).is_ok(), "{orcid}");
    }
    for ror in ["01ggx4157", "https://ror.org/01jsq2704", "05dxps055", "00f54p054", "052gg0110"] {
        assert!(Ror::parse(ror).is_ok(), "{ror}");
    }
    // Two digits swapped are noticed.
    assert!(Orcid::parse("0000-0002-1852-0097").is_err() && Ror::parse("01ggx4175").is_err());
}

#[test]
fn persons_and_organisations_are_told_apart() {
    let maker = |name: &str, orcid: Option<&str>, ror: Option<&str>| Maker {
        name: name.to_owned(),
        role: Role::Creator,
        orcid: orcid.map(str::to_owned),
        ror: ror.map(str::to_owned),
        affiliation: None,
    };
    for (name, orcid, ror, person) in [
        ("Gull, Anna", None, None, true),
        ("Gull", Some("0000-0002-1825-0097"), None, true),
        ("Harbour Library", None, None, false),
        ("Library, Archive and Museum", None, Some("01jsq2704"), false),
    ] {
        assert_eq!(maker(name, orcid, ror).is_person(), person, "{name}");
    }
}
