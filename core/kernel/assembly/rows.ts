// Products of single-precision rows in double precision. All pointers are byte offsets into the one memory.

/**
 * The products of the row at `right` with each of `count` rows from 0 on, as f64 numbers to `out`. Even and odd columns
 * are summed apart, each from the first to the last. Rows have `bytes` bytes, a multiple of 8; they are read four at a
 * time, so that there has to be room for three more.
 */
export function rowProducts(count: i32, right: usize, bytes: usize, out: usize): void {
  for (let row: i32 = 0; row < count; row += 4) {
    const a = <usize>row * bytes;
    const b = a + bytes;
    const c = b + bytes;
    const d = c + bytes;
    let sumA = f64x2.splat(0);
    let sumB = f64x2.splat(0);
    let sumC = f64x2.splat(0);
    let sumD = f64x2.splat(0);
    for (let k: usize = 0; k < bytes; k += 8) {
      const z = pair(right + k);
      sumA = f64x2.add(sumA, f64x2.mul(pair(a + k), z));
      sumB = f64x2.add(sumB, f64x2.mul(pair(b + k), z));
      sumC = f64x2.add(sumC, f64x2.mul(pair(c + k), z));
      sumD = f64x2.add(sumD, f64x2.mul(pair(d + k), z));
    }
    const to = out + ((<usize>row) << 3);
    store<f64>(to, total(sumA));
    store<f64>(to, total(sumB), 8);
    store<f64>(to, total(sumC), 16);
    store<f64>(to, total(sumD), 24);
  }
}

/** Two neighbouring numbers. */
// @ts-ignore: decorator of the language
@inline
function pair(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

// @ts-ignore: decorator of the language
@inline
function total(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}
