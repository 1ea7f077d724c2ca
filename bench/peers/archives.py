"""The WARC files of a list of files and folders, in order."""
import pathlib


def archives(paths):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*.warc*") if p.is_file())
        else:
            yield path
