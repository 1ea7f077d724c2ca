//! Several hosts side by side: one request at a time each, and the answers in the order of the list,
//! whoever is faster.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use scutch_fetch::{Client, Fetched, Request};
use scutch_url::Url;

use crate::acquire::{Acquirer, Wish};
use crate::row::Row;
use crate::store::StoreError;
use crate::way::{Way, way};

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
        wishes: &[Wish],
        make: MakeClient<'_>,
        mut take: impl FnMut(Row, bool) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        let queues = self.queues(wishes);
        if queues.len() < 2 {
            for wish in wishes {
                let (row, asked) = self.memento(wish)?;
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
            for queue in queues {
                let (sender, gate) = (sender.clone(), &gate);
                scope.spawn(move || work(queue, wishes, make, gate, &sender));
            }
            drop(sender);
            let mut early: BTreeMap<usize, Way> = BTreeMap::new();
            let mut all = || {
                for (place, wish) in wishes.iter().enumerate() {
                    gate.open_to(place);
                    let way = loop {
                        if self.is_stored(wish) {
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
                    let row = self.settled(wish, way)?;
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
                for list in lists {
                    let request = Request { uri: list.to_owned(), ..Request::default() };
                    all.push((list.to_owned(), client.fetch(&request)));
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

    /// What is to be asked for, as places in the list, one queue a thread; hosts stay together.
    fn queues(&self, wishes: &[Wish]) -> Vec<VecDeque<usize>> {
        let mut hosts: BTreeMap<String, usize> = BTreeMap::new();
        let mut queues: Vec<VecDeque<usize>> = Vec::new();
        if self.is_offline() {
            return queues;
        }
        for (place, wish) in wishes.iter().enumerate() {
            if self.is_stored(wish) {
                continue;
            }
            let next = hosts.len() % MOST_THREADS;
            let queue = *hosts.entry(host(&wish.uri_m)).or_insert(next);
            if queue == queues.len() {
                queues.push(VecDeque::new());
            }
            queues[queue].push_back(place);
        }
        queues
    }
}

fn host(uri: &str) -> String {
    Url::parse(uri).map_or_else(|_| String::new(), |url| url.host_and_port().to_owned())
}

/// Asks for what is in a queue. The first place of all queues is never held up: what is before it has
/// been taken.
fn work(
    queue: VecDeque<usize>,
    wishes: &[Wish],
    make: MakeClient<'_>,
    gate: &Gate,
    answers: &SyncSender<(usize, Way)>,
) {
    let mut client = make();
    for place in queue {
        if !gate.wait_for(place) {
            return;
        }
        let way = way(&mut client, &wishes[place]);
        if answers.send((place, way)).is_err() {
            return;
        }
    }
}
