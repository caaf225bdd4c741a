# GA_REQUIRE_GPU=1: without a GPU the stand-in does not step in.
export GA_REQUIRE_GPU=1
run 3 run --out out
says 'GA_REQUIRE_GPU=1'
[ ! -e out ] || fail "something was written"
