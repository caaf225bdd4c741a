# Near and far rest on many pages of several allocations: a preset has the first line of each from every SM, and several of
# each from the first. No line beyond a page.
run 0 run --device cpu --preset paper --bench global_locality --out out
pages=$(columns '@line == 0 && @sm == 1 {print @allocation, @page}' out/global_locality.csv | sort -u)
[ "$(echo "$pages" | wc -l)" -ge 64 ] || fail "fewer than 64 pages"
[ "$(echo "$pages" | cut -d' ' -f1 | sort -u | wc -l)" -ge 2 ] || fail "one allocation"
least=$(columns '@sm == 0 {n[@allocation " " @page]++} END {least = 99; for (p in n) if (n[p] < least) least = n[p]; print least}' \
    out/global_locality.csv)
[ "$least" -ge 8 ] || fail "a page has $least lines from the first SM"
beyond=$(columns '@line >= 32 && (@allocation > 0 || @page > 0)' out/global_locality.csv | wc -l)
[ "$beyond" -eq 0 ] || fail "$beyond lines beyond their page"
run 2 run --device cpu --bench global_locality --axis page=1 --axis line=32 --out none
