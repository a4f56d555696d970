#!/bin/sh
# Runs dotransition with the libraries that are beside it. They look for files of their own in folders
# of the system, where those of other versions may be, unless the environment says otherwise.
here=$(readlink -f "$0")
here=${here%/bin/*}
export VIPSHOME="$here/lib"
export MAGICK_CODER_MODULE_PATH="$here/lib/ImageMagick" MAGICK_CONFIGURE_PATH="$here/lib/ImageMagick"
# Drawings embed PNG and JPEG, which need no modules.
export GDK_PIXBUF_MODULE_FILE=/dev/null GIO_MODULE_DIR="$here/lib/none"
# Fonts are those beside the libraries and the system's.
if [ ! -e "${FONTCONFIG_FILE:-}" ]; then
  export FONTCONFIG_FILE="$here/lib/fonts.conf"
fi
exec "$here/libexec/dotransition" "$@"
