//! Indexes of all forms say the same.

use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use ::parquet::file::properties::WriterProperties;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Decimal128Array, Float64Array, Int32Array, Int64Array, RecordBatch,
    StringArray, UInt16Array,
};
use scutch_archive::Source;

use super::*;

/// What an index says: its entries, or the sentence of the first row that is none.
fn said(bytes: &[u8], filter: &IndexFilter<'_>) -> Result<Vec<String>, String> {
    let (mut entries, mut fault) = (Vec::new(), None);
    let mut take = |row: Result<IndexEntry, RowFault>| match row {
        Ok(e) => {
            entries.push(format!("{} {}+{}", e.file, e.offset, e.length));
            ControlFlow::Continue(())
        }
        Err(row) => {
            fault = Some(IndexError::from(row));
            ControlFlow::Break(())
        }
    };
    let counts = read_index(&Source::from_bytes(bytes), filter, &mut take);
    let counts = counts.and_then(|counts| fault.map_or(Ok(counts), Err));
    let counts = counts.map_err(|error| error.to_string())?;
    assert_eq!(counts.taken, entries.len() as u64);
    Ok(entries)
}

fn parquet() -> Vec<u8> {
    let text = |cells: &[&str]| -> ArrayRef { Arc::new(StringArray::from(cells.to_vec())) };
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("url_surtkey", text(&["com,a)/1", "com,a)/2", "org,b)/", "org,c)/"])),
        ("url", text(&["http://a.com/1", "http://a.com/2", "http://www.b.org/", "http://c.org/"])),
        ("content_languages", text(&["eng", "deu,eng", "deu", ""])),
        ("warc_filename", text(&["x/1.warc.gz", "x/2.warc.gz", "x/1.warc.gz", "x/1.warc.gz"])),
        ("warc_record_offset", Arc::new(Int64Array::from(vec![10, 20, 30, 40]))),
        ("warc_record_length", Arc::new(Int32Array::from(vec![1, 2, 3, 4]))),
    ];
    let batch = RecordBatch::try_from_iter(columns).expect("columns");
    written(&batch)
}

fn written(batch: &RecordBatch) -> Vec<u8> {
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(2)).build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("memory");
    writer.write(batch).expect("memory");
    writer.into_inner().expect("memory")
}

const CSV: &str = "url,languages,filename,offset,length\n\
    http://a.com/1,eng,x/1.warc.gz,10,1\n\
    \n\
    http://a.com/2,\"deu,eng\",x/2.warc.gz,20,2\n\
    http://www.b.org/,deu,x/1.warc.gz,30,3\n\
    http://c.org/,,x/1.warc.gz,40,4\n";

const JSON: &str = r#"{"url":"http://a.com/1","languages":"eng","filename":"x/1.warc.gz","offset":10,"length":1}
{"url":"http://a.com/2","languages":"deu,eng","filename":"x/2.warc.gz","offset":"20","length":"2"}
{"n":[1],"url":"http://www.b.org/","languages":"deu","filename":"x/1.warc.gz","offset":30,"length":3}
{"url":"http://c.org/","languages":null,"filename":"x/1.warc.gz","offset":40,"length":4}
"#;

const CDXJ: &str = r#"com,a)/1 20200101000000 {"url":"http://a.com/1","filename":"x/1.warc.gz","offset":"10","length":"1"}
com,a)/2 20200101000000 {"url":"http://a.com/2","filename":"x/2.warc.gz","offset":"20","length":"2"}
org,b)/ 20200101000000 {"url":"http://www.b.org/","filename":"x/1.warc.gz","offset":"30","length":"3"}
org,c)/ 20200101000000 {"url":"http://c.org/","filename":"x/1.warc.gz","offset":"40","length":"4"}
"#;

const CDX: &str = " CDX N b a m s k r M S V g\n\
    com,a)/1 20200101000000 http://a.com/1 text/html 200 - - - 1 10 x/1.warc.gz\n\
    com,a)/2 20200101000000 http://a.com/2 text/html 200 - - - 2 20 x/2.warc.gz\n\
    org,b)/ 20200101000000 http://www.b.org/ text/html 200 - - - 3 30 x/1.warc.gz\n\
    org,c)/ 20200101000000 http://c.org/ text/html 200 - - - 4 40 x/1.warc.gz\n";

/// What is asked of an index.
#[derive(Debug, Clone, Copy, Default)]
struct Asked<'a> {
    prefix: Option<&'a str>,
    hosts: &'a [&'a str],
    languages: &'a [&'a str],
}

impl Asked<'_> {
    /// Hands the filter on.
    fn with<T>(self, call: impl FnOnce(&IndexFilter<'_>) -> T) -> T {
        let names: Vec<String> = self.hosts.iter().map(|host| (*host).to_owned()).collect();
        let takes = |url: &str| {
            scutch_url::host(url).is_some_and(|host| {
                self.hosts.contains(&host.strip_prefix("www.").unwrap_or(&host))
            })
        };
        let speaks = |code: &str| self.languages.contains(&code);
        call(&IndexFilter {
            url_prefix: self.prefix,
            hosts: (!names.is_empty()).then_some(HostFilter { takes: &takes, names: &names }),
            languages: match self.languages {
                [] => None,
                _ => Some(&speaks),
            },
            with_urls: false,
        })
    }
}

#[test]
fn every_form_of_index_says_the_same() {
    let (tsv, parquet) = (CSV.replace("\"deu,eng\"", "deu;eng").replace(',', "\t"), parquet());
    let packed = zstd::encode_all(JSON.as_bytes(), 1).expect("memory");
    let forms: [&[u8]; 7] = [
        &parquet,
        CSV.as_bytes(),
        tsv.as_bytes(),
        JSON.as_bytes(),
        &packed,
        CDXJ.as_bytes(),
        CDX.as_bytes(),
    ];
    let (one, two) = ("x/1.warc.gz 10+1", "x/2.warc.gz 20+2");
    let (three, four) = ("x/1.warc.gz 30+3", "x/1.warc.gz 40+4");
    for (number, form) in forms.into_iter().enumerate() {
        let said = |asked: Asked<'_>| asked.with(|filter| said(form, filter)).expect("an index");
        let none = Asked::default();
        assert_eq!(said(none), [one, two, three, four], "{number}");
        assert_eq!(said(Asked { hosts: &["b.org", "c.org"], ..none }), [three, four], "{number}");
        assert_eq!(said(Asked { prefix: Some("http://a.com/2"), ..none }), [two], "{number}");
        let named: &[&str] =
            if number < 5 { &[two, three, four] } else { &[one, two, three, four] };
        assert_eq!(said(Asked { languages: &["deu"], ..none }), named, "{number}");
    }
}

#[test]
fn row_groups_that_cannot_hold_what_is_wanted_are_not_read() {
    let source = Source::from_bytes(&parquet());
    for (host, rows, taken) in [("a.com", 2, 2), ("b.org", 2, 1), ("z.org", 0, 0), ("a.org", 0, 0)]
    {
        let asked = Asked { hosts: &[host], ..Asked::default() };
        let counts =
            asked.with(|filter| read_index(&source, filter, &mut |_| ControlFlow::Continue(())));
        assert_eq!(counts, Ok(IndexCounts { rows, taken }), "{host}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_row() {
    for (text, expected) in [
        ("", "no index: neither Parquet nor JSON lines, CDX, or columns with names"),
        ("<html>\n", "no index: neither Parquet nor JSON lines, CDX, or columns with names"),
        (
            "filename,offset\n",
            "a table without the column `length`, `warc_record_length` or `warc_length`; its \
             columns are `filename`, `offset`",
        ),
        (
            "{\"offset\":1,\"length\":2}\n",
            "a table without the column `filename`, `warc_filename`, `warc_file` or `file`; its \
             columns are `length`, `offset`",
        ),
        ("filename,offset,length\na,1,2\nb,x,2\n", "row 3: the offset is missing or is no number"),
        ("filename,offset,length\n,1,2\n", "row 2: the name of the file is missing"),
        (
            "filename,offset,length\na,18446744073709551615,2\n",
            "row 2: the sum of offset and length is missing or is no number",
        ),
        (
            "{\"file\":\"a\",\"offset\":1,\"length\":2}\n{\"file\":\"a\",\"offset\":-1,\"length\":2}\n",
            "row 2: the offset is missing or is no number",
        ),
        ("{\"file\":\"a\",\"offset\":1,\"length\":2}\nx\n", "row 2: no JSON object"),
    ] {
        assert_eq!(
            said(text.as_bytes(), &IndexFilter::default()),
            Err(expected.to_owned()),
            "{text}"
        );
    }
    let cut = &parquet()[..200];
    let sentence = said(cut, &IndexFilter::default()).expect_err("cut");
    assert!(sentence.starts_with("a Parquet file that cannot be read ("), "{sentence}");
}

#[test]
fn numbers_and_lists_of_any_type_are_read_and_other_types_named() {
    let table = |offsets: ArrayRef, languages: ArrayRef| {
        let files: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
        let lengths: ArrayRef = Arc::new(UInt16Array::from(vec![1, 2]));
        let columns =
            [("file", files), ("offset", offsets), ("length", lengths), ("languages", languages)];
        written(&RecordBatch::try_from_iter(columns).expect("columns"))
    };
    let mut lists = ListBuilder::new(StringBuilder::new());
    lists.append_value([Some("eng"), None, Some("deu")]);
    lists.append_value([Some("eng")]);
    let lists: ArrayRef = Arc::new(lists.finish());
    let whole: ArrayRef = Arc::new(Int64Array::from(vec![10, 20]));
    let decimal = |digits: Vec<i128>| -> ArrayRef {
        let array = Decimal128Array::from(digits).with_precision_and_scale(12, 2);
        Arc::new(array.expect("fits"))
    };
    let float = |numbers: Vec<f64>| -> ArrayRef { Arc::new(Float64Array::from(numbers)) };
    let flags: ArrayRef = Arc::new(BooleanArray::from(vec![true, false]));
    let no_number = "row 1: the offset is missing or is no number";
    let no_type = |column: &str, wanted: &str| {
        format!("the column `{column}` has the type Boolean, and {wanted} are read")
    };
    for (offsets, languages, expected) in [
        (&whole, &lists, Ok("a 10+1")),
        (&float(vec![10.0, 20.0]), &lists, Ok("a 10+1")),
        (&decimal(vec![1000, 2000]), &lists, Ok("a 10+1")),
        (&float(vec![10.5, 20.0]), &lists, Err(no_number.to_owned())),
        (&decimal(vec![1001, 2000]), &lists, Err(no_number.to_owned())),
        (&flags, &lists, Err(no_type("offset", "whole numbers"))),
        (&whole, &flags, Err(no_type("languages", "texts and lists of texts"))),
    ] {
        let bytes = table(Arc::clone(offsets), Arc::clone(languages));
        let asked = Asked { languages: &["deu"], ..Asked::default() };
        let found = asked.with(|filter| said(&bytes, filter));
        assert_eq!(found, expected.map(|one| vec![one.to_owned()]));
    }
    let json = r#"{"file":"a","offset":10.0,"length":"1.0","languages":["eng","deu"]}
{"file":"b","offset":20,"length":2,"languages":["eng"]}"#;
    let asked = Asked { languages: &["deu"], ..Asked::default() };
    assert_eq!(asked.with(|filter| said(json.as_bytes(), filter)), Ok(vec!["a 10+1".to_owned()]));
}

#[test]
fn reading_goes_on_behind_a_row_that_is_broken() {
    let long = "x".repeat(2 << 20);
    for text in [
        format!("filename,offset,length,inner_offset\na,x,1,0\n\n{long}\na,7,1,9\n"),
        format!(
            "{{\"file\":\"a\",\"offset\":\"x\",\"length\":1,\"inner_offset\":0}}\n[]\n\n{long}\n\
             {{\"file\":\"a\",\"offset\":7,\"length\":1,\"inner_offset\":9}}\n"
        ),
        format!(
            "nothing here\nk 2005 u text/html 200 K - x a\n{long}\nk 2005 u text/html 200 K - 7 a\n"
        ),
    ] {
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        let counts =
            read_index(&Source::from_bytes(text.as_bytes()), &IndexFilter::default(), &mut |row| {
                match row {
                    Ok(entry) => rows.push((entry.row, entry.offset, entry.inner_offset)),
                    Err(fault) => faults.push((fault.row, fault.fault, fault.sentence())),
                }
                ControlFlow::Continue(())
            });
        let last = text.lines().count() as u64;
        let inner = text.contains("inner_offset").then_some(9);
        assert_eq!(rows, [(last, 7, inner)]);
        assert_eq!(
            faults.last().map(|fault| (fault.0, fault.1.id())),
            Some((last - 1, "index-line-too-long"))
        );
        assert!(faults.iter().all(|(_, _, sentence)| sentence.ends_with('.')), "{faults:?}");
        assert_eq!(counts.expect("an index").rows, rows.len() as u64 + faults.len() as u64);
    }
}
