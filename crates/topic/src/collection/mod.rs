//! A collection: captures brought together by host, then put together to TimeMaps.
//!
//! Captures are observed one by one ([`CaptureObservation`]) and folded into one [`HostGroup`] a
//! host. A host is concluded by itself: its captures are sorted, its revisits and redirects
//! resolved, its TimeMaps made. What a host needs of others, the originals of some revisits and the
//! targets of some redirects, is asked for by key before that.

pub(crate) mod groups;
pub(crate) mod host;
pub(crate) mod list;
pub(crate) mod observation;
pub(crate) mod redirect;
pub(crate) mod settle;
pub(crate) mod spread;
pub(crate) mod timemap;

use std::io;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_shuffle::{Settings, Shuffle, Store};

use crate::measure::union::Union;
use crate::sketch::excerpt::Excerpt;
use crate::sketch::store::{ContentRef, SketchStore};
use crate::sketch::{Content, Sketch};
use groups::{HostGroups, stored};
use host::{HostGroup, host_key};
use list::{LeftAside, Loss, Selection};
use observation::NameKey;
use redirect::{Answers, Questions, answers, follow_redirects, questions};
use settle::{Originals, settled};
use spread::Spread;
use timemap::{Grouping, Memento, TimeMap, by_original};

/// Captures by host, and the sketches of their contents.
pub struct Collection {
    /// Names of the files, by number.
    pub files: Vec<String>,
    /// What could not be read.
    pub losses: Vec<Loss>,
    hosts: HostGroups,
    /// Originals of revisits, from hosts other than theirs.
    originals: Originals,
    answers: Store<Answers>,
    grouping: Grouping,
    selection: Selection,
    sketches: Arc<SketchStore>,
    /// Whether pages of a host are compared with each other.
    compares_pages: bool,
    /// All mementos together, where a measure asks for that.
    pub(crate) union: Union,
}

/// What a TimeMap is judged by besides its own mementos.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The texts that its host has in several TimeMaps.
    pub(crate) spread: &'a Spread,
    /// All mementos of the collection together.
    pub(crate) union: &'a Union,
}

/// Takes a TimeMap, with the texts that its host has in several TimeMaps.
pub type ShowTimeMap<'s> = &'s mut dyn FnMut(TimeMap, &Arc<Spread>) -> io::Result<()>;

/// What makes a collection besides its captures.
pub(crate) struct Parts {
    pub(crate) files: Vec<String>,
    pub(crate) losses: Vec<Loss>,
    pub(crate) hosts: Shuffle<HostGroup>,
    pub(crate) sketches: Arc<SketchStore>,
    pub(crate) settings: Settings,
    pub(crate) compares_pages: bool,
}

impl Collection {
    /// Brings the captures of each host together and asks what hosts need of each other.
    pub(crate) fn new(parts: Parts, grouping: Grouping, selection: Selection) -> io::Result<Self> {
        let hosts = HostGroups::new(parts.hosts)?;
        let mut collection = Self {
            files: parts.files,
            losses: parts.losses,
            hosts,
            originals: Originals::default(),
            answers: Store::default(),
            grouping,
            selection,
            sketches: parts.sketches,
            compares_pages: parts.compares_pages,
            union: Union::default(),
        };
        // Three passes at most, each bounded by the largest host: what is missing, who has it, and
        // then the mementos. Hosts that ask nothing cost one pass.
        let (wanted, asked) = collection.ask(&parts.settings)?;
        collection.originals = collection.find_originals(&wanted)?;
        collection.answers = collection.find_answers(asked, &parts.settings)?;
        Ok(collection)
    }

    /// What hosts need of each other: names of originals, and targets of redirects by their hosts.
    fn ask(&self, settings: &Settings) -> io::Result<(FxHashSet<NameKey>, Shuffle<Questions>)> {
        let mut wanted = FxHashSet::default();
        let mut asked = Shuffle::new("redirects", settings.clone());
        // Unresolved revisits change ties only, not which redirects there are.
        let none = Originals::default();
        self.hosts.each(&mut |host, observed| {
            let captures = settled(observed, &none);
            let unresolved = captures.iter().filter_map(|capture| capture.unresolved);
            wanted.extend(unresolved.flatten().flatten());
            questions(host, &captures).into_iter().try_for_each(|(target, questions)| {
                asked.add(&target, questions).map_err(io::Error::other)
            })
        })?;
        Ok((wanted, asked))
    }

    fn find_originals(&self, wanted: &FxHashSet<NameKey>) -> io::Result<Originals> {
        let mut originals = Originals::default();
        // Most collections have no revisit of another host's record.
        if !wanted.is_empty() {
            self.hosts.each(&mut |_, observed| {
                originals.add_all(&observed, Some(wanted));
                Ok(())
            })?;
        }
        Ok(originals)
    }

    fn find_answers(
        &self,
        asked: Shuffle<Questions>,
        settings: &Settings,
    ) -> io::Result<Store<Answers>> {
        let asked = stored("redirects", asked, settings)?;
        let mut found: Shuffle<Answers> = Shuffle::new("targets", settings.clone());
        self.hosts.each(&mut |host, observed| {
            let Some(questions) = asked.get(host).map_err(io::Error::other)? else { return Ok(()) };
            let captures = settled(observed, &self.originals);
            answers(host, &captures, &questions).into_iter().try_for_each(|(asker, answers)| {
                found.add(&asker, answers).map_err(io::Error::other)
            })
        })?;
        stored("targets", found, settings)
    }

    /// Shows each host with its mementos, in canonical order.
    fn each_host(
        &self,
        show: &mut dyn FnMut(&str, Vec<Memento>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.hosts.each(&mut |host, observed| {
            let mut captures = settled(observed, &self.originals);
            let none = Arc::default();
            let answers = self.answers.get(host).map_err(io::Error::other)?.unwrap_or(none);
            follow_redirects(host, &mut captures, &answers);
            show(host, captures.into_iter().map(|capture| capture.memento).collect())
        })
    }

    /// Shows each TimeMap in which there is a page, with the texts that its host has in several
    /// TimeMaps. They come by URL key, then URL; those of a list in its order.
    ///
    /// # Errors
    /// Those of `show`; a temporary file that cannot be read.
    pub fn each_timemap(&self, show: ShowTimeMap<'_>) -> io::Result<LeftAside> {
        let mut aside = LeftAside::default();
        match &self.selection {
            Selection::All => {
                self.each_host(&mut |_, mementos| self.show_host(mementos, &mut aside, show))?;
            }
            Selection::Seeds(seeds) => {
                let mut captured = FxHashSet::default();
                self.each_host(&mut |_, mementos| {
                    let (named, others): (Vec<_>, Vec<_>) = mementos
                        .into_iter()
                        .partition(|memento| seeds.names(&memento.url, &mut captured));
                    // Texts of addresses that are no seeds are not counted as shared: the user does
                    // not look at them.
                    aside.not_listed += others.len() as u64;
                    self.show_host(named, &mut aside, show)
                })?;
                aside.losses.extend(seeds.missing(&captured));
            }
            Selection::Listed(list) => {
                let mut found = list.search();
                self.each_host(&mut |_, mementos| {
                    mementos.iter().for_each(|memento| found.take(memento));
                    Ok(())
                })?;
                aside.not_listed = found.left_out;
                let (timemaps, losses) = found.timemaps();
                aside.losses.extend(losses);
                self.show_listed(timemaps, &mut aside, show)?;
            }
        }
        Ok(aside)
    }

    fn show_host(
        &self,
        mementos: Vec<Memento>,
        aside: &mut LeftAside,
        show: ShowTimeMap<'_>,
    ) -> io::Result<()> {
        let mut timemaps = by_original(mementos, self.grouping);
        aside.keep_pages(&mut timemaps);
        let spread = Arc::new(self.spread(&timemaps.iter().collect::<Vec<_>>())?);
        timemaps.into_iter().try_for_each(|timemap| show(timemap, &spread))
    }

    /// The TimeMaps of a list may be of hosts in any order.
    fn show_listed(
        &self,
        mut timemaps: Vec<TimeMap>,
        aside: &mut LeftAside,
        show: ShowTimeMap<'_>,
    ) -> io::Result<()> {
        aside.keep_pages(&mut timemaps);
        let mut of_host: FxHashMap<String, Vec<&TimeMap>> = FxHashMap::default();
        for timemap in &timemaps {
            of_host.entry(host_key(&timemap.url)).or_default().push(timemap);
        }
        let spreads: FxHashMap<String, Arc<Spread>> = of_host
            .into_iter()
            .map(|(host, timemaps)| Ok((host, Arc::new(self.spread(&timemaps)?))))
            .collect::<io::Result<_>>()?;
        timemaps.into_iter().try_for_each(|timemap| {
            let spread = Arc::clone(&spreads[&host_key(&timemap.url)]);
            show(timemap, &spread)
        })
    }

    fn spread(&self, timemaps: &[&TimeMap]) -> io::Result<Spread> {
        let spread = Spread::count(timemaps.iter().copied());
        match self.compares_pages {
            true => spread.with_neighbours(timemaps.iter().copied(), &self.sketches),
            false => Ok(spread),
        }
    }

    /// What a TimeMap of a host is judged by; `spread` comes with the TimeMap.
    pub fn surroundings<'a>(&'a self, spread: &'a Spread) -> Surroundings<'a> {
        Surroundings { spread, union: &self.union }
    }

    /// The sketches of a TimeMap, by the keys of their contents.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn sketches(&self, timemap: &TimeMap) -> io::Result<FxHashMap<u64, Sketch>> {
        let contents = timemap.mementos.iter().filter_map(|memento| memento.content);
        let contents: FxHashMap<u64, ContentRef> =
            contents.map(|content| (content.key(), content)).collect();
        contents.into_iter().map(|(key, at)| Ok((key, self.sketches.get(at)?))).collect()
    }

    /// Title and first words of a memento; none where its content or its excerpt was not kept.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(crate) fn excerpt(&self, memento: &Memento) -> io::Result<Excerpt> {
        let Some(content) = memento.content else { return Ok(Excerpt::default()) };
        Ok(self.sketches.get(content)?.excerpt)
    }

    /// Counts all texts together, for the measures that compare with the whole collection.
    pub(crate) fn count_union(&mut self) -> io::Result<()> {
        let mut union = Union::default();
        self.each_timemap(&mut |timemap, _| {
            let mut times: FxHashMap<u64, (ContentRef, u64)> = FxHashMap::default();
            for content in timemap.mementos.iter().filter_map(|memento| memento.content) {
                times.entry(content.key()).or_insert((content, 0)).1 += 1;
            }
            // By key, so that each sketch is read once, whatever the order of mementos.
            for (content, times) in times.into_values() {
                if content.kind() != Content::NotPage {
                    union.add(&self.sketches.get(content)?.terms, times);
                }
            }
            Ok(())
        })?;
        union.finish();
        self.union = union;
        Ok(())
    }
}
