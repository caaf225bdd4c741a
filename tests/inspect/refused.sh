#!/bin/sh
# refused.sh PROGRAM: what is no code of NVIDIA's GPUs, or was damaged, is refused: file, place, what was expected.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
cp ./*.fatbin "$work"
cd "$work"

# refuse CODE TEXT ARGUMENT...
refuse() {
    wanted=$1
    text=$2
    shift 2
    code=0
    "$program" inspect "$@" >out 2>err || code=$?
    [ "$code" -eq "$wanted" ] || { echo "exit status $code, expected $wanted: $*"; cat err; exit 1; }
    grep -qF -- "$text" err || { echo "not said: $text"; cat err; exit 1; }
}
# put FILE OFFSET BYTES: as printf takes them.
put() { printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null; }

: >empty
refuse 4 'empty: the file is empty' empty
refuse 4 'nowhere: No such file or directory' nowhere
refuse 4 'no file' .
echo 'hello, world' >text
refuse 4 'text: at byte 0: expected an ELF file, an archive, a cubin, a fatbin, PTX or a bundle' text
refuse 4 'expected machine code of NVIDIA' /bin/sh
printf '//\n.version 8.0\n.target sm_90\n.address_size 64\n' >source.ptx
refuse 77 'newer in source.ptx; not read are PTX, which is source that the driver compiles, and older targets' source.ptx
refuse 77 'no machine code for sm_75, gfx900 or newer in source.ptx and the other files' source.ptx source.ptx
for files in 'source.ptx plain.fatbin' 'plain.fatbin source.ptx'; do
    # shellcheck disable=SC2086 # two names
    refuse 77 'no machine code for sm_75, gfx900 or newer in source.ptx;' --diff $files
done
head -c 9000 plain.fatbin >short.fatbin
refuse 4 'short.fatbin: at byte 6: expected a fatbin inside the file, which is cut off or damaged' short.fatbin
cp plain.fatbin kind
put kind 80 XXXX
refuse 4 'kind: at byte 80: expected a cubin, which is an ELF file of machine 190' kind
cp plain.fatbin long
put long 24 '\0377\0377'
refuse 4 'long: at byte 20: expected an entry inside its fatbin' long
cp lz4.fatbin lz4
put lz4 200 '\0377\0377\0377\0377\0377\0377\0377\0377'
refuse 4 'expected a module that LZ4 compressed' lz4
cp lz4.fatbin literal # a byte that LZ4 leaves as it is
put literal "$(LC_ALL=C grep -obaF ELF lz4.fatbin | head -n 1 | cut -d: -f1)" X
refuse 4 'literal: at byte 80, in a compressed module: expected a cubin, which is an ELF file of machine 190' literal
cp lz4.fatbin headers
put headers 112 '\0377' # of where the headers of sections begin
refuse 4 "headers: at byte 80, in a compressed module: expected the sections' names" headers
cp zstd.fatbin zstd
put zstd 80 '\0\0\0\0'
refuse 4 'expected a module that zstd compressed' zstd
printf '!<arch>\nshort' >short.a
refuse 4 'short.a: at byte 8: expected the header of an archive' short.a
printf '!<thin>\n/               0           0     0     0       4         `\n\0\0\0\0' >thin.a
refuse 4 'thin.a: (thin archive) its members lie beside it: inspect these' thin.a
head -c 20 /bin/sh >elf
refuse 4 'elf: at byte 20: expected the rest of an ELF header' elf
refuse 2 "no function of plain.fatbin matches 'zzz*'; there is '" plain.fatbin --kernel 'zzz*'
refuse 2 "no function of plain.fatbin and the other files matches 'none?'" plain.fatbin lz4.fatbin --kernel 'none?' --kernel native_add
refuse 2 "no function of named.fatbin matches 'scater*'; did you mean 'scatter*'?" named.fatbin --kernel 'scater*'
gzip -c plain.fatbin >plain.fatbin.gz
refuse 4 'plain.fatbin.gz is compressed; unpack it: gzip -dc plain.fatbin.gz >FILE' plain.fatbin.gz
refuse 2 'inspect: which FILE...? expected inspect FILE...'
# What the statuses above are, is in the help.
"$program" inspect --help | tr -s '\n ' '  ' >help
grep -q '4: a file that cannot be read, is damaged or has no machine code of GPUs; 77: only PTX, which is source' help
