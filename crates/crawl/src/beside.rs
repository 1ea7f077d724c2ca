//! Several hosts side by side: one request at a time each, and the answers in the order of the list,
//! whoever is faster.

use std::collections::BTreeMap;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use scutch_fetch::{Client, Fetched};
use scutch_url::Url;

use crate::acquire::{Acquirer, list};
use crate::row::Row;
use crate::store::StoreError;
use crate::way::{Way, way};
use crate::wishes::Wishes;

/// Makes a client for a thread; all of them know the same hosts.
pub type MakeClient<'a> = &'a (dyn Fn() -> Client + Sync);

/// Threads at most; more hosts share them.
const MOST_THREADS: usize = 16;

/// How far answers may be ahead of the first one that is missing. What is ahead is in memory, and lost
/// with a kill.
const AHEAD: usize = 64;

/// How far the list has been taken.
#[derive(Default)]
struct Gate {
    taken: Mutex<usize>,
    moved: Condvar,
}

impl Gate {
    /// Waits until a place of the list is not too far ahead; false at the end.
    fn wait_for(&self, place: usize) -> bool {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while place >= taken.saturating_add(AHEAD) {
            taken = self.moved.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken < usize::MAX
    }

    fn open_to(&self, place: usize) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = place;
        self.moved.notify_all();
    }
}

impl Acquirer {
    /// Mementos, in the order of the list: the row of each, and whether it had to be asked for. Where
    /// several hosts have them, those are asked side by side. `take` says whether to go on.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn mementos<E>(
        &mut self,
        wishes: &Wishes,
        make: MakeClient<'_>,
        mut take: impl FnMut(Row, bool) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        let queues = self.queues(wishes)?;
        let threads = queues.iter().copied().max().unwrap_or(NOBODY);
        if threads < 2 {
            for place in 0..wishes.len() {
                let wish = wishes.get(place).map_err(StoreError::Frontier)?;
                let (row, asked) = self.memento(&wish)?;
                match take(row, asked) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => return Ok(Err(error)),
                }
            }
            return Ok(Ok(()));
        }
        let gate = Gate::default();
        thread::scope(|scope| {
            let (sender, answers) = sync_channel(0);
            for thread in 1..=threads {
                let (sender, gate, queues) = (sender.clone(), &gate, &queues);
                let places = (0..wishes.len()).filter(move |place| queues[*place] == thread);
                scope.spawn(move || work(places, wishes, make, gate, &sender));
            }
            drop(sender);
            let mut early: BTreeMap<usize, Way> = BTreeMap::new();
            let mut all = || {
                for place in 0..wishes.len() {
                    gate.open_to(place);
                    let wish = wishes.get(place).map_err(StoreError::Frontier)?;
                    let way = loop {
                        if self.is_stored(&wish.uri_m) {
                            break None;
                        }
                        if let Some(way) = early.remove(&place) {
                            break Some(way);
                        }
                        match answers.recv() {
                            Ok((place, way)) => drop(early.insert(place, way)),
                            Err(_) => return Ok(Ok(())),
                        }
                    };
                    let asked = way.is_some();
                    let row = self.settled(&wish, way)?;
                    match take(row, asked) {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(error) => return Ok(Err(error)),
                    }
                }
                Ok(Ok(()))
            };
            let done = all();
            // Whoever still waits sees the end of it, at the gate or at the closed channel.
            gate.open_to(usize::MAX);
            drop(answers);
            done
        })
    }

    /// Asks for the first pages of lists before they are read, those of several hosts side by side. What
    /// came is kept until [`Acquirer::timemap`] takes it.
    pub fn ask_ahead(&mut self, lists: &[String], make: MakeClient<'_>) {
        let mut hosts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for list in lists.iter().filter(|list| !self.is_offline() && !self.is_listed(list)) {
            hosts.entry(host(list)).or_default().push(list);
        }
        if hosts.len() < 2 {
            return;
        }
        let waiting = Mutex::new(hosts.into_values().collect::<Vec<_>>());
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let ask = || {
            let (mut client, mut all) = (make(), Vec::new());
            while let Some(lists) = next() {
                for uri_t in lists {
                    all.push((uri_t.to_owned(), client.fetch(&list(uri_t))));
                }
            }
            all
        };
        let answers: Vec<(String, Fetched)> = thread::scope(|scope| {
            let threads = (0..MOST_THREADS).map(|_| scope.spawn(ask));
            let threads: Vec<_> = threads.collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        self.take_early(answers);
    }

    /// Which thread asks for each memento, from 1: hosts stay together.
    fn queues(&self, wishes: &Wishes) -> Result<Vec<u8>, StoreError> {
        let mut hosts: BTreeMap<String, u8> = BTreeMap::new();
        if self.is_offline() {
            return Ok(Vec::new());
        }
        let mut queues = vec![NOBODY; wishes.len()];
        for (place, queue) in queues.iter_mut().enumerate() {
            let uri_m = wishes.memento(place).map_err(StoreError::Frontier)?.uri;
            if !self.is_stored(&uri_m) {
                let next = (hosts.len() % MOST_THREADS) as u8 + 1;
                *queue = *hosts.entry(host(&uri_m)).or_insert(next);
            }
        }
        Ok(queues)
    }
}

/// What is stored is asked for by no thread.
const NOBODY: u8 = 0;

fn host(uri: &str) -> String {
    Url::parse(uri).map_or_else(|_| String::new(), |url| url.host_and_port().to_owned())
}

/// Asks for what is in a queue. The first place of all queues is never held up: what is before it has
/// been taken.
fn work(
    places: impl Iterator<Item = usize>,
    wishes: &Wishes,
    make: MakeClient<'_>,
    gate: &Gate,
    answers: &SyncSender<(usize, Way)>,
) {
    let mut client = make();
    for place in places {
        if !gate.wait_for(place) {
            return;
        }
        // Who takes the answers will find the same.
        let Ok(wish) = wishes.get(place) else { return };
        let way = way(&mut client, &wish);
        if answers.send((place, way)).is_err() {
            return;
        }
    }
}
