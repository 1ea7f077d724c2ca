//! Requests to several hosts at once, one at a time to each. Answers are handed over in the order
//! of the questions, whichever host is faster.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use scutch_fetch::Client;
use scutch_url::Url;

/// Makes the client of a thread. All of them share what they know of hosts.
pub type MakeClient<'a> = &'a (dyn Fn() -> Client + Sync);

/// Threads; more hosts than these share them.
// A host that does not answer keeps its thread: twenty archives have two queues each.
const MAX_THREADS: usize = 64;

/// Questions from the first unanswered one on. Answers after it are in memory, and lost with a
/// kill.
pub(crate) const MAX_AHEAD: usize = 64;

/// Waiting questions, by host.
struct Waiting<Q> {
    /// Numbered questions of hosts that a thread asks, and of hosts in line.
    hosts: HashMap<String, VecDeque<(usize, Q)>>,
    /// Hosts that no thread asks.
    line: VecDeque<String>,
    /// Threads that wait for a host.
    idle: usize,
    closed: bool,
}

/// The questions that threads take.
struct Queue<Q> {
    waiting: Mutex<Waiting<Q>>,
    has_more: Condvar,
}

impl<Q> Queue<Q> {
    fn new() -> Self {
        let (hosts, line) = (HashMap::new(), VecDeque::new());
        let waiting = Mutex::new(Waiting { hosts, line, idle: 0, closed: false });
        Self { waiting, has_more: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<Q>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question for a thread; `None` at the end. A thread stays with its `host` while that
    /// has questions, because its connection is open.
    fn next(&self, host: &mut Option<String>) -> Option<(usize, Q)> {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(current) = host.take() {
                if let Some(question) =
                    waiting.hosts.get_mut(&current).and_then(VecDeque::pop_front)
                {
                    *host = Some(current);
                    return Some(question);
                }
                waiting.hosts.remove(&current);
            }
            *host = waiting.line.pop_front();
            if host.is_none() {
                waiting.idle += 1;
                waiting = self.has_more.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                waiting.idle -= 1;
            }
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.has_more.notify_all();
    }
}

/// Submits questions and collects answers.
pub(crate) struct Workers<'scope, 'env, Q, A> {
    scope: &'scope Scope<'scope, 'env>,
    queue: &'scope Queue<Q>,
    make: MakeClient<'env>,
    ask: &'env (dyn Fn(&mut Client, &Q) -> A + Sync),
    threads: usize,
    submitted: usize,
    /// For threads that start later. The answer is `None` if asking panicked.
    sender: SyncSender<(usize, Option<A>)>,
    answers: Receiver<(usize, Option<A>)>,
    /// Answers that came before their turn.
    early: BTreeMap<usize, Option<A>>,
}

/// Lets `run` submit questions, which threads answer with `ask`. Threads start as hosts come.
pub(crate) fn concurrently<Q: Send, A: Send, R>(
    make: MakeClient<'_>,
    ask: &(dyn Fn(&mut Client, &Q) -> A + Sync),
    run: impl FnOnce(&mut Workers<'_, '_, Q, A>) -> R,
) -> R {
    let queue = Queue::new();
    thread::scope(|scope| {
        // Without a buffer: a thread hands an answer over before it asks the next question, so that
        // few answers are lost with a kill.
        let (sender, answers) = sync_channel(0);
        let (threads, submitted, early) = (0, 0, BTreeMap::new());
        let queue = &queue;
        let mut workers =
            Workers { scope, queue, make, ask, threads, submitted, sender, answers, early };
        let result = run(&mut workers);
        // Threads end at the closed queue or at the dropped channel.
        queue.close();
        result
    })
}

impl<Q: Send, A: Send> Workers<'_, '_, Q, A> {
    /// Submits a question to the host of a URI, and returns its number.
    pub(crate) fn submit(&mut self, uri: &str, question: Q) -> usize {
        self.submit_to(host_of(uri), question)
    }

    /// Submits a question to a queue, and returns its number. A queue has one question at a time.
    pub(crate) fn submit_to(&mut self, host: String, question: Q) -> usize {
        let number = self.submitted;
        self.submitted += 1;
        let mut waiting = self.queue.lock();
        if let Some(questions) = waiting.hosts.get_mut(&host) {
            questions.push_back((number, question));
            return number;
        }
        waiting.hosts.insert(host.clone(), VecDeque::from([(number, question)]));
        waiting.line.push_back(host);
        let is_enough = waiting.idle >= waiting.line.len() || self.threads >= MAX_THREADS;
        // Before a thread starts or wakes, which needs the lock.
        drop(waiting);
        if is_enough {
            self.queue.has_more.notify_one();
        } else {
            self.threads += 1;
            self.start_thread();
        }
        number
    }

    fn start_thread(&self) {
        let (queue, make, ask, sender) = (self.queue, self.make, self.ask, self.sender.clone());
        self.scope.spawn(move || {
            let (mut client, mut host) = (make(), None);
            while let Some((number, question)) = queue.next(&mut host) {
                // After a panic, whoever waits for this answer would wait for ever.
                let answer = catch_unwind(AssertUnwindSafe(|| ask(&mut client, &question))).ok();
                if sender.send((number, answer)).is_err() {
                    return;
                }
            }
        });
    }

    /// Waits for the answer to a question; `None` if asking panicked.
    pub(crate) fn answer(&mut self, number: usize) -> Option<A> {
        loop {
            if let Some(answer) = self.early.remove(&number) {
                return answer;
            }
            let (other, answer) = self.answers.recv().ok()?;
            self.early.insert(other, answer);
        }
    }

    /// Waits for the next answer, whichever question it is to. The answer is `None` if asking
    /// panicked.
    pub(crate) fn next_answer(&mut self) -> Option<(usize, Option<A>)> {
        self.early.pop_first().or_else(|| self.answers.recv().ok())
    }
}

/// The host of a URI with its port; empty if it has none.
pub(crate) fn host_of(uri: &str) -> String {
    Url::parse(uri).map_or_else(|_| String::new(), |url| url.host_and_port().to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use scutch_fetch::Settings;
    use scutch_memento::Guard;

    use super::*;

    fn client() -> Client {
        Client::new(Settings::default(), Guard::default(), || false)
    }

    fn uri(n: usize, hosts: usize) -> String {
        format!("http://{}.example/", n % hosts)
    }

    #[test]
    fn a_panic_is_no_answer_and_other_questions_are_answered() {
        let ask = |_: &mut Client, number: &usize| match number {
            7 => panic!("seven"),
            number => number * 2,
        };
        let answers: Vec<Option<usize>> = concurrently(&client, &ask, |workers| {
            let asked: Vec<usize> = (0..20).map(|n| workers.submit(&uri(n, 3), n)).collect();
            asked.into_iter().rev().map(|number| workers.answer(number)).collect()
        });
        let expected: Vec<_> = (0..20).rev().map(|n| (n != 7).then_some(n * 2)).collect();
        assert_eq!(answers, expected);
    }

    #[test]
    fn a_host_has_one_question_at_a_time_and_threads_are_limited() {
        const HOSTS: usize = 40;
        let busy: Vec<AtomicUsize> = (0..HOSTS).map(|_| AtomicUsize::new(0)).collect();
        let (all, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let ask = |_: &mut Client, number: &usize| {
            let host = &busy[number % HOSTS];
            let alone = host.fetch_add(1, Ordering::SeqCst) == 0;
            most.fetch_max(all.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(1));
            all.fetch_sub(1, Ordering::SeqCst);
            host.fetch_sub(1, Ordering::SeqCst);
            alone
        };
        let alone = concurrently(&client, &ask, |workers| {
            let asked: Vec<usize> = (0..200).map(|n| workers.submit(&uri(n, HOSTS), n)).collect();
            asked.into_iter().all(|number| workers.answer(number) == Some(true))
        });
        assert!(alone, "two questions to one host at once");
        let most = most.into_inner();
        assert!((2..=MAX_THREADS).contains(&most), "{most}");
    }

    /// A slow host does not hold back the answers of others.
    #[test]
    fn answers_may_be_taken_as_they_come() {
        let ask = |_: &mut Client, number: &u64| {
            thread::sleep(Duration::from_millis(if *number == 0 { 300 } else { 1 }));
            *number
        };
        let taken: Vec<u64> = concurrently(&client, &ask, |workers| {
            for number in 0..5 {
                workers.submit_to(format!("queue {number}"), number);
            }
            (0..5).filter_map(|_| workers.next_answer()?.1).collect()
        });
        assert_eq!((taken.len(), taken.last()), (5, Some(&0)));
    }

    #[test]
    fn a_run_may_end_with_questions_unanswered() {
        let ask = |_: &mut Client, number: &usize| *number;
        let first = concurrently(&client, &ask, |workers| {
            let asked: Vec<usize> = (0..50).map(|n| workers.submit(&uri(n, 5), n)).collect();
            workers.answer(asked[0])
        });
        assert_eq!(first, Some(0));
    }
}
