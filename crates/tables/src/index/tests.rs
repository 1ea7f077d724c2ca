//! Indexes of all forms say the same.

use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use ::parquet::file::properties::WriterProperties;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use scutch_archive::Source;

use super::*;

/// What an index says: its entries, or its sentence.
fn said(bytes: &[u8], filter: &IndexFilter) -> Result<Vec<String>, String> {
    let mut entries = Vec::new();
    let mut take = |e: IndexEntry| entries.push(format!("{} {}+{}", e.file, e.offset, e.length));
    let counts = read_index(&Source::from_bytes(bytes), filter, &mut take);
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
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(2)).build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("memory");
    writer.write(&batch).expect("memory");
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

fn filter(prefix: Option<&str>, hosts: &[&str], languages: &[&str]) -> IndexFilter {
    let owned = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
    IndexFilter {
        url_prefix: prefix.map(str::to_owned),
        hosts: owned(hosts),
        languages: owned(languages),
        ..IndexFilter::default()
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
        let all = filter(None, &[], &[]);
        assert_eq!(said(form, &all).expect("an index"), [one, two, three, four], "{number}");
        let by_host = filter(None, &["b.org", "c.org"], &[]);
        assert_eq!(said(form, &by_host).expect("an index"), [three, four], "{number}");
        let by_prefix = filter(Some("http://a.com/2"), &[], &[]);
        assert_eq!(said(form, &by_prefix).expect("an index"), [two], "{number}");
        let by_language = said(form, &filter(None, &[], &["deu"]));
        let named: &[&str] =
            if number < 5 { &[two, three, four] } else { &[one, two, three, four] };
        assert_eq!(by_language.expect("an index"), named, "{number}");
    }
}

#[test]
fn row_groups_that_cannot_hold_what_is_wanted_are_not_read() {
    let source = Source::from_bytes(&parquet());
    for (host, rows, taken) in [("a.com", 2, 2), ("b.org", 2, 1), ("z.org", 0, 0), ("a.org", 0, 0)]
    {
        let counts = read_index(&source, &filter(None, &[host], &[]), &mut |_| ());
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
