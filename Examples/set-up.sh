# What the scripts share: $dotransition, the tool; $examples, this folder with its pictures;
# goes_to DIRECTORY DEFAULT, which makes a folder for what is made and sets $out to it; and
# made FILES WORDS, which says what there is now.
examples=$(cd "$(dirname "$0")" && pwd)
dotransition=${DOTRANSITION:-$examples/../.build/release/dotransition}

goes_to() {
  out=${1:-$2}
  mkdir -p "$out"
}

made() {
  echo "$out/$1: $2"
}

# Ends the script if a program is missing.
needs() {
  command -v "$1" >/dev/null 2>&1 && return
  echo "Please install $1 first." >&2
  exit 69
}

if [ ! -x "$dotransition" ]; then
  echo "Please build the tool first: swift build -c release" >&2
  exit 69
fi
