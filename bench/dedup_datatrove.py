"""MinHash deduplication by datatrove, with the bands and shingles of `scutch dedup`.

python3 bench/dedup_datatrove.py FOLDER OUT      # FOLDER holds JSON lines with `id` and `text`

Its four stages in one process, so that `time` measures all of them. Needs datatrove, tokenizers and spacy.
"""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import (
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupFilter,
    MinhashDedupSignature,
)
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig


def main(folder, out):
    config = MinhashConfig(
        hash_config=HashConfig(precision=64, hash_fc="sha1"), num_buckets=20, hashes_per_bucket=6, n_grams=5
    )
    stages = [
        ([JsonlReader(folder), MinhashDedupSignature(f"{out}/signatures", config=config)], 1),
        ([MinhashDedupBuckets(f"{out}/signatures", f"{out}/buckets", config=config)], 20),
        ([MinhashDedupCluster(f"{out}/buckets", f"{out}/remove", config=config)], 1),
        ([JsonlReader(folder), MinhashDedupFilter(f"{out}/remove"), JsonlWriter(f"{out}/kept")], 1),
    ]
    for pipeline, tasks in stages:
        LocalPipelineExecutor(pipeline=pipeline, tasks=tasks, workers=1, logging_dir=None).run()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
