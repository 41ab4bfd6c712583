#!/bin/sh
# The kernels on ARM: builds the core for aarch64, runs it under qemu, and compares its checksums with this machine's,
# for every instruction set here. Needs gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user-static; says so and
# ends well where they are missing.
set -eu
cd "$(dirname "$0")/.."

for tool in aarch64-linux-gnu-gcc qemu-aarch64-static; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 0; }
done

OUT=build/neon
mkdir -p $OUT
# CGLM is header-only: this machine's serves ARM too.
cmake -S . -B $OUT -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_BUILD_TYPE=Release -DHELIOANIM_BUILD_LUA=OFF \
  -DHELIOANIM_BUILD_TESTS=OFF -DMESHOPTIMIZER_LIBRARY=MESHOPTIMIZER_LIBRARY-NOTFOUND >/dev/null
cmake --build $OUT --target helioanim_static -j"$(nproc)" -- --no-print-directory >/dev/null
./dev build >/dev/null

checksum() { # COMPILER LIBRARY OUTPUT
  "$1" -std=c11 -O2 -Wall -Wextra -ffp-contract=off -Wno-psabi -Isrc tools/checksum.c "$2" -lm -static -o "$3"
}
checksum aarch64-linux-gnu-gcc $OUT/libhelioanim.a $OUT/checksum_arm
checksum gcc build/release/libhelioanim.a $OUT/checksum_here

qemu-aarch64-static $OUT/checksum_arm >$OUT/arm.txt
for isa in baseline avx2 avx512; do
  HELIOANIM_ISA=$isa $OUT/checksum_here >$OUT/here.txt
  diff $OUT/here.txt $OUT/arm.txt || { echo "ARM and $isa differ"; exit 1; }
done
echo "ARM gives the same bits as every instruction set here:"
cat $OUT/arm.txt
