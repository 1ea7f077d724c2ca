//! Archives in memory, and what is said of them.

use scutch_archive::{Item, Limits, Reader, WarcWriter};
use scutch_shuffle::Settings;
use scutch_topic::{
    Collection, Gatherer, Grouping, Measure, Memento, Preprocess, Profile, Raw, Selection, Tally,
    TimeMap, Verdict, judge_all,
};

/// Text of a page about a harbour, at least 30 different words long.
pub(crate) const HARBOUR: &str = "The ferry to the islands left the harbour ten minutes late this morning, and \
     nobody on board seemed to mind the rain that fell on the old wooden pier beside the lighthouse, \
     where fishermen mended nets and told stories about storms of other years.";

/// Text of a page of another owner.
pub(crate) const CASINO: &str = "Best slots online with free spins: win real money today, claim your welcome \
     bonus, play roulette, blackjack and poker tables around the clock, deposit safely by credit card \
     or voucher and withdraw winnings within hours.";

/// A page with a title, a paragraph, and a frame of its own: an id, a class and a picture.
pub(crate) fn page(title: &str, text: &str) -> String {
    let name = title.to_lowercase().replace(' ', "-");
    format!(
        "<html><head><title>{title}</title></head><body id='{name}-body' class='{name}-page'>\
         <img src='/{name}.png'><h1>{title}</h1><p>{text}</p></body></html>"
    )
}

/// Records of an archive, in the order they were added.
#[derive(Default, Clone)]
pub(crate) struct Archive {
    records: Vec<Vec<u8>>,
}

impl Archive {
    /// A successful capture of a page.
    pub(crate) fn page(self, url: &str, stamp: &str, html: &str) -> Self {
        self.response(url, stamp, "200 OK", &[("Content-Type", "text/html")], html.as_bytes())
    }

    /// A redirect.
    pub(crate) fn redirect(self, url: &str, stamp: &str, location: &str) -> Self {
        self.response(url, stamp, "302 Found", &[("Location", location)], b"")
    }

    /// A response with HTTP header fields.
    pub(crate) fn response(
        self,
        url: &str,
        stamp: &str,
        status: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Self {
        let mut block = format!("HTTP/1.1 {status}\r\n");
        headers.iter().for_each(|(name, value)| block += &format!("{name}: {value}\r\n"));
        let block = [block.as_bytes(), b"\r\n", body].concat();
        let digest = format!("test:{:x}", scutch_learn::hashed(body));
        let fields = [
            ("Content-Type", "application/http;msgtype=response"),
            ("WARC-Payload-Digest", digest.as_str()),
        ];
        self.record("response", url, stamp, &fields, &block)
    }

    /// Any record. Its id is its number.
    pub(crate) fn record(
        mut self,
        kind: &str,
        url: &str,
        stamp: &str,
        fields: &[(&str, &str)],
        block: &[u8],
    ) -> Self {
        let id = format!("<urn:x:{}>", self.records.len());
        let date = warc_date(stamp);
        let mut all = vec![
            ("WARC-Type", kind),
            ("WARC-Record-ID", &id),
            ("WARC-Date", &date),
            ("WARC-Target-URI", url),
        ];
        all.extend(fields);
        let mut writer = WarcWriter::plain(Vec::new());
        writer.write(&all, block).expect("memory");
        self.records.push(writer.into_inner());
        self
    }

    /// The same records in the opposite order.
    pub(crate) fn reversed(mut self) -> Self {
        self.records.reverse();
        self
    }

    /// The captures under the sketches of a profile.
    pub(crate) fn collection(&self, profile: &Profile) -> Collection {
        self.selected(profile, Grouping::Exact, Selection::All)
    }

    /// The captures that a list selects.
    pub(crate) fn selected(
        &self,
        profile: &Profile,
        grouping: Grouping,
        selection: Selection,
    ) -> Collection {
        self.within(profile, grouping, selection, Settings::default()).expect("it fits")
    }

    /// The captures, within a budget of memory.
    pub(crate) fn within(
        &self,
        profile: &Profile,
        grouping: Grouping,
        selection: Selection,
        settings: Settings,
    ) -> std::io::Result<Collection> {
        let limits = Limits::default();
        let gatherer = Gatherer::new(&profile.sketch, &limits, 1, settings)?;
        self.fill(gatherer)?.finish(vec!["a.warc".to_owned()], grouping, selection)
    }

    /// The captures, gathered as `how` says.
    pub(crate) fn gathered(
        &self,
        profile: &Profile,
        how: impl FnOnce(Gatherer<'_>) -> Gatherer<'_>,
    ) -> std::io::Result<Collection> {
        let limits = Limits::default();
        let gatherer = Gatherer::new(&profile.sketch, &limits, 1, Settings::default())?;
        let gatherer = self.fill(how(gatherer))?;
        gatherer.finish(vec!["a.warc".to_owned()], Grouping::Exact, Selection::All)
    }

    fn fill<'g>(&self, mut gatherer: Gatherer<'g>) -> std::io::Result<Gatherer<'g>> {
        let limits = Limits::default();
        let bytes = self.records.concat();
        let mut reader = Reader::from_bytes(&bytes, &limits);
        while let Some(item) = reader.next() {
            if let Item::Record(record) = item {
                gatherer.record(0, "a.warc", record)?;
            }
        }
        Ok(gatherer)
    }

    /// The verdict on each capture, TimeMap by TimeMap.
    pub(crate) fn judged(&self, profile: &Profile) -> Vec<Said> {
        said(&self.collection(profile), profile).0
    }

    /// `stamp status reasons` of each capture under the default profile.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.judged(&profile("default")).iter().map(Said::line).collect()
    }
}

/// A memento with its verdict.
pub(crate) struct Said {
    pub(crate) memento: Memento,
    pub(crate) verdict: Verdict,
}

impl Said {
    /// `stamp status reasons`.
    pub(crate) fn line(&self) -> String {
        let reasons: Vec<&str> = self.verdict.reasons.iter().map(|reason| reason.id()).collect();
        format!("{} {} {}", self.memento.stamp(), self.verdict.status.name(), reasons.join(" "))
            .trim_end()
            .to_owned()
    }

    /// The score of the measure with this index.
    pub(crate) fn score(&self, index: usize) -> f64 {
        self.verdict.scores[index].value.expect("a score")
    }
}

/// All verdicts on a collection.
pub(crate) fn said(collection: &Collection, profile: &Profile) -> (Vec<Said>, Tally) {
    let mut all = Vec::new();
    let tally = judge_all(collection, profile, 1, |timemap, judged| {
        let mementos = timemap.mementos.iter().cloned().zip(judged.verdicts.iter().cloned());
        all.extend(mementos.map(|(memento, verdict)| Said { memento, verdict }));
        Ok(())
    });
    (all, tally.expect("sketches can be read"))
}

/// All TimeMaps of a collection.
pub(crate) fn timemaps(collection: &Collection) -> Vec<TimeMap> {
    let mut all = Vec::new();
    let shown = collection.each_timemap(&mut |timemap, _| {
        all.push(timemap);
        Ok(())
    });
    shown.expect("captures can be read");
    all
}

/// A profile that is known to exist.
pub(crate) fn profile(name: &str) -> Profile {
    Profile::named(name).expect(name)
}

/// A profile of these measures, any of which suffices, on all words as they are written.
pub(crate) fn measuring(measures: &[(Measure, f64)]) -> Profile {
    let mut profile = profile("otmt-code");
    profile.sketch.preprocess = Preprocess::default();
    profile.sketch.simhash_raw = Some(Raw::Characters);
    profile.measures = measures.to_vec();
    profile.ready();
    profile
}

/// `20200102030405` as a WARC date; anything else as it is.
fn warc_date(stamp: &str) -> String {
    if stamp.len() != 14 {
        return stamp.to_owned();
    }
    let part = |from: usize, to: usize| &stamp[from..to];
    let (date, time) =
        ([part(0, 4), part(4, 6), part(6, 8)], [part(8, 10), part(10, 12), part(12, 14)]);
    format!("{}T{}Z", date.join("-"), time.join(":"))
}
