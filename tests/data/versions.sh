#!/bin/sh
# versions.sh ROOT VERSION: files that name the version name this one.
set -eu
cd "$1"
cited=$(sed -n 's/^version: //p' CITATION.cff)
[ "$cited" = "$2" ] || { echo "CITATION.cff has version $cited, CMakeLists.txt $2"; exit 1; }
changed=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
[ "$changed" = "$2" ] || { echo "CHANGELOG.md begins with version $changed, CMakeLists.txt has $2"; exit 1; }
