//! A run: the lists of many pages and their mementos, from all archives at once.
//!
//! Each archive goes on at its own pace: lists are read as they come, and mementos are fetched
//! while other lists are waited for. What is told is in the order of the pages and their mementos
//! all the same.

mod feed;
mod page;
mod question;
mod tell;

use std::collections::{HashMap, VecDeque};

use scutch_fetch::{Failure, Fetched};
use scutch_memento::Selection;

use self::feed::Feed;
pub use self::page::Subject;
use self::page::{OpenPage, Place};
use self::question::{Answer, Pending, Question, ask};
use super::{Acquirer, Problem, Row};
use crate::concurrent::{MakeClient, Workers, concurrently, host_of};
use crate::resolve::Verdict;
use crate::shard::Shard;
use crate::store::{StoreError, memento_key};
use crate::target::{Target, Targets};

/// What of the lists is wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunOptions {
    /// Which mementos of each page.
    pub selection: Selection,
    /// Which share of the originals.
    pub shard: Option<Shard>,
    /// Whether the lists alone are wanted.
    pub only_lists: bool,
    /// How many mementos, the first ones in order.
    pub limit: Option<usize>,
}

/// What a run tells, in the order of its subjects.
#[derive(Debug)]
pub enum Event<'a> {
    /// The mementos that are wanted of a page, and what was wrong with its lists.
    Page(&'a Targets, Vec<Problem>),
    /// A memento, and whether it was asked for in this run.
    Row(Row, bool),
}

/// Pages whose lists are asked for ahead of the first one that is not told.
const WINDOW: usize = 256;

/// As many, where few mementos are wanted: most of the pages will not be needed.
const SMALL_WINDOW: usize = 2;

/// What is known of a memento whose row is not told yet.
enum State {
    Waiting,
    /// The row, unless it is stored.
    Done(Option<Row>),
}

/// A memento in line: its key, its page and its place there.
type Waiting = (u64, usize, Place);

type Threads<'w, 'scope, 'env> = &'w mut Workers<'scope, 'env, Question, Answer>;

struct Run<'r> {
    acquirer: &'r mut Acquirer,
    options: &'r RunOptions,
    pages: VecDeque<OpenPage>,
    /// The number of the first open page.
    first: usize,
    feed: Feed<Waiting>,
    states: HashMap<u64, State>,
    pending: HashMap<usize, Pending>,
    is_interrupted: bool,
    /// Mementos that may still be told.
    left: Option<usize>,
}

impl Acquirer {
    /// Acquires subjects, several archives at once. `take` gets each event in order; false ends
    /// the run.
    ///
    /// # Errors
    /// When the store or a temporary file cannot be read or written.
    pub fn run<E>(
        &mut self,
        subjects: &mut dyn Iterator<Item = Subject>,
        options: &RunOptions,
        make: MakeClient<'_>,
        take: &mut dyn FnMut(Event<'_>) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        concurrently(make, &ask, |workers| {
            let mut run = Run::new(self, options);
            // How far ahead is asked bounds what waits in memory for a slow archive.
            let window = if options.limit.is_some() { SMALL_WINDOW } else { WINDOW };
            loop {
                while run.pages.len() < window
                    && let Some(subject) = subjects.next()
                {
                    run.open(subject, workers)?;
                }
                match run.tell(workers, take)? {
                    Ok(true) => {}
                    Ok(false) => return Ok(Ok(())),
                    Err(error) => return Ok(Err(error)),
                }
                if run.pages.is_empty() {
                    match subjects.next() {
                        Some(subject) => run.open(subject, workers)?,
                        None => return Ok(Ok(())),
                    }
                    continue;
                }
                let Some((number, answer)) = workers.next_answer() else { return Ok(Ok(())) };
                run.take(number, answer, workers)?;
            }
        })
    }
}

impl<'r> Run<'r> {
    fn new(acquirer: &'r mut Acquirer, options: &'r RunOptions) -> Self {
        Self {
            acquirer,
            options,
            pages: VecDeque::new(),
            first: 0,
            feed: Feed::new(),
            states: HashMap::new(),
            pending: HashMap::new(),
            is_interrupted: false,
            left: options.limit,
        }
    }

    /// Opens a page: asks for its lists, or for its mementos if these are known.
    fn open(&mut self, subject: Subject, workers: Threads<'_, '_, '_>) -> Result<(), StoreError> {
        let number = self.first + self.pages.len();
        self.pages.push_back(OpenPage::new(subject, self.options));
        let lists = self.pages.back().map_or(0, |page| page.lists.len());
        for list in 0..lists {
            self.go_on(number, list, workers)?;
        }
        // Named mementos have no list to wait for.
        if lists == 0 {
            self.complete(number, workers)?;
        }
        Ok(())
    }

    fn page(&mut self, number: usize) -> Option<&mut OpenPage> {
        self.pages.get_mut(number.checked_sub(self.first)?)
    }

    /// Reads what is stored of a list, and asks for its next page.
    fn go_on(
        &mut self,
        page: usize,
        list: usize,
        workers: Threads<'_, '_, '_>,
    ) -> Result<(), StoreError> {
        let index = page.saturating_sub(self.first);
        let open = self.pages.get_mut(index).and_then(|page| page.lists.get_mut(list));
        let Some(open) = open else { return Ok(()) };
        if let Some(uri) = open.read_stored(self.acquirer)? {
            // Lists have queues of their own, so that a slow list holds back no memento.
            let queue = format!("{} lists", host_of(&uri));
            let number = workers.submit_to(queue, Question::List(uri.clone()));
            self.pending.insert(number, Pending::List { page, list, uri });
            return Ok(());
        }
        // Otherwise the other lists say which mementos are wanted.
        let RunOptions { selection, shard, limit, .. } = self.options;
        if shard.is_none() && limit.is_none() && !selection.is_choice() {
            let places = self.pages[index].listed(list, &self.options.selection)?;
            self.enqueue(page, &places, workers)?;
        }
        let open = &mut self.pages[index];
        open.left -= 1;
        if open.left == 0 {
            self.complete(page, workers)?;
        }
        Ok(())
    }

    /// Chooses the mementos of a page whose lists are read, and asks for those that were not.
    fn complete(&mut self, number: usize, workers: Threads<'_, '_, '_>) -> Result<(), StoreError> {
        let options = self.options;
        let Some(page) = self.page(number) else { return Ok(()) };
        if page.targets.is_none() {
            page.complete(options)?;
        }
        // Within a limit, what is told first counts.
        if options.limit.is_some() {
            return Ok(());
        }
        let count = page.targets.as_ref().map_or(0, Targets::len);
        let places: Vec<Place> = (0..count).map(Place::Target).collect();
        self.enqueue(number, &places, workers)
    }

    /// Puts mementos in line that are neither stored nor in line.
    fn enqueue(
        &mut self,
        page: usize,
        places: &[Place],
        workers: Threads<'_, '_, '_>,
    ) -> Result<(), StoreError> {
        if self.options.only_lists || self.acquirer.client.is_none() {
            return Ok(());
        }
        for place in places {
            let Some(target) = self.target(page, *place)? else { continue };
            let key = memento_key(&target.uri_m);
            // Two pages may name one memento: it is asked for once.
            if self.states.contains_key(&key) || self.acquirer.is_stored(&target)? {
                continue;
            }
            let host = host_of(&target.uri_m);
            self.states.insert(key, State::Waiting);
            self.feed.push(&host, (key, page, *place));
            self.submit(&host, workers)?;
        }
        Ok(())
    }

    fn target(&mut self, page: usize, place: Place) -> Result<Option<Target>, StoreError> {
        match self.page(page) {
            Some(page) => page.target(place),
            None => Ok(None),
        }
    }

    /// Hands mementos of a host to the threads, while it has room.
    fn submit(&mut self, host: &str, workers: Threads<'_, '_, '_>) -> Result<(), StoreError> {
        while let Some((key, page, place)) = self.feed.pop(host) {
            let Some(target) = self.target(page, place)? else {
                // Its page was told without it.
                self.states.remove(&key);
                continue;
            };
            let target = Box::new(target);
            let number = workers.submit_to(host.to_owned(), Question::Memento(target.clone()));
            self.feed.begin(host);
            self.pending.insert(number, Pending::Memento { host: host.to_owned(), key, target });
        }
        Ok(())
    }

    /// Takes an answer in; `None` means that asking panicked.
    fn take(
        &mut self,
        number: usize,
        answer: Option<Answer>,
        workers: Threads<'_, '_, '_>,
    ) -> Result<(), StoreError> {
        match self.pending.remove(&number) {
            Some(Pending::List { page, list, uri }) => {
                let fetched = match answer {
                    Some(Answer::List(fetched)) => fetched,
                    _ => Fetched { hops: Vec::new(), failure: Some(Failure::NoAnswer) },
                };
                self.is_interrupted |= fetched.failure == Some(Failure::Interrupted);
                let index = page.saturating_sub(self.first);
                let open = self.pages.get_mut(index).and_then(|page| page.lists.get_mut(list));
                if let Some(open) = open {
                    open.read_answer(self.acquirer, &uri, fetched)?;
                }
                self.go_on(page, list, workers)
            }
            Some(Pending::Memento { host, key, target }) => {
                let row = match answer {
                    Some(Answer::Memento(resolution)) => {
                        let failed = Verdict::Failed(Failure::Interrupted);
                        self.is_interrupted |= resolution.verdict == failed;
                        self.acquirer.keep_memento(&target, &resolution)?
                    }
                    _ => Some(Row::failed(&target, Failure::NoAnswer.id())),
                };
                self.states.insert(key, State::Done(row));
                self.feed.end(&host);
                self.submit(&host, workers)
            }
            None => Ok(()),
        }
    }
}
