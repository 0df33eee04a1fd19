#!/bin/sh
# Repeats our experiments from a fresh clone: installs and builds what is missing, then runs `preempt-lab artefact`
# with the words that it is given. Needs git, npm and Node 20 or newer; the project brings its own Node 24.
#
#   sh scripts/artefact/artefact.sh --list
#   sh scripts/artefact/artefact.sh --quick
#
# --install installs and builds alone, with browsers; the container file uses it.
set -eu

cd "$(dirname "$0")/../.."

installed() { [ -e node_modules/.bin/preempt-lab ]; }
built() { [ -e packages/runtime/dist/index.js ] && [ -e packages/server/dist/index.js ]; }

for program in git npm node; do
  command -v "$program" >/dev/null || { echo "artefact.sh: $program is missing. Install it, and try again." >&2; exit 2; }
done

# What they print is no result.
installed || npm run --silent bootstrap >&2
built || npm run --silent build >&2

if [ "${1:-}" = "--install" ]; then
  node scripts/browsers.mjs >&2
  exit 0
fi

exec node benchmarks/bin/preempt-lab.mjs artefact "$@"
