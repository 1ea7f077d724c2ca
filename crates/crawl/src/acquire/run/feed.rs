//! Mementos that wait for their turn, by host: one that does not answer holds back no other.

use std::collections::{HashMap, VecDeque};

/// Questions of a host that are handed to the threads at a time.
// One is being asked; the others let its thread go on while an answer is stored.
const DEPTH: usize = 3;

/// What waits for a host.
#[derive(Debug)]
struct HostQueue<T> {
    waiting: VecDeque<T>,
    /// Questions that are asked now.
    asked: usize,
}

/// Queues by host.
#[derive(Debug)]
pub(super) struct Feed<T> {
    hosts: HashMap<String, HostQueue<T>>,
}

impl<T> Feed<T> {
    pub(super) fn new() -> Self {
        Self { hosts: HashMap::new() }
    }

    pub(super) fn push(&mut self, host: &str, item: T) {
        // The name is copied only for a new host: there may be a million items.
        match self.hosts.get_mut(host) {
            Some(queue) => queue.waiting.push_back(item),
            None => {
                let queue = HostQueue { waiting: VecDeque::from([item]), asked: 0 };
                self.hosts.insert(host.to_owned(), queue);
            }
        }
    }

    /// The next item of a host, if it may be asked now.
    pub(super) fn pop(&mut self, host: &str) -> Option<T> {
        let queue = self.hosts.get_mut(host).filter(|queue| queue.asked < DEPTH)?;
        queue.waiting.pop_front()
    }

    /// Counts a question that is asked.
    pub(super) fn begin(&mut self, host: &str) {
        if let Some(queue) = self.hosts.get_mut(host) {
            queue.asked += 1;
        }
    }

    /// Counts an answer, and forgets a host for which nothing is left.
    pub(super) fn end(&mut self, host: &str) {
        let Some(queue) = self.hosts.get_mut(host) else { return };
        queue.asked = queue.asked.saturating_sub(1);
        if queue.asked == 0 && queue.waiting.is_empty() {
            self.hosts.remove(host);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_their_own_queues_of_bounded_depth() {
        let mut feed = Feed::new();
        (0..10).for_each(|number| feed.push("a", number));
        feed.push("b", 100);
        let mut taken = Vec::new();
        while let Some(number) = feed.pop("a") {
            feed.begin("a");
            taken.push(number);
        }
        assert_eq!(taken, [0, 1, 2]);
        assert_eq!(feed.pop("b"), Some(100));
        feed.begin("b");
        feed.end("b");
        feed.end("a");
        assert_eq!((feed.pop("a"), feed.pop("b"), feed.pop("c")), (Some(3), None, None));
        assert_eq!(feed.hosts.len(), 1, "nothing is left for b");
    }
}
