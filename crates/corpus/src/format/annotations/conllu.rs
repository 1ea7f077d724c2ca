//! Reads CoNLL-U as taggers write it.

/// A sentence with its surface tokens.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sentence<'t> {
    pub(super) id: &'t str,
    pub(super) text: Option<&'t str>,
    pub(super) tokens: Vec<Token<'t>>,
}

/// A surface token. Values of several syntactic words are joined by `+`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) form: &'t str,
    pub(super) values: [String; VALUES],
    /// The tag of its named entity, such as `B-PER`.
    pub(super) name: Option<&'t str>,
}

impl<'t> Sentence<'t> {
    fn read_comment(&mut self, line: &'t str) {
        match comment(line) {
            Some(("sent_id", id)) => self.id = id,
            Some(("text", text)) => self.text = Some(text),
            _ => {}
        }
    }
}

impl Token<'_> {
    /// Joins the values of one more syntactic word.
    fn add_word(&mut self, values: [&str; VALUES]) {
        for (joined, value) in self.values.iter_mut().zip(values) {
            joined.push_str(if joined.is_empty() { "" } else { "+" });
            joined.push_str(value);
        }
    }

    /// Makes `_` of a value that none of the words has, as single words have it.
    fn settle(&mut self) {
        for value in self.values.iter_mut().filter(|value| value.split('+').all(|v| v == "_")) {
            value.truncate(1);
        }
    }
}

/// Lemma, UPOS, XPOS, FEATS.
pub(super) const VALUES: usize = 4;

/// The key and the value of a comment.
pub(super) fn comment(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix('#')?.split_once('=')?;
    Some((key.trim(), value.trim()))
}

/// The sentences of a text. `None` if it is not CoNLL-U.
pub(super) fn sentences(text: &str) -> Option<Vec<Sentence<'_>>> {
    let mut sentences = Vec::new();
    let mut lines = text.lines().peekable();
    while lines.peek().is_some() {
        let block = lines.by_ref().take_while(|line| !line.trim().is_empty());
        sentences.extend(sentence(block)?);
    }
    Some(sentences)
}

/// A sentence from its lines. `None` if they are not CoNLL-U, `Some(None)` if there is no token.
fn sentence<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Option<Sentence<'t>>> {
    let mut sentence = Sentence { id: "", text: None, tokens: Vec::new() };
    // Words up to this number belong to the last multiword token (format.html, "Words, Tokens and
    // Empty Nodes").
    let mut until = 0;
    for line in lines {
        if line.starts_with('#') {
            sentence.read_comment(line);
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        // Ten columns, always (format.html). Anything else is not CoNLL-U.
        let [number, form, lemma, upos, xpos, feats, _, _, _, misc] = columns[..] else {
            return None;
        };
        // Empty nodes (`3.1`) have no surface form.
        if number.contains('.') {
            continue;
        }
        let values = [lemma, upos, xpos, feats];
        if let Some((_, last)) = number.split_once('-') {
            until = last.parse().ok()?;
            // The line of a multiword token has only a form. The values are on the lines of its
            // words.
            let values = Default::default();
            sentence.tokens.push(Token { form, values, name: name(misc) });
            continue;
        }
        let number: u32 = number.parse().ok()?;
        if number > until {
            let values = values.map(str::to_owned);
            sentence.tokens.push(Token { form, values, name: name(misc) });
            continue;
        }
        let token = sentence.tokens.last_mut()?;
        token.add_word(values);
        // Taggers put the name on the token or on one of its words.
        token.name = token.name.or(name(misc));
        if number == until {
            token.settle();
        }
    }
    Some((!sentence.tokens.is_empty()).then_some(sentence))
}

/// The tag of a named entity in the last column, as Stanza (`NER`) or UDPipe (`Entity`) write it.
fn name(misc: &str) -> Option<&str> {
    let pairs = misc.split('|').filter_map(|pair| pair.split_once('='));
    let is_name = |key: &str| key.eq_ignore_ascii_case("NER") || key.eq_ignore_ascii_case("Entity");
    pairs.into_iter().find(|(key, _)| is_name(key)).map(|(_, value)| value)
}
