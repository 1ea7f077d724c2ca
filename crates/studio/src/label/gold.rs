//! Ground truth of what was labelled: a line per page, as `scutch evaluate template` reads it.

use scutch_evaluate::{GoldNode, GoldPage, Truth};
use serde::Serialize;

use super::adjudicate::{Merged, name_deciders};
use super::{Field, Letter, NodeMark, Pass};
use crate::nodes::{PageNodes, TextNode};
use crate::source::PageCapture;

/// A page of ground truth with what else its annotator wrote.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GoldLine {
    /// The page.
    #[serde(flatten)]
    pub page: GoldPage,
    /// Who labelled it.
    pub annotator: String,
    /// 1, or 2 where the same annotator labelled it again.
    pub pass: u8,
    /// Type of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Date of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Seconds spent on it.
    pub seconds: f64,
    /// Whether the answer of the method was shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub saw_answer: bool,
}

impl GoldLine {
    /// The line of a page that several annotators labelled, if nothing on it is left in dispute. What
    /// they all wrote about the page is taken over; a field about which they differ is left out.
    pub fn merged(
        capture: &PageCapture,
        nodes: &PageNodes,
        passes: &[(&str, &Pass)],
        merged: &Merged,
    ) -> Option<Self> {
        // An agreed line with open disputes would pass for ground truth.
        let (_, first) = passes.first().filter(|_| merged.open() == 0)?;
        let mut line = Self::new(("agreed", 1), capture, nodes, first, &merged.labels);
        name_deciders(&mut line.page.text_nodes, &merged.disputes);
        // Only a unanimous field counts: nobody adjudicates fields.
        let agreed = |name: Field| {
            let mut values = passes.iter().filter_map(|(_, pass)| pass.fields().get(&name));
            let value = values.next()?;
            values.all(|other| other == value).then(|| value.clone())
        };
        line.annotator = passes.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("+");
        line.page_type = agreed(Field::PageType);
        line.title = agreed(Field::Title);
        line.author = agreed(Field::Author);
        line.date = agreed(Field::Date);
        line.seconds = passes.iter().map(|(_, pass)| pass.seconds()).sum();
        line.saw_answer = passes.iter().any(|(_, pass)| pass.saw_answer());
        Some(line)
    }

    /// The line of a pass. `labels` are those of the pass, or what was agreed on.
    pub fn new(
        (annotator, number): (&str, u8),
        capture: &PageCapture,
        nodes: &PageNodes,
        pass: &Pass,
        labels: &[Option<NodeMark>],
    ) -> Self {
        let field = |name: Field| pass.fields().get(&name).cloned();
        Self {
            page: gold_page(annotator, capture, nodes, pass.hidden(), labels),
            annotator: annotator.to_owned(),
            pass: number,
            page_type: field(Field::PageType),
            title: field(Field::Title),
            author: field(Field::Author),
            date: field(Field::Date),
            // Tenths suffice; further digits are noise of addition.
            seconds: (pass.seconds() * 10.0).round() / 10.0,
            saw_answer: pass.saw_answer(),
        }
    }
}

fn gold_page(
    annotator: &str,
    capture: &PageCapture,
    nodes: &PageNodes,
    hidden: Option<&[usize]>,
    labels: &[Option<NodeMark>],
) -> GoldPage {
    let gold = |(i, node): (usize, &TextNode)| {
        let mark = labels.get(i).and_then(Option::as_ref);
        // What the browser measured counts before what the page alone suggests.
        let is_hidden = hidden.map_or(node.hidden, |hidden| hidden.binary_search(&i).is_ok());
        let why = match mark {
            Some(mark) if mark.preset => "hidden",
            Some(_) => annotator,
            None => "unlabelled",
        };
        GoldNode {
            i: Some(i),
            xpath: node.xpath.clone(),
            why: Some(why.to_owned()),
            hidden: is_hidden,
            runs: mark.map(|mark| runs(node, mark)).unwrap_or_default(),
            ..GoldNode::new(node.text.clone(), mark.map_or(Truth::Ignore, |m| m.letter.truth()))
        }
    };
    GoldPage {
        site: capture.site(),
        lang: None,
        url: capture.url.clone(),
        timestamp: capture.timestamp(),
        text_nodes: nodes.list().iter().enumerate().map(gold).collect(),
    }
}

/// The runs of words of a mixed node.
fn runs(node: &TextNode, mark: &NodeMark) -> Vec<GoldNode> {
    let keys: Vec<char> = mark.words.as_deref().unwrap_or_default().chars().collect();
    let words: Vec<(&str, char)> = node.text.split(' ').zip(keys).collect();
    let run = |run: &[(&str, char)]| {
        let text = run.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" ");
        let letter = Letter::of_key(run[0].1).unwrap_or(Letter::Skip);
        GoldNode::new(text, letter.truth())
    };
    words.chunk_by(|a, b| a.1 == b.1).map(run).collect()
}

#[cfg(test)]
mod tests {
    use scutch_evaluate::read_gold;
    use scutch_folder::inputs::RecordPlace;
    use scutch_page::{Hints, Limits, Page};

    use super::*;
    use crate::label::Event;

    #[test]
    fn lines_are_read_as_ground_truth() {
        let page = Page::parse(b"<p>a b c d<p>e<p>f<p>g", &Hints::default(), &Limits::default());
        let nodes = PageNodes::new(&page);
        let mut pass = Pass::default();
        let words = Some("ccbs".to_owned());
        for event in [
            Event::Open { nodes: 4, digest: nodes.digest().to_owned() },
            Event::Hidden { nodes: vec![1], width: None },
            Event::Mark { first: 0, last: 0, label: Letter::Mixed, words },
            Event::Mark { first: 2, last: 2, label: Letter::Boilerplate, words: None },
            Event::Field { name: Field::Title, value: "T".to_owned() },
            Event::Time { seconds: 12.34 },
        ] {
            pass.take(&event, Some(&nodes)).expect("fits");
        }
        let (url, place) = ("http://www.a.example/".to_owned(), RecordPlace::default());
        let capture = PageCapture { url, unix_ms: 1_558_175_400_000, place, timemap: 0 };
        let line = GoldLine::new(("ann", 1), &capture, &nodes, &pass, &pass.labels());
        let json = serde_json::to_string(&line).expect("JSON");
        for part in
            [r#""site":"a.example""#, r#""title":"T""#, r#""seconds":12.3"#, r#""why":"hidden""#]
        {
            assert!(json.contains(part), "{part}: {json}");
        }
        let read = read_gold(json.as_bytes()).expect("gold");
        let found: Vec<(&str, Truth)> =
            read[0].text_nodes.iter().map(|node| (&*node.text, node.label)).collect();
        use Truth::{Boilerplate, Content, Ignore};
        let expected = [
            ("a b", Content),
            ("c", Boilerplate),
            ("d", Ignore),
            ("e", Ignore),
            ("f", Boilerplate),
            ("g", Ignore),
        ];
        assert_eq!(found, expected);
        assert_eq!(read[0].timestamp, "20190518103000");
    }
}
