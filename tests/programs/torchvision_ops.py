"""torchvision_ops.py TIMES: torchvision's layers over regions of an image, backward, in 32, 64 and 16 bits."""
import sys

import torch
from torchvision import ops

from operations import run

torch.manual_seed(1)
images, channels, size, regions = 4, 64, 128, 512


def boxes(type_, spread):
    """[regions, 5]: the image, and two corners; spread: of the corners over the image."""
    corner = torch.rand(regions, 2, device="cuda") * size * 4 * spread
    side = 16 + torch.rand(regions, 2, device="cuda") * 128
    image = torch.randint(images, (regions, 1), device="cuda")
    return torch.cat([image, corner, corner + side], dim=1).to(type_)


def features(type_, n=channels):
    return torch.rand(images, n, size, size, device="cuda", dtype=type_, requires_grad=True)


def deform(type_):
    x = features(type_)
    offset = (torch.rand(images, 18, size, size, device="cuda", dtype=type_) * 4 - 2).requires_grad_()
    weight = torch.rand(channels, channels, 3, 3, device="cuda", dtype=type_, requires_grad=True)
    return lambda: ops.deform_conv2d(x, offset, weight, padding=1).sum().backward()


def pool(layer, type_, spread=0.7, n=channels, **more):
    x, at = features(type_, n), boxes(type_, spread)
    return lambda: layer(x, at, 7, 0.25, **more).sum().backward()


operations = [
    pool(ops.roi_align, torch.float32, sampling_ratio=2),
    pool(ops.roi_align, torch.float32, spread=0.01, sampling_ratio=2),
    pool(ops.roi_align, torch.float64, sampling_ratio=2),
    pool(ops.roi_align, torch.float16, sampling_ratio=2),
    pool(ops.roi_pool, torch.float32),
    pool(ops.roi_pool, torch.float64),
    pool(ops.ps_roi_align, torch.float32, n=98, sampling_ratio=2),
    pool(ops.ps_roi_pool, torch.float32, n=98),
    deform(torch.float32),
    deform(torch.float64),
]
sys.exit(run(operations, int(sys.argv[1]), torch.cuda.synchronize))
