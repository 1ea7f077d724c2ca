//! Examples in the help of each verb; see [`crate::verbs::examples`].

pub(super) const CLEAN: &str = "\
Examples:
  scutch url clean urls.txt --stats
  scutch url clean urls.txt --json --userinfo remove";

pub(super) const SCRUB: &str = "\
Examples:
  scutch url scrub urls.txt
  scutch url scrub urls.txt | scutch url check --stats";

pub(super) const NORMALIZE: &str = "\
Examples:
  scutch url normalize urls.txt --profile ssurt
  scutch url normalize urls.txt --profile dedup | sort -u";

pub(super) const CHECK: &str = "\
Examples:
  scutch url check urls.txt --stats -d dropped.tsv
  scutch url check urls.txt --strict -l de --dedup --sample 10";

pub(super) const VALIDATE: &str = "\
Examples:
  scutch url validate urls.txt -d invalid.tsv
  scutch url validate index.cdxj --form cdx --stats";

pub(super) const FILTER: &str = "\
Examples:
  scutch url filter urls.txt --with-nav
  scutch url filter urls.txt --deny hosts.txt -o kept.txt";

pub(super) const EXTERNAL: &str = "\
Examples:
  scutch url external urls.txt --to http://other.example/
  scutch url external urls.txt --to http://other.example/ --ignore-suffix";

pub(super) const TYPE: &str = "\
Examples:
  scutch url type urls.txt
  scutch url type urls.txt --json";

pub(super) const KEY: &str = "\
Examples:
  scutch url key urls.txt
  scutch url key urls.txt --profile dedup | sort | uniq -c";

pub(super) const DOMAIN: &str = "\
Examples:
  scutch url domain urls.txt
  scutch url domain site.warc --form archive --dedup whatwg";

pub(super) const MEMENTO: &str = "\
Examples:
  scutch url memento urims.txt
  scutch url memento urims.txt --json";

pub(super) const EXPLAIN: &str = "\
Examples:
  scutch url explain 'http://example.org/a?utm_source=mail#top'
  scutch url explain --with-nav http://example.org/2019/05/";

pub(super) const LINKS: &str = "\
Examples:
  scutch url links page.html --url http://example.org/
  scutch url links page.html --url http://example.org/ --split";

pub(super) const SAMPLE: &str = "\
Examples:
  scutch url sample urls.txt -n 10 --group domain --seed 1
  scutch url sample urls.txt -n 2 --group month -o sample.txt";

pub(super) const DUST: &str = "\
A line of the input is a URL, a tab and the digest of its payload or text. A rule is printed as
host, rule, pairs of URLs it connects, share of them with equal digest.

Examples:
  scutch url dust digests.tsv
  scutch url dust digests.tsv --min-support 2 --json";

pub(super) const FRONTIER: &str = "\
Examples:
  scutch url frontier add crawl.frontier urls.txt
  scutch url frontier next crawl.frontier -n 5";

pub(super) const FRONTIER_ADD: &str = "\
Examples:
  scutch url frontier add crawl.frontier urls.txt
  scutch url check urls.txt | scutch url frontier add crawl.frontier --priority 0";

pub(super) const FRONTIER_NEXT: &str = "\
Of a domain one URL is handed out in --delay seconds, and none twice within --lease seconds,
whatever program asks.

Examples:
  scutch url frontier next crawl.frontier -n 5
  scutch url frontier next crawl.frontier -n 5 --delay 0 --json";

pub(super) const FRONTIER_DONE: &str = "\
Examples:
  scutch url frontier done crawl.frontier urls.txt
  scutch url frontier next crawl.frontier | scutch url frontier done crawl.frontier --failed";

pub(super) const FRONTIER_STATS: &str = "\
Examples:
  scutch url frontier stats crawl.frontier
  scutch url frontier stats crawl.frontier --json";

pub(super) const FRONTIER_DUMP: &str = "\
Examples:
  scutch url frontier dump crawl.frontier
  scutch url frontier dump crawl.frontier --status waiting";
