//! Several hosts side by side: one request at a time each, and the answers in the order in which they
//! were asked for, whoever is faster.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use scutch_fetch::{Client, Fetched};
use scutch_url::Url;

use crate::acquire::{Acquirer, list};

/// Makes a client for a thread; all of them know the same hosts.
pub type MakeClient<'a> = &'a (dyn Fn() -> Client + Sync);

/// Threads at most; more hosts share them.
const MOST_THREADS: usize = 16;

/// How many questions there may be from the first one without an answer on. What is ahead of it is in
/// memory, and lost with a kill.
pub(crate) const AHEAD: usize = 64;

/// Bytes of answers that may wait for one that is slow.
const ROOM: usize = 64 << 20;
/// Questions that are ahead in any case, so that several hosts are asked.
const FEWEST: usize = 4;

/// How far ahead questions go: as far as their answers have room, by the size of those that came.
pub(crate) struct Horizon {
    /// Bytes of an answer, the larger ones remembered for a while.
    usual: usize,
}

impl Default for Horizon {
    fn default() -> Self {
        Self { usual: ROOM / 8 }
    }
}

impl Horizon {
    /// How many questions may wait for their answers.
    pub(crate) fn questions(&self) -> usize {
        (ROOM / self.usual.max(1)).clamp(FEWEST, AHEAD)
    }

    /// An answer came.
    pub(crate) fn saw(&mut self, bytes: usize) {
        self.usual = bytes.max(self.usual - self.usual.div_ceil(8));
    }
}

/// Questions that wait, by host.
struct Work<J> {
    /// Those of hosts that are being asked, and of hosts in line.
    hosts: HashMap<String, VecDeque<(usize, J)>>,
    /// Hosts that nobody asks.
    line: VecDeque<String>,
    /// Threads that wait for a host.
    idle: usize,
    closed: bool,
}

/// What the threads share.
struct Desk<J> {
    work: Mutex<Work<J>>,
    more: Condvar,
}

impl<J> Desk<J> {
    fn new() -> Self {
        let (hosts, line) = (HashMap::new(), VecDeque::new());
        let work = Mutex::new(Work { hosts, line, idle: 0, closed: false });
        Self { work, more: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Work<J>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question for a thread: of the host it has asked, or of the next in line; `None` at the
    /// end.
    fn next(&self, host: &mut Option<String>) -> Option<(usize, J)> {
        let mut work = self.lock();
        loop {
            if work.closed {
                return None;
            }
            if let Some(of) = host.take() {
                if let Some(question) = work.hosts.get_mut(&of).and_then(VecDeque::pop_front) {
                    *host = Some(of);
                    return Some(question);
                }
                work.hosts.remove(&of);
            }
            *host = work.line.pop_front();
            if host.is_none() {
                work.idle += 1;
                work = self.more.wait(work).unwrap_or_else(PoisonError::into_inner);
                work.idle -= 1;
            }
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.more.notify_all();
    }
}

/// Takes questions, and gives the answers.
pub(crate) struct Asking<'scope, 'env, J, A> {
    scope: &'scope Scope<'scope, 'env>,
    desk: &'scope Desk<J>,
    make: MakeClient<'env>,
    ask: &'env (dyn Fn(&mut Client, &J) -> A + Sync),
    threads: usize,
    asked: usize,
    /// `None` where the answer was too much for us.
    sender: SyncSender<(usize, Option<A>)>,
    answers: Receiver<(usize, Option<A>)>,
    early: BTreeMap<usize, Option<A>>,
}

/// Lets `run` ask questions. Threads begin as hosts come.
pub(crate) fn side_by_side<J: Send, A: Send, R>(
    make: MakeClient<'_>,
    ask: &(dyn Fn(&mut Client, &J) -> A + Sync),
    run: impl FnOnce(&mut Asking<'_, '_, J, A>) -> R,
) -> R {
    let desk = Desk::new();
    thread::scope(|scope| {
        // An answer is handed over before the next question is asked: few are lost with a kill.
        let (sender, answers) = sync_channel(0);
        let (threads, asked, early) = (0, 0, BTreeMap::new());
        let desk = &desk;
        let mut asking = Asking { scope, desk, make, ask, threads, asked, sender, answers, early };
        let done = run(&mut asking);
        // Whoever still waits sees the end of it, at the desk or at the closed channel.
        desk.close();
        done
    })
}

impl<J: Send, A: Send> Asking<'_, '_, J, A> {
    /// Puts a question to a host; its number.
    pub(crate) fn submit(&mut self, uri: &str, question: J) -> usize {
        let number = self.asked;
        self.asked += 1;
        let host = host(uri);
        let mut work = self.desk.lock();
        if let Some(waiting) = work.hosts.get_mut(&host) {
            waiting.push_back((number, question));
            return number;
        }
        work.hosts.insert(host.clone(), VecDeque::from([(number, question)]));
        work.line.push_back(host);
        let enough = work.idle >= work.line.len() || self.threads >= MOST_THREADS;
        drop(work);
        if enough {
            self.desk.more.notify_one();
        } else {
            self.threads += 1;
            self.begin();
        }
        number
    }

    fn begin(&self) {
        let (desk, make, ask, sender) = (self.desk, self.make, self.ask, self.sender.clone());
        self.scope.spawn(move || {
            let (mut client, mut host) = (make(), None);
            while let Some((number, question)) = desk.next(&mut host) {
                // Whoever waits for the answer would wait forever.
                let answer = catch_unwind(AssertUnwindSafe(|| ask(&mut client, &question))).ok();
                if sender.send((number, answer)).is_err() {
                    return;
                }
            }
        });
    }

    /// The answer to a question, once it is there; `None` where asking panicked.
    pub(crate) fn answer(&mut self, number: usize) -> Option<A> {
        loop {
            if let Some(answer) = self.early.remove(&number) {
                return answer;
            }
            let (other, answer) = self.answers.recv().ok()?;
            self.early.insert(other, answer);
        }
    }
}

impl Acquirer {
    /// Asks for the first pages of lists before they are read, those of several hosts side by side. What
    /// came is kept until [`Acquirer::timemap`] takes it.
    pub fn ask_ahead(&mut self, lists: &[String], make: MakeClient<'_>) {
        let lists = lists.iter().filter(|list| !self.is_offline() && !self.is_listed(list));
        let lists: Vec<&String> = lists.collect();
        if lists.len() < 2 {
            return;
        }
        let ask = |client: &mut Client, uri_t: &String| client.fetch(&list(uri_t));
        let answers: Vec<(String, Fetched)> = side_by_side(make, &ask, |asking| {
            let numbers: Vec<usize> =
                lists.iter().map(|uri_t| asking.submit(uri_t, (*uri_t).clone())).collect();
            let answer = |(number, uri_t): (usize, &&String)| {
                Some(((*uri_t).clone(), asking.answer(number)?))
            };
            numbers.into_iter().zip(&lists).filter_map(answer).collect()
        });
        self.take_early(answers);
    }
}

fn host(uri: &str) -> String {
    Url::parse(uri).map_or_else(|_| String::new(), |url| url.host_and_port().to_owned())
}

#[cfg(test)]
mod tests {
    use scutch_fetch::Settings;
    use scutch_memento::Guard;

    use super::*;

    #[test]
    fn a_panic_is_no_answer_and_stops_nobody() {
        let make = || Client::new(Settings::default(), Guard::default(), || false);
        let ask = |_: &mut Client, number: &usize| match number {
            7 => panic!("seven"),
            number => number * 2,
        };
        let answers: Vec<Option<usize>> = side_by_side(&make, &ask, |asking| {
            let uri = |n: usize| format!("http://{}.example/", n % 3);
            let asked: Vec<usize> = (0..20).map(|n| asking.submit(&uri(n), n)).collect();
            asked.into_iter().rev().map(|number| asking.answer(number)).collect()
        });
        let expected: Vec<_> = (0..20).rev().map(|n| (n != 7).then_some(n * 2)).collect();
        assert_eq!(answers, expected);
    }

    #[test]
    fn large_answers_bring_the_horizon_near() {
        let mut horizon = Horizon::default();
        assert_eq!(horizon.questions(), 8);
        (0..100).for_each(|_| horizon.saw(20_000));
        assert_eq!(horizon.questions(), AHEAD);
        horizon.saw(30 << 20);
        assert_eq!(horizon.questions(), FEWEST);
        (0..100).for_each(|_| horizon.saw(0));
        assert_eq!(horizon.questions(), AHEAD);
    }
}
