"""A ReFrame check (PyPI: reframe-hpc) whose performance variables are the answers of gpu-atomics.

    reframe -C site.py -c gpu_atomics_check.py -r -S program=/usr/bin/gpu-atomics
    reframe ... -S device=cuda:0 -S references=fleet.csv

With references, a table of `gpu-atomics fleet --csv`, each answer has to be within `within` percent of the median of the
cards of its model; without, numbers are only recorded.
"""

import csv

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import (
    deferrable,
    performance_function,
    run_after,
    run_before,
    sanity_function,
    variable,
)


@rfm.simple_test
class GpuAtomicsCheck(rfm.RunOnlyRegressionTest):
    descr = "What atomics, fences and locks cost on this GPU"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    time_limit = "30m"

    program = variable(str, value="gpu-atomics")
    device = variable(str, value="")
    options = variable(str, value="")
    references = variable(str, value="")
    within = variable(float, value=5.0)

    @run_after("init")
    def choose(self):
        device = f" --device {self.device}" if self.device else ""
        self.executable = self.program
        self.executable_opts = [f"run{device} --out set {self.options}"]
        self.keep_files = ["set"]

    @sanity_function
    def run_is_complete(self):
        return sn.assert_found(r"^status,complete$", "set/run.csv")

    @deferrable
    def answer(self, name):
        return self.answers()[name][0]

    def answers(self):
        with open(f"{self.stagedir}/set/answers.csv", newline="") as file:
            return {row["answer"]: (float(row["value"]), row["unit"]) for row in csv.DictReader(file)}

    def medians(self):
        """By answer, of the model that was measured."""
        with open(f"{self.stagedir}/set/run.csv", newline="") as file:
            model = dict(row[:2] for row in csv.reader(file))["device_name"]
        with open(self.references, newline="") as file:
            return {
                row["answer"]: float(row["median"])
                for row in csv.DictReader(file)
                if row["device_name"] == model
            }

    @run_before("performance")
    def make_variables(self):
        answers = self.answers()
        self.perf_variables = {
            name: sn.make_performance_function(self.answer(name), unit)
            for name, (_, unit) in answers.items()
        }
        if not self.references:
            return
        part = self.within / 100
        self.reference = {
            "*": {
                name: (median, -part, part, answers[name][1])
                for name, median in self.medians().items()
                if name in answers and median != 0
            }
        }
