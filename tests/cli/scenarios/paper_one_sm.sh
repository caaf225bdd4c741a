# A GPU of one SM, such as a slice of one: what needs two is left out, and everything else is measured.
run 0 run --device "fake:$scripts/steady.txt" --preset paper --out out
state complete
grep -q '^fence_writers.unsupported,this needs two SMs' out/run.csv || fail "$(grep fence_writers out/run.csv)"
