"""gpu-atomics, built from the clone in which this file lies."""

import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class GpuAtomics(CMakePackage, CudaPackage, ROCmPackage):
    """What atomic operations, fences and locks cost on a GPU."""

    git = "file://" + os.path.realpath(
        os.path.join(os.path.dirname(__file__), *[os.pardir] * 6)
    )
    license("MIT")
    version("main", branch="main")

    variant("plots", default=True, description="Draw figures")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("gnuplot@5.4: +cairo", type="run", when="+plots")

    def cmake_args(self):
        args = [
            self.define("GA_CUDA", self.spec.satisfies("+cuda")),
            self.define("GA_HIP", self.spec.satisfies("+rocm")),
            self.define("BUILD_TESTING", self.run_tests),
        ]
        targets = self.spec.variants["cuda_arch"].value if self.spec.satisfies("+cuda") else ()
        if targets and "none" not in targets:
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", ";".join(targets)))
        targets = self.spec.variants["amdgpu_target"].value if self.spec.satisfies("+rocm") else ()
        if targets and "none" not in targets:
            args.append(self.define("CMAKE_HIP_ARCHITECTURES", ";".join(targets)))
        return args
