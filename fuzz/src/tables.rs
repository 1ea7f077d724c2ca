//! Any text as a line or table of other programs: index lines, tag verdicts, filter lists, seeds.

use scutch_memento::Collection;
use scutch_portal::coverage::CaptureLine;
use scutch_portal::tags;
use scutch_url::Trackers;

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        for legend in [None, Some("N b a m s k r M S V g")] {
            let _ = CaptureLine::parse(line, legend);
        }
    }
    if let Ok(lines) = tags::read(text) {
        let (file, _) = tags::to_portal_file(&lines);
        let file = format!("url = 'http://a.example/'\n{file}");
        let _ = scutch_portal::Portal::load(&file, None);
    }
    let mut trackers = Trackers::from_table(text);
    let _ = trackers.load_adguard(text);
    let _ = trackers.contains("utm_source", "a.example");
    let _ = Collection::parse_seed_list(text);
}
