//! What the program says of itself: the help of every verb, and every key of a configuration file.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// Pages that end with what the program says.
const VERBS: &str = "verbs.md";
const CONFIGURATION: &str = "configuration.md";

/// Adds the reference to pages of the guide.
pub(super) fn write(program: &Path, source: &Path) -> Result<()> {
    add(&source.join(VERBS), &verbs(program, &[])?)?;
    let schema: Value = serde_json::from_str(&printed(program, &["config", "schema"])?)?;
    let mut rows = Vec::new();
    keys(&schema, &schema, "", &mut rows);
    let head = "## Every key\n\n| key | values | default | meaning |\n|---|---|---|---|";
    add(&source.join(CONFIGURATION), &format!("{head}\n{}\n", rows.join("\n")))
}

/// Adds a text at the end of a page.
fn add(page: &Path, text: &str) -> Result<()> {
    let begun = fs::read_to_string(page).with_context(|| page.display().to_string())?;
    fs::write(page, format!("{begun}\n{text}")).with_context(|| page.display().to_string())
}

/// What a call of the program prints, as wide as the guide shows it.
fn printed(program: &Path, words: &[&str]) -> Result<String> {
    let output = Command::new(program).args(words).env("COLUMNS", "100").output();
    let output = output.with_context(|| program.display().to_string())?;
    if !output.status.success() {
        bail!("scutch {} failed: {}", words.join(" "), output.stderr.trim_ascii().escape_ascii());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The help of a verb and of the verbs below it.
fn verbs(program: &Path, verb: &[&str]) -> Result<String> {
    let help = printed(program, &[verb, &["--help"]].concat())?;
    let name = [&["scutch"], verb].concat().join(" ");
    let mut text = format!("## {name}\n\n```text\n{}\n```\n\n", help.trim_end());
    for below in verbs_in(&help) {
        text += &verbs(program, &[verb, &[below]].concat())?;
    }
    Ok(text)
}

/// The verbs below a verb, by its help.
fn verbs_in(help: &str) -> Vec<&str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").collect()
}

/// A row for each key of a schema. Keys of tables within it follow with the name of the table before them.
fn keys(schema: &Value, of: &Value, above: &str, rows: &mut Vec<String>) {
    let Some(properties) = of["properties"].as_object() else { return };
    for (name, property) in properties {
        let key = format!("{above}{name}");
        let kind = kind(schema, property);
        let default =
            property.get("default").filter(|value| !value.is_null() && !value.is_object());
        let default = default.map(|value| format!("`{value}`")).unwrap_or_default();
        let meaning = first_paragraph(property["description"].as_str().unwrap_or_default());
        rows.push(format!("| `{key}` | {} | {default} | {meaning} |", values(schema, kind)));
        keys(schema, kind, &format!("{key}."), rows);
    }
}

/// What a property is, behind references and beside null.
fn kind<'s>(schema: &'s Value, property: &'s Value) -> &'s Value {
    if let Some(name) = property["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return kind(schema, &schema["$defs"][name]);
    }
    let choices = property["anyOf"].as_array();
    let meant = choices.and_then(|choices| choices.iter().find(|choice| choice["type"] != "null"));
    meant.map_or(property, |meant| kind(schema, meant))
}

/// The values that a property takes, in words.
fn values(schema: &Value, of: &Value) -> String {
    let names = |choices: &Value| {
        let choices =
            choices.as_array()?.iter().map(|choice| choice["const"].as_str().or(choice.as_str()));
        let names = choices.collect::<Option<Vec<_>>>()?;
        Some(names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
    };
    if let Some(names) = names(&of["oneOf"]).or_else(|| names(&of["enum"])) {
        return names;
    }
    let types = match &of["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        other => other.as_str(),
    };
    match types {
        Some("array") => format!("list: {}", values(schema, kind(schema, &of["items"]))),
        Some("object") => "table".to_owned(),
        Some("boolean") => "`true`, `false`".to_owned(),
        Some(other) => other.to_owned(),
        None => String::new(),
    }
}

/// The first paragraph of a description, on one line and safe in a table.
fn first_paragraph(text: &str) -> String {
    text.split("\n\n").next().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn verbs_are_those_that_a_help_lists() {
        let help = "Usage\n\nCommands:\n  ls     List\n         more\n  cat    Print\n  help   Help\n\nOptions:\n  -q\n";
        assert_eq!(verbs_in(help), ["ls", "cat"]);
        assert!(verbs_in("Usage\n\nOptions:\n  -q\n").is_empty());
    }

    #[test]
    fn keys_of_tables_have_the_name_of_the_table() {
        let schema = json!({
            "properties": {
                "scope": { "$ref": "#/$defs/Scope", "description": "Which records\nbecome rows.\n\nMore." },
                "seed": { "type": "integer", "default": 0, "description": "A | seed." },
                "layout": { "anyOf": [{ "$ref": "#/$defs/Layout" }, { "type": "null" }], "default": null },
            },
            "$defs": {
                "Scope": { "type": "object", "properties": {
                    "statuses": { "type": "array", "items": { "type": "string" }, "default": ["200"] },
                } },
                "Layout": { "oneOf": [{ "const": "shard" }, { "const": "zip" }] },
            },
        });
        let mut rows = Vec::new();
        keys(&schema, &schema, "", &mut rows);
        rows.sort();
        assert_eq!(
            rows,
            [
                "| `layout` | `shard`, `zip` |  |  |",
                "| `scope.statuses` | list: string | `[\"200\"]` |  |",
                "| `scope` | table |  | Which records become rows. |",
                "| `seed` | integer | `0` | A \\| seed. |",
            ]
        );
    }
}
