"""Sets paragraphs of other hosts into the pages of archives: the recurring teasers, adverts and notices that pages with
known text hardly have.

    plant.py TEXTS.jsonl ARCHIVE.warc.gz... > PLANTED.warc.gz

TEXTS has a true text per line (`text`), whose paragraphs are planted. Each host gets one to three places, the same in
all its pages, each with one to three paragraphs in turn. All choices follow from the names of the hosts.
"""

import gzip
import json
import random
import re
import sys

FORMS = [
    "<p>%s</p>",
    "<div><p>%s</p></div>",
    '<div class="box-x"><p>%s</p></div>',
    '<div class="teaser"><p>%s</p></div>',
    "<blockquote><p>%s</p></blockquote>",
    "<p><strong>%s</strong></p>",
    "<ul><li>%s</li></ul>",
]
PLACE = re.compile(rb"</p>|</P>|</ul>|</h2>")


def paragraphs(path):
    found = set()
    for line in open(path):
        for paragraph in (json.loads(line).get("text") or "").split("\n"):
            if 60 < len(paragraph) < 420:
                found.add(paragraph.strip())
    return sorted(found)


def records(path):
    file = gzip.open(path, "rb")
    while line := file.readline():
        if not line.startswith(b"WARC/"):
            continue
        head, size = [line], 0
        while line := file.readline():
            head.append(line)
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
            if line in (b"\r\n", b"\n"):
                break
        yield b"".join(head), file.read(size)


def places(host, pool):
    """Where in the page, in which form, which texts in turn, and in what share of the pages."""
    draw = random.Random("plant" + host)
    return [
        (
            draw.random(),
            draw.choice(FORMS),
            [draw.choice(pool) for _ in range(draw.choice([1, 1, 1, 2, 3]))],
            draw.choice([1, 1, 0.9, 0.75]),
        )
        for _ in range(draw.randint(1, 3))
    ]


def planted(html, places, draw):
    ends = [match.end() for match in PLACE.finditer(html)]
    for place, form, texts, share in places:
        if not ends or draw.random() >= share:
            continue
        at = ends[min(int(place * len(ends)), len(ends) - 1)]
        text = draw.choice(texts).replace("&", "&amp;").replace("<", "&lt;")
        box = (form % text).encode("ascii", "xmlcharrefreplace")
        html = html[:at] + box + html[at:]
        ends = [end if end <= at else end + len(box) for end in ends]
    return html


def main():
    pool, hosts = paragraphs(sys.argv[1]), {}
    out = gzip.GzipFile(fileobj=sys.stdout.buffer, mode="wb", mtime=0)
    for head, block in (record for path in sys.argv[2:] for record in records(path)):
        if b"WARC-Type: response" not in head:
            continue
        url = re.search(rb"WARC-Target-URI: <?(\S+?)>?\r\n", head).group(1).decode("utf8", "replace")
        host = url.split("://")[-1].split("/")[0]
        known = hosts.setdefault(host, None) or places(host, pool)
        hosts[host] = known
        http, _, html = block.partition(b"\r\n\r\n")
        html = planted(html, known, random.Random(url + str(len(block))))
        http = re.sub(rb"(?i)content-length: *\d+", b"Content-Length: %d" % len(html), http)
        block = http + b"\r\n\r\n" + html
        head = re.sub(rb"(?i)\r\ncontent-length: *\d+", b"\r\nContent-Length: %d" % len(block), head)
        head = re.sub(rb"WARC-(Payload|Block)-Digest:[^\r]*\r\n", b"", head)
        out.write(head + block + b"\r\n\r\n")
    out.close()


main()
