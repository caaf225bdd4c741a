"""What the programs beside it share: operations, one after the other, of which some may be lacking."""
import sys


def run(operations, times, synchronize=lambda: None):
    """Every operation, all of them `times` times over; then synchronize(). One that raises is named on stderr, once, and the next
    goes on: not every version of a library has every function. out: the exit status, 1 if every operation failed."""
    failed = set()
    for _ in range(times):
        for k, operation in enumerate(operations):
            try:
                operation()
            except Exception as why:
                if k not in failed:
                    print(f"operation {k}: {why}", file=sys.stderr)
                failed.add(k)
    synchronize()
    return 1 if len(failed) == len(operations) else 0
