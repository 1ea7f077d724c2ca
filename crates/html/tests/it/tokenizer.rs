//! Tokens, as html5lib tests them.

use scutch_html::{Source, Syntax, TextMode, Token, TokenSink, Tokenizer};
use serde_json::{Value, json};

use crate::cases::files;

/// Takes tokens as html5lib writes them.
#[derive(Default)]
struct Tokens {
    all: Vec<Value>,
    mode: Option<TextMode>,
    in_foreign: bool,
}

impl Tokens {
    fn text(&mut self, text: &str) {
        match self.all.last_mut() {
            // A run of text may come as several tokens.
            Some(Value::Array(last)) if last[0] == "Character" => {
                let whole = format!("{}{text}", last[1].as_str().expect("text"));
                last[1] = json!(whole);
            }
            _ => self.all.push(json!(["Character", text])),
        }
    }
}

impl TokenSink for Tokens {
    fn token(&mut self, source: &Source<'_>, token: Token<'_>) -> TextMode {
        let name = |name| source.names().text(name).to_owned();
        match token {
            Token::Doctype(d) => {
                let sound = !d.force_quirks;
                self.all.push(json!(["DOCTYPE", d.name, d.public_id, d.system_id, sound]));
            }
            Token::Start(tag) => {
                let attributes: serde_json::Map<String, Value> = tag
                    .attributes
                    .iter()
                    .map(|a| (name(a.name), json!(source.text(a.value))))
                    .collect();
                let mut token = vec![json!("StartTag"), json!(name(tag.name)), json!(attributes)];
                token.extend(tag.self_closing.then_some(json!(true)));
                self.all.push(Value::Array(token));
            }
            Token::End(tag) => self.all.push(json!(["EndTag", name(tag)])),
            Token::Text(text) => self.text(source.text(text)),
            Token::Null => self.text("\0"),
            Token::Comment(text) => self.all.push(json!(["Comment", source.text(text)])),
            Token::EndOfFile => {}
        }
        self.mode.unwrap_or(TextMode::Data)
    }

    fn is_in_foreign(&self) -> bool {
        self.in_foreign
    }
}

/// The modes in which a state of the standard begins.
fn mode(state: &str) -> (TextMode, bool) {
    match state {
        "Data state" => (TextMode::Data, false),
        "RCDATA state" => (TextMode::Rcdata, false),
        "RAWTEXT state" => (TextMode::Rawtext, false),
        "Script data state" => (TextMode::Script, false),
        "PLAINTEXT state" => (TextMode::Plaintext, false),
        "CDATA section state" => (TextMode::Data, true),
        _ => panic!("an unknown state: {state}"),
    }
}

/// The tokens of a text.
fn tokens(html: &str, state: &str, last_start_tag: Option<&str>) -> Vec<Value> {
    let (mode, is_cdata) = mode(state);
    let html = if is_cdata { format!("<![CDATA[{html}") } else { html.to_owned() };
    let sink = Tokens { in_foreign: is_cdata, ..Tokens::default() };
    let mut tokenizer = Tokenizer::new(&html, Syntax::Html, usize::MAX, sink);
    if mode != TextMode::Data {
        tokenizer = tokenizer.within(mode, last_start_tag.unwrap_or("none"));
    }
    tokenizer.run();
    tokenizer.into_parts().1.all
}

/// A text with its escapes resolved. `None` for lone surrogates, which are no text here.
fn unescaped(text: &str) -> Option<String> {
    let quoted = format!("\"{}\"", text.replace('"', "\\\"").replace('\n', "\\n"));
    serde_json::from_str(&quoted).ok()
}

/// A value with the escapes of its texts resolved.
fn all_unescaped(value: &Value) -> Option<Value> {
    Some(match value {
        Value::String(text) => json!(unescaped(text)?),
        Value::Array(values) => {
            Value::Array(values.iter().map(all_unescaped).collect::<Option<_>>()?)
        }
        Value::Object(values) => {
            let pair =
                |(name, value): (&String, &Value)| Some((unescaped(name)?, all_unescaped(value)?));
            Value::Object(values.iter().map(pair).collect::<Option<_>>()?)
        }
        other => other.clone(),
    })
}

/// Expected tokens, with neighbouring texts as one.
fn joined(output: &[Value]) -> Vec<Value> {
    let mut tokens = Tokens::default();
    for token in output {
        match token[0].as_str() {
            Some("Character") => tokens.text(token[1].as_str().expect("text")),
            _ => tokens.all.push(token.clone()),
        }
    }
    tokens.all
}

#[test]
fn tokens_are_those_of_the_standard() {
    let files = files("tokenizer", "test");
    if files.is_empty() {
        return;
    }
    let (mut run, mut surrogates, mut wrong) = (0, 0, Vec::new());
    for (name, text) in files {
        let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| {
            panic!("{name}: {error}");
        });
        // What XML cannot hold is a matter of those who write XML.
        let Some(cases) = file["tests"].as_array() else { continue };
        for case in cases {
            let is_escaped = case["doubleEscaped"] == true;
            let resolve =
                |value: &Value| if is_escaped { all_unescaped(value) } else { Some(value.clone()) };
            let (Some(input), Some(output)) = (resolve(&case["input"]), resolve(&case["output"]))
            else {
                surrogates += 1;
                continue;
            };
            let input = input.as_str().expect("an input").to_owned();
            let expected = joined(output.as_array().expect("tokens"));
            let states = case["initialStates"].as_array().cloned();
            for state in states.unwrap_or_else(|| vec![json!("Data state")]) {
                let state = state.as_str().expect("a state");
                run += 1;
                let found = tokens(&input, state, case["lastStartTag"].as_str());
                if found != expected {
                    wrong.push(format!("{name} {state}: {input:?}: {expected:?}: {found:?}"));
                }
            }
        }
    }
    assert!(run > 6000 && surrogates < 20, "{run} {surrogates}");
    assert!(wrong.is_empty(), "{} of {run}:\n{}", wrong.len(), wrong.join("\n"));
}
