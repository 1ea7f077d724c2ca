//! Origins and domains: their texts stand in one piece of memory, each once, and have numbers.

use super::fingerprint::fold;

/// Texts, numbered from 0 in the order of arrival.
#[derive(Debug, Default)]
pub(super) struct Names {
    text: String,
    /// Where each ends in the text.
    ends: Vec<u64>,
    /// Numbers, and 1 added to them, at the places that the texts have by their hashes; 0 is empty.
    places: Vec<u32>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn text(&self, number: u32) -> Option<&str> {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(begin as usize..*self.ends.get(number)? as usize)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).filter_map(|number| self.text(number))
    }

    /// The number of a text that is there.
    pub(super) fn get(&self, text: &str) -> Option<u32> {
        self.find(text).ok()
    }

    /// The number of a text, which is taken in where it is new.
    pub(super) fn enter(&mut self, text: &str) -> u32 {
        self.make_room();
        match self.find(text) {
            Ok(number) => number,
            Err(place) => {
                let number = self.len() as u32;
                self.text.push_str(text);
                self.ends.push(self.text.len() as u64);
                self.places[place] = number + 1;
                number
            }
        }
    }

    /// The number of a text, or the place where it belongs.
    fn find(&self, text: &str) -> Result<u32, usize> {
        if self.places.is_empty() {
            return Err(0);
        }
        let length = self.places.len();
        // Multiply and shift: maps a hash to any table length without division.
        let mut place = ((u128::from(fold(0, text.as_bytes())) * length as u128) >> 64) as usize;
        loop {
            match self.places[place].checked_sub(1) {
                None => return Err(place),
                Some(number) if self.text(number) == Some(text) => return Ok(number),
                Some(_) => place = if place + 1 == length { 0 } else { place + 1 },
            }
        }
    }

    /// Grows when three of four places are taken.
    fn make_room(&mut self) {
        if (self.len() + 1) * 4 <= self.places.len() * 3 {
            return;
        }
        self.places = vec![0; (self.places.len() * 2).max(16)];
        for number in 0..self.len() as u32 {
            let text = self.text(number).unwrap_or_default();
            if let Err(place) = self.find(text) {
                self.places[place] = number + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay() {
        let mut names = Names::default();
        let text = |n: u32| if n == 7 { String::new() } else { format!("http://{n}.example") };
        for n in (0..5000).chain(0..5000) {
            assert_eq!(names.enter(&text(n)), n);
        }
        assert_eq!((names.len(), names.get("http://x.example")), (5000, None));
        assert!(
            (0..5000).all(|n| names.text(n) == Some(&text(n)) && names.get(&text(n)) == Some(n))
        );
        assert_eq!((names.text(5000), names.iter().count()), (None, 5000));
    }
}
