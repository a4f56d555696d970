#!/bin/sh
# Makes one tiny picture of each kind in a folder, for the fuzzer to begin with.
set -eu
folder=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

vips xyz "$scratch/xy.v" 13 9
vips linear "$scratch/xy.v" "$scratch/float.v" 19 5
vips cast "$scratch/float.v" "$scratch/two.v" uchar
vips bandjoin "$scratch/two.v $scratch/two.v" "$scratch/four.v"
vips extract_band "$scratch/four.v" "$scratch/three.v" 0 --n 3
vips extract_band "$scratch/four.v" "$scratch/one.v" 0
for bands in one two; do
  vips copy "$scratch/$bands.v" "$scratch/$bands.8.v" --interpretation b-w
done
for bands in three four; do
  vips copy "$scratch/$bands.v" "$scratch/$bands.8.v" --interpretation srgb
done
vips copy "$scratch/four.v" "$scratch/cmyk.v" --interpretation cmyk
vips colourspace "$scratch/four.8.v" "$scratch/four.16.v" rgb16
vips colourspace "$scratch/three.8.v" "$scratch/three.16.v" rgb16
vips colourspace "$scratch/three.8.v" "$scratch/lab.v" lab
vips copy "$scratch/three.16.v" "$scratch/profile.16.v"

save() { # PICTURE NAME OPTIONS
  vips copy "$scratch/$1.v" "$folder/$2[$3]" 2>/dev/null || echo "no seed: $2 [$3]" >&2
}
for bands in one three cmyk; do save $bands "$bands.jpg" strip; done
save three.8 progressive.jpg interlace,subsample-mode=off,strip
save three.8 profile.jpg profile=srgb
for picture in one.8 two.8 three.8 four.8 three.16 four.16; do
  save $picture $picture.png strip
done
save four.8 palette.png palette,bitdepth=4
save one.8 bilevel.png palette,bitdepth=1
save four.8 interlaced.png interlace,strip
for picture in one.8 three.8 four.16 cmyk lab float; do save $picture $picture.tif strip; done
for compression in lzw deflate packbits jpeg ccittfax4 webp zstd; do
  save one.8 $compression.one.tif compression=$compression,strip
  save three.8 $compression.tif compression=$compression,predictor=horizontal,strip
done
save three.8 tiled.tif tile,tile-width=16,tile-height=16,compression=lzw,strip
save three.16 pyramid.tif tile,pyramid,tile-width=16,tile-height=16,bigtiff,strip
save one.8 bits.tif bitdepth=1,strip
save four.8 four.gif strip
save three.8 lossy.webp strip
save four.8 lossless.webp lossless,strip
save three.8 three.heic strip
save three.8 three.avif compression=av1,strip
save three.8 three.jp2 strip
save three.8 three.jxl strip
save one.8 one.pgm strip
save three.8 three.ppm strip
save three.8 three.hdr strip
save three.8 three.bmp strip
printf '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7"><path d="M0 0h5v9z"/></svg>' \
  >"$folder/path.svg"
