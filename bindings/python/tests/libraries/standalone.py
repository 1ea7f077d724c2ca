"""A cluster of Spark on the loopback interface, for the tests here and for `bench/spark_scaling.py`."""

import os
import subprocess
import tempfile
import time
from pathlib import Path


class Standalone:
    """A master and workers of one core each. Their logs and work are in `folder`; `address` is the master's."""

    def __init__(self, folder: Path, workers: int = 2):
        self.folder = folder
        self.processes: list[subprocess.Popen] = []
        try:
            self.address = self._start("master.Master", "spark://127.0.0.1:", "--port", "0")
            for _ in range(workers):
                # Of its own, because workers would write into the installed package.
                work = tempfile.mkdtemp(dir=folder)
                options = ["--cores", "1", "--memory", "1g", "--work-dir", work, self.address]
                self._start("worker.Worker", "Successfully registered", *options)
        except BaseException:
            self.stop()
            raise

    def _start(self, name: str, words: str, *options: str) -> str:
        """Starts a part of the cluster and waits for words in its log; the word that they begin."""
        import pyspark

        log = self.folder / f"{len(self.processes)}.log"
        program = Path(pyspark.__file__).parent / "bin" / "spark-class"
        common = ["--host", "127.0.0.1", "--webui-port", "0"]
        command = [program, f"org.apache.spark.deploy.{name}", *common, *options]
        environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
        with open(log, "wb") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, env=environment, cwd=self.folder)
        self.processes.append(process)
        for _ in range(3000):
            text = log.read_text(errors="replace")
            if words in text:
                return text[text.index(words) :].split()[0].rstrip(",")
            time.sleep(0.1)
        raise RuntimeError(log.read_text(errors="replace"))

    def executors(self) -> list[int]:
        """Processes of executors that the workers have started."""
        workers = {process.pid for process in self.processes[1:]}
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if parent in workers and b"CoarseGrainedExecutorBackend" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except (OSError, ValueError):
                # It ended meanwhile.
                continue
        return found

    def stop(self):
        """Ends the workers, then the master."""
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
