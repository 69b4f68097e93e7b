"""BenchExec's view of Lemmatic: how it is called, and what its answers mean.

Put this file where Python finds it as a module, in the folder `lemmatic_benchexec`, say, and name
`lemmatic_benchexec.lemmatic` as the tool; README.md beside it has the commands.
"""

import re

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

# Exit statuses of `lemmatic verify` that come without a result line.
NOT_VERIFIED = {2: "usage", 6: "input not understood"}

# What an UNKNOWN says in parentheses, where BenchExec has a word of its own for it.
REASONS = [
    ("timeout", result.RESULT_TIMEOUT),
    ("out of memory", "OUT OF MEMORY"),
    ("internal error", result.RESULT_ERROR + " (internal error)"),
    ("evidence rejected", result.RESULT_ERROR + " (evidence rejected)"),
]

RESULT_LINE = re.compile(r"result: (TRUE|FALSE|UNKNOWN)(?:\((.*)\))?$")


class Tool(BaseTool2):
    """Lemmatic, a software model checker for C that backs every answer with checked evidence."""

    def name(self):
        return "Lemmatic"

    def executable(self, tool_locator):
        return tool_locator.find_executable("lemmatic")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="lemmatic")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *task.input_files_or_identifier]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if data_model and "--arch" not in options:
            command += ["--arch", data_model]
        return command + options

    def determine_result(self, run):
        for line in reversed(run.output):
            found = RESULT_LINE.match(line.strip())
            if found:
                return self._status(*found.groups())
        status = run.exit_code.value
        if status in NOT_VERIFIED:
            return f"{result.RESULT_ERROR} ({NOT_VERIFIED[status]})"
        return result.RESULT_ERROR

    @staticmethod
    def _status(word, detail):
        if word == "TRUE":
            return result.RESULT_TRUE_PROP
        if word == "FALSE":
            return f"{result.RESULT_FALSE_PROP}({detail})" if detail else result.RESULT_FALSE_PROP
        for start, status in REASONS:
            if detail and detail.startswith(start):
                return status
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """A counter or a time that `--stats` prints, by its name, such as `queries`."""
        wanted = re.compile(re.escape(identifier) + r"\s+([0-9.]+)(?: s)?$")
        for line in output:
            found = wanted.match(line.strip())
            if found:
                return found.group(1)
        return None
