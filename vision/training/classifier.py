"""The second stage: a small network that names one tile from its own pixels, or says that there is none.

The detector sees a whole row at a scale that leaves a season's small character a few pixels; this network sees each
box again, filling its view. ``vision.classifier`` fuses the two at run time.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from snaptai.scoring.tiles import TILES
from snaptai.vision.classifier import CONTEXT, INPUT, NOTHING
from snaptai.vision.training.crops import KEPT, MARGIN, Crops
from snaptai.vision.training.windows import FIRST_FLOWER

CALIBRATION = 2048
"""Crops on which ``start_from`` measures means and variances."""


def _block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.SiLU(inplace=True)
    )


class Residual(nn.Module):
    """Two 3×3 convolutions around an identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(_block(width, width, 1), _block(width, width, 1))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)


def network() -> nn.Sequential:
    """Float32 (N, 3, 64, 64) RGB 0..1 to logits (N, 44); about 0.43 M parameters, 45 M multiply-adds."""
    return nn.Sequential(
        _block(3, 24, 2), _block(24, 48, 2), Residual(48), _block(48, 96, 2), Residual(96), _block(96, 160, 2),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(0.3), nn.Linear(160 * 4, NOTHING + 1),
    )  # fmt: skip


def _random_views(n: int, generator: torch.Generator) -> Tensor:
    """(N, 2, 3) affine maps from network pixels to kept crop: shift, turn, stretch; one in five by quarter turns."""
    uniform = lambda low, high: torch.rand(n, generator=generator) * (high - low) + low  # noqa: E731
    keep = (1 + 2 * CONTEXT) / (1 + 2 * MARGIN)
    angle = uniform(-0.2, 0.2)
    quarter = (torch.rand(n, generator=generator) < 0.2) * torch.randint(1, 4, (n,), generator=generator)
    angle = angle + quarter * (math.pi / 2)
    sx, sy = keep * uniform(0.85, 1.15), keep * uniform(0.85, 1.15)
    shear = uniform(-0.12, 0.12)
    cos, sin = angle.cos(), angle.sin()
    row0 = torch.stack([sx * cos, -sx * sin + shear, uniform(-0.09, 0.09)], 1)
    row1 = torch.stack([sy * sin, sy * cos, uniform(-0.09, 0.09)], 1)
    return torch.stack([row0, row1], 1)


def _negative(x: Tensor) -> Tensor:
    """Light print on a dark body: brightness turned round, hues kept."""
    return x + 1 - x.amax(1, keepdim=True) - x.amin(1, keepdim=True)


def _light(x: Tensor, generator: torch.Generator) -> Tensor:
    """Colour cast, brightness slope, contrast; now and then a dark tile or a grey picture: as phones see the same."""
    n = len(x)
    rand = lambda *shape: torch.rand(*shape, generator=generator)  # noqa: E731
    x = torch.where(rand(n, 1, 1, 1) < 0.04, _negative(x), x)
    x = x * (0.65 + 0.6 * rand(n, 1, 1, 1)) * (0.85 + 0.3 * rand(n, 3, 1, 1))
    ramp = torch.linspace(-0.5, 0.5, INPUT)
    x = x * (1 + (rand(n, 1, 1, 1) - 0.5) * ramp.view(1, 1, 1, -1) + (rand(n, 1, 1, 1) - 0.5) * ramp.view(1, 1, -1, 1))
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * (0.6 + 0.8 * rand(n, 1, 1, 1)) + mean
    grey = x.mean(1, keepdim=True)
    saturation = torch.where(rand(n, 1, 1, 1) < 0.12, 0.0, 0.6 + 0.8 * rand(n, 1, 1, 1))
    return grey + (x - grey) * saturation


def _spoil(x: Tensor, generator: torch.Generator) -> Tensor:
    """Low resolution, blur, noise and a covering patch, each on some of the batch."""
    n = len(x)
    for side in (16, 22, 30, 42):
        chosen = torch.rand(n, generator=generator) < 0.13
        if chosen.any():
            small = functional.interpolate(x[chosen], (int(side * 1.3), side), mode="area")
            x[chosen] = functional.interpolate(small, (INPUT, INPUT), mode="bilinear", align_corners=False)
    chosen = torch.rand(n, generator=generator) < 0.2
    if chosen.any():
        x[chosen] = functional.avg_pool2d(functional.pad(x[chosen], (1, 1, 1, 1), mode="replicate"), 3, 1)
    for row in (torch.rand(n, generator=generator) < 0.15).nonzero().flatten().tolist():
        top, left, height, width = torch.randint(0, INPUT, (4,), generator=generator).tolist()
        x[row, :, top : top + height // 2, left : left + width // 3] = torch.rand(1, generator=generator).item()
    return x + torch.randn(x.shape, generator=generator) * 0.05 * torch.rand(n, 1, 1, 1, generator=generator)


def augment(pixels: Tensor, generator: torch.Generator) -> Tensor:
    """uint8 (N, KEPT, KEPT, 3) to float32 (N, 3, 64, 64), each seen as another phone might see it."""
    x = pixels.permute(0, 3, 1, 2).float() / 255
    grid = functional.affine_grid(_random_views(len(x), generator), [len(x), 3, INPUT, INPUT], align_corners=False)
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    return _spoil(_light(x, generator), generator).clamp(0, 1)


def plain(pixels: Tensor) -> Tensor:
    """The run-time view of kept crops: box enlarged by CONTEXT, no augmentation."""
    inset = round(KEPT * (MARGIN - CONTEXT) / (1 + 2 * MARGIN))
    x = pixels[:, inset : KEPT - inset, inset : KEPT - inset].permute(0, 3, 1, 2).float() / 255
    return functional.interpolate(x, (INPUT, INPUT), mode="bilinear", align_corners=False)


@torch.no_grad()
def predict(model: nn.Module, crops: Crops) -> NDArray[np.float32]:
    """Class probabilities, float32 (N, 44)."""
    model.eval()
    batches = torch.from_numpy(crops.pixels).split(512)
    return np.concatenate([model(plain(batch)).softmax(1).numpy() for batch in batches])


def _weights(classes: NDArray[np.int64]) -> Tensor:
    """A crop's chance to be drawn: of rare classes oftener; of flowers, backs and what is no tile doubled."""
    counts = np.bincount(classes, minlength=NOTHING + 1).clip(1)
    chance = 1 / np.sqrt(counts)
    chance[FIRST_FLOWER:] *= 2
    return torch.from_numpy(chance[classes])


def _interrupted(checkpoint: Path, steps: int) -> dict[str, Any]:
    """The state of a run of so many ``steps`` that was interrupted."""
    try:
        state: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        whole = state["schedule"]["total_steps"]
    except (RuntimeError, EOFError, UnpicklingError, KeyError, TypeError) as problem:
        raise ValueError(
            f"{checkpoint} is no checkpoint of a second stage; remove it, or name another --out"
        ) from problem
    if whole != steps:
        raise ValueError(
            f"{checkpoint} is of a run of {whole} steps, not {steps}; give the sets and options of then, or remove it"
        )
    return state


def train(
    crops: Crops, checkpoint: Path, epochs: int = 12, batch: int = 128, rate: float = 2e-3, seed: int = 0,
    watch: Crops | None = None, per_epoch: int | None = None, start: nn.Module | None = None,
) -> nn.Module:  # fmt: skip
    """Train ``start``, or from nothing, and save after every epoch; an interrupted run goes on from ``checkpoint``.

    ValueError where an epoch has fewer crops than a ``batch``, or ``checkpoint`` is of another run.
    """
    model = start or network()
    steps = epochs * ((per_epoch or len(crops.classes)) // batch)
    if not steps:
        raise ValueError(f"an epoch needs at least {batch} crops; here are {per_epoch or len(crops.classes)}")
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    first = 0
    if checkpoint.exists():
        state = _interrupted(checkpoint, steps)
        for part, name in ((model, "model"), (optimiser, "optimiser"), (schedule, "schedule")):
            part.load_state_dict(state[name])
        first = state["epoch"] + 1
    pixels, classes, weights = torch.from_numpy(crops.pixels), torch.from_numpy(crops.classes), _weights(crops.classes)
    for epoch in range(first, epochs):
        generator = torch.Generator().manual_seed(seed * 1000 + epoch)
        order = torch.multinomial(weights, steps // epochs * batch, replacement=True, generator=generator)
        model.train()
        began, total = time.monotonic(), 0.0
        for index in order.split(batch):
            loss = functional.cross_entropy(
                model(augment(pixels[index], generator)), classes[index], label_smoothing=0.05
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item() * len(index)
        parts = {"model": model, "optimiser": optimiser, "schedule": schedule}
        writing = checkpoint.with_suffix(".writing")
        torch.save({name: part.state_dict() for name, part in parts.items()} | {"epoch": epoch}, writing)
        os.replace(writing, checkpoint)
        right = f", watched {(predict(model, watch).argmax(1) == watch.classes).mean():.4f}" if watch else ""
        print(f"epoch {epoch}: loss {total / len(order):.4f}{right}, {time.monotonic() - began:.0f} s", flush=True)
    return model


def exported(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of each layer of a file that ``export`` wrote. ValueError where it is none."""
    import onnx
    from google.protobuf.message import DecodeError

    try:
        stored = onnx.load(str(path)).graph
    except DecodeError as problem:
        raise ValueError(f"{path} is no ONNX file") from problem
    values = {one.name: torch.from_numpy(onnx.numpy_helper.to_array(one).copy()) for one in stored.initializer}
    layers = [node.input for node in stored.node if node.op_type in ("Conv", "Gemm") and len(node.input) == 3]
    folded = [(values[weight], values[bias]) for _, weight, bias in layers if {weight, bias} <= values.keys()]
    mine = [part.weight.shape for part in network().modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    if [weight.shape for weight, _ in folded] != mine:
        raise ValueError(f"{path} is no second stage; name a file that train-classifier wrote")
    return folded


@torch.no_grad()
def start_from(folded: Sequence[tuple[Tensor, Tensor]], crops: Crops, seed: int = 0) -> nn.Module:
    """The network that was ``exported``, to be trained on; at first it says what the file says.

    Exporting folds the normalisations into the convolutions: their means and variances are measured anew, on as many
    augmented ``crops`` as ``CALIBRATION`` says.
    """
    model = network().eval()
    parts = [part for part in model.modules() if isinstance(part, nn.Sequential)]
    blocks = [part for part in parts if isinstance(part[0], nn.Conv2d)]
    for block, (weight, bias) in zip(blocks, folded[:-1], strict=True):
        block[0].weight.copy_(weight)
        block[1].bias.copy_(bias)
        block[1].running_var.fill_(1 - block[1].eps)
    last = model[-1]
    for mine, value in zip(last.parameters(), folded[-1], strict=True):
        mine.copy_(value)
    seen: dict[nn.Module, Tensor] = {}
    watching = [block[0].register_forward_hook(lambda conv, _, out: seen.update({conv: out})) for block in blocks]
    generator = torch.Generator().manual_seed(seed)
    some = torch.randperm(len(crops.pixels), generator=generator)[:CALIBRATION].numpy()
    model(augment(torch.from_numpy(crops.pixels[some]), generator))
    for block, watch in zip(blocks, watching, strict=True):
        watch.remove()
        variance, mean = torch.var_mean(seen[block[0]], (0, 2, 3), unbiased=False)
        norm = block[1]
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)
    return model


def export(model: nn.Module, path: Path) -> None:
    """Write ONNX with a free batch size and the class names inside."""
    import onnx

    model.eval()
    example = torch.zeros(2, 3, INPUT, INPUT)
    torch.onnx.export(
        model, (example,), str(path), input_names=["crops"], output_names=["logits"],
        dynamic_axes={"crops": {0: "batch"}, "logits": {0: "batch"}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    stored = onnx.load(str(path))
    onnx.helper.set_model_props(stored, {"names": " ".join((*TILES, "nothing"))})
    onnx.save(stored, str(path))
