"""One contract for every runtime; one clear sentence where a runtime is missing."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from snaptai.models.catalog import Entry
from snaptai.vision.backends import BackendMissing, Network, open_network
from snaptai.vision.backends.fake import FakeNetwork, paint
from snaptai.vision.pre import to_blob


@pytest.fixture(params=["fake", "onnxruntime", "openvino"])
def network(request: pytest.FixtureRequest) -> Network:
    if request.param == "fake":
        return FakeNetwork()
    if request.param == "openvino":
        pytest.importorskip("openvino", reason="the extra openvino is not installed")
    return open_network(request.getfixturevalue("shipped").path, request.param, threads=1)


def blob(width: int, height: int, tile: str = "5p") -> np.ndarray:
    image = np.full((height, width, 3), 60, np.uint8)
    paint(image, (width / 2, height / 2), (30, 44), tile)
    return to_blob(image)


def test_output_has_the_detector_s_form_for_every_size(network):
    for width, height in ((64, 64), (160, 96), (96, 160)):
        output = network.infer(blob(width, height))
        assert output.dtype == np.float32
        assert output.shape[:2] == (1, 47)
        assert np.isfinite(output).all()
        assert (output[:, 4:] >= 0).all() and (output[:, 4:] <= 1).all()


def test_the_same_picture_gives_the_same_numbers_and_a_result_stays_as_it_was(network):
    first = network.infer(blob(96, 96))
    kept = first.copy()
    network.infer(blob(96, 96, tile="C"))
    assert (first == kept).all()
    assert np.allclose(network.infer(blob(96, 96)), kept, atol=1e-5)


def test_several_threads_share_one_network(network):
    blobs = [blob(96, 96, tile) for tile in ("1m", "9p", "C", "X")]
    alone = [network.infer(one) for one in blobs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(network.infer, blobs * 2))
    for index, output in enumerate(together):
        assert np.allclose(output, alone[index % 4], atol=1e-5)


def test_the_name_says_what_runs(network, request):
    assert network.name.split(":")[0] == request.node.callspec.params["network"]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core only")
def test_one_thread_of_each_process_may_use_any_core(network):
    seen, done = set(), threading.Event()

    def watch(thread: int) -> None:
        seen.add(len(os.sched_getaffinity(thread)))
        while not done.wait(0.001):
            seen.add(len(os.sched_getaffinity(thread)))

    watcher = threading.Thread(target=watch, args=(threading.get_native_id(),))
    watcher.start()
    for _ in range(4):
        network.infer(blob(320, 320))
    done.set()
    watcher.join()
    assert seen == {len(os.sched_getaffinity(0))}


def test_openvino_and_onnxruntime_agree(shipped: Entry):
    pytest.importorskip("openvino", reason="the extra openvino is not installed")
    picture = np.random.default_rng(0).random((1, 3, 96, 96), np.float32)
    first, second = (open_network(shipped.path, name).infer(picture) for name in ("onnxruntime", "openvino"))
    assert np.abs(first[:, 4:] - second[:, 4:]).max() < 0.05
    assert np.abs(first[:, :4] - second[:, :4]).max() < 4


def test_an_unknown_runtime_and_a_missing_one_say_what_to_do(shipped: Entry, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(BackendMissing, match="onnxruntime, openvino"):
        open_network(shipped.path, "abacus")
    monkeypatch.setitem(__import__("sys").modules, "openvino", None)
    monkeypatch.delitem(__import__("sys").modules, "snaptai.vision.backends.openvino", raising=False)
    with pytest.raises(BackendMissing, match=r"pip install 'snaptai\[openvino\]'"):
        open_network(shipped.path, "openvino")


def test_onnxruntime_keeps_no_telemetry_of_this_machine(shipped: Entry, tmp_path):
    code = "import sys; from pathlib import Path; from snaptai.vision.backends import open_network"
    code += "; open_network(Path(sys.argv[1]), 'onnxruntime', threads=1)"
    around = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    subprocess.run([sys.executable, "-c", code, str(shipped.path)], env=around | {"HOME": str(tmp_path)}, check=True)
    assert not list(tmp_path.rglob("*"))
