//! Examples in the help of each verb; see [`crate::verbs::examples`].

pub(super) const CRAWL: &str = "\
Examples:
  # Which routes there are, what they would ask first, and what is stored
  scutch portal crawl harbour.toml -o harbour --dry-run
  # The results again with other rules, without asking anybody
  scutch portal crawl harbour.toml -o harbour --offline

Examples that need the network:
  # Ten articles to look at; without --limit the same command goes on from there
  scutch portal crawl harbour.toml -o begun --limit 10
  scutch portal crawl http://harbour.example/ --preset wordpress -o preset --from 2019-07-01";

pub(super) const CHECK: &str = "\
Examples:
  scutch portal check harbour.toml
  scutch portal check content.toml --content";

pub(super) const TEST: &str = "\
Examples:
  scutch portal test cases
  # Another portal file on the same pages
  scutch portal test cases --portal harbour.toml --json";

pub(super) const SUGGEST: &str = "\
Examples:
  scutch portal suggest pages.warc.gz --only http://harbour.example/
  scutch portal suggest pages.warc.gz --only http://harbour.example/ --generic > new.toml

Examples that need the network:
  scutch portal suggest http://harbour.example/ > new.toml";

pub(super) const RECORD: &str = "\
Examples that need the network:
  scutch portal record http://harbour.example/archive/1 -o cases
  # A case of what comes next alone
  scutch portal record http://harbour.example/ -o cases --kind next";

pub(super) const PRESET: &str = "\
Examples:
  scutch portal preset
  scutch portal preset wordpress > my.toml";

pub(super) const SCHEMA: &str = "\
Examples:
  scutch portal schema
  scutch portal schema > portal.schema.json";
