"""The same tiles and sheets from a Ray cluster, lost workers and addresses included."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.ray


@pytest.fixture(scope="module")
def cluster():
    """A local cluster of two workers; what a worker ends with the first time it meets ``b.png``."""
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    yield ray
    ray.shutdown()


def told(records):
    """What must be the same wherever it was computed."""
    return {name: (record.status, record.read, record.sheet, record.totals) for name, record in records.items()}


def test_a_cluster_gives_what_one_machine_gives(cluster, archive, run):
    here = run(archive, out=archive.parent / "here")
    there = run(archive, out=archive.parent / "there", ray="auto")
    by_address = run(archive.as_uri(), out=archive.parent / "address", ray="auto")
    assert told(there) == told(here) == told(by_address)
    assert by_address["a.png"].place == f"{archive.as_uri()}/a.png"


def test_a_lost_worker_is_tried_again(cluster, archive, run, monkeypatch):
    from snaptai.ui import batch, pools

    lost = archive.parent / "lost"

    class Job(pools.Job):
        def run(self):
            import os
            from pathlib import Path

            if self.found.name == "b.png" and not Path(lost).exists():
                Path(lost).touch()
                os.kill(os.getpid(), 9)
            return super().run()

    monkeypatch.setattr(batch, "Job", Job)
    found = run(archive, ray="auto")
    assert lost.exists() and {name: record.status for name, record in found.items()} == {
        "a.png": "scored", "b.png": "scored", "c.png": "review",
    }  # fmt: skip


def test_no_cluster_is_one_sentence(command, archive):
    refused = command("batch", archive, "--out", "r", "--backend", "fake", "--ray", "127.0.0.1:1")
    assert refused.returncode == 2 and "127.0.0.1:1 沒有 Ray 叢集回應" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_cluster_file_of_the_docs_is_what_ray_reads():
    yaml = pytest.importorskip("yaml")
    text = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text("utf-8")
    described = yaml.safe_load(text.split("```yaml\n")[1].split("```")[0])
    from ray.autoscaler._private.util import prepare_config, validate_config

    validate_config(prepare_config(described))
    assert len(described["provider"]["worker_ips"]) == described["max_workers"]
