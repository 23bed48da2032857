// Single-precision matrix loops on 128-bit vectors. All pointers are byte offsets into the one memory.
// Sums run in a fixed order and no fused multiply-add is used, so every machine gives the same bits.

/** Rows of a packed left operand panel. */
const LEFT: i32 = 4;
/** Columns of a packed right operand panel: two vectors. */
const RIGHT: i32 = 8;

/** Row-major `rows x depth` to panels of `width` rows: for each panel, `depth` groups of `width` numbers. */
export function packRows(source: usize, target: usize, rows: i32, depth: i32, width: i32): void {
  for (let panel: i32 = 0; panel < rows; panel += width) {
    for (let row: i32 = 0; row < width; row++) {
      let to = target + ((<usize>(panel * depth + row)) << 2);
      const step = (<usize>width) << 2;
      const present = panel + row < rows;
      let from = source + ((<usize>((panel + row) * depth)) << 2);
      for (let k: i32 = 0; k < depth; k++) {
        store<f32>(to, present ? load<f32>(from) : 0);
        to += step;
        from += 4;
      }
    }
  }
}

/** Row-major `depth x columns` to panels of `width` columns, laid out as by `packRows`. */
export function packColumns(source: usize, target: usize, depth: i32, columns: i32, width: i32): void {
  for (let panel: i32 = 0; panel < columns; panel += width) {
    const present = min(width, columns - panel);
    for (let k: i32 = 0; k < depth; k++) {
      const from = source + ((<usize>(k * columns + panel)) << 2);
      const to = target + ((<usize>(panel * depth + k * width)) << 2);
      for (let i: i32 = 0; i < width; i++)
        store<f32>(to + ((<usize>i) << 2), i < present ? load<f32>(from + ((<usize>i) << 2)) : 0);
    }
  }
}

/** out[m x n] = left . right for packed operands; m is a multiple of 4, n of 8. */
export function multiply(left: usize, right: usize, out: usize, m: i32, n: i32, depth: i32): void {
  const leftPanel = (<usize>(depth * LEFT)) << 2;
  const rightPanel = (<usize>(depth * RIGHT)) << 2;
  for (let j: i32 = 0; j < n; j += RIGHT) {
    const b = right + <usize>(j / RIGHT) * rightPanel;
    for (let i: i32 = 0; i < m; i += LEFT) {
      tile(left + <usize>(i / LEFT) * leftPanel, b, out + ((<usize>(i * n + j)) << 2), n, depth);
    }
  }
}

/** The first of the numbers at places `from` to before `end` that is above `bound`; `end` where none is. */
export function nextAbove(numbers: usize, from: i32, end: i32, bound: f32): i32 {
  const limits = f32x4.splat(bound);
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const four = numbers + ((<usize>at) << 2);
    const above = v128.or(
      v128.or(f32x4.gt(v128.load(four), limits), f32x4.gt(v128.load(four, 16), limits)),
      v128.or(f32x4.gt(v128.load(four, 32), limits), f32x4.gt(v128.load(four, 48), limits)),
    );
    if (v128.any_true(above)) break;
  }
  while (at < end && !(load<f32>(numbers + ((<usize>at) << 2)) > bound)) at++;
  return at;
}

// @ts-ignore: decorator of the language
@inline
function tile(left: usize, right: usize, out: usize, stride: i32, depth: i32): void {
  const row = (<usize>stride) << 2;
  const zero = f32x4.splat(0);
  let c00 = zero, c01 = zero, c10 = zero, c11 = zero, c20 = zero, c21 = zero, c30 = zero, c31 = zero;
  for (let k: i32 = 0; k < depth; k++) {
    const b0 = v128.load(right), b1 = v128.load(right, 16);
    const a0 = v128.load32_splat(left);
    c00 = f32x4.add(c00, f32x4.mul(a0, b0));
    c01 = f32x4.add(c01, f32x4.mul(a0, b1));
    const a1 = v128.load32_splat(left, 4);
    c10 = f32x4.add(c10, f32x4.mul(a1, b0));
    c11 = f32x4.add(c11, f32x4.mul(a1, b1));
    const a2 = v128.load32_splat(left, 8);
    c20 = f32x4.add(c20, f32x4.mul(a2, b0));
    c21 = f32x4.add(c21, f32x4.mul(a2, b1));
    const a3 = v128.load32_splat(left, 12);
    c30 = f32x4.add(c30, f32x4.mul(a3, b0));
    c31 = f32x4.add(c31, f32x4.mul(a3, b1));
    left += 16;
    right += 32;
  }
  v128.store(out, c00); v128.store(out, c01, 16);
  v128.store(out + row, c10); v128.store(out + row, c11, 16);
  v128.store(out + 2 * row, c20); v128.store(out + 2 * row, c21, 16);
  v128.store(out + 3 * row, c30); v128.store(out + 3 * row, c31, 16);
}

/**
 * out[r] = sum of values[k] * dense[columns[k]] over the entries of row r; rows of `dense` and `out` are 32
 * numbers, columns two bytes. `starts` holds rows + 1 offsets into this block's entries. With `transposed`,
 * out[columns[k]] += values[k] * (that sum) instead: the product with the matrix and then its transpose.
 */
export function sparseTimesDense(
  starts: usize, columns: usize, values: usize, rows: i32, dense: usize, out: usize, transposed: bool,
): void {
  for (let r: i32 = 0; r < rows; r++) {
    const first = load<i32>(starts);
    const end = load<i32>(starts, 4);
    let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (let k: i32 = first; k < end; k++) {
      const value = v128.load32_splat(values + ((<usize>k) << 2));
      const x = dense + ((<usize>load<u16>(columns + ((<usize>k) << 1))) << 7);
      s0 = f32x4.add(s0, f32x4.mul(value, v128.load(x)));
      s1 = f32x4.add(s1, f32x4.mul(value, v128.load(x, 16)));
      s2 = f32x4.add(s2, f32x4.mul(value, v128.load(x, 32)));
      s3 = f32x4.add(s3, f32x4.mul(value, v128.load(x, 48)));
      s4 = f32x4.add(s4, f32x4.mul(value, v128.load(x, 64)));
      s5 = f32x4.add(s5, f32x4.mul(value, v128.load(x, 80)));
      s6 = f32x4.add(s6, f32x4.mul(value, v128.load(x, 96)));
      s7 = f32x4.add(s7, f32x4.mul(value, v128.load(x, 112)));
    }
    starts += 4;
    if (!transposed) {
      v128.store(out, s0); v128.store(out, s1, 16); v128.store(out, s2, 32); v128.store(out, s3, 48);
      v128.store(out, s4, 64); v128.store(out, s5, 80); v128.store(out, s6, 96); v128.store(out, s7, 112);
      out += 128;
      continue;
    }
    for (let k: i32 = first; k < end; k++) {
      const value = v128.load32_splat(values + ((<usize>k) << 2));
      const z = out + ((<usize>load<u16>(columns + ((<usize>k) << 1))) << 7);
      v128.store(z, f32x4.add(v128.load(z), f32x4.mul(value, s0)));
      v128.store(z, f32x4.add(v128.load(z, 16), f32x4.mul(value, s1)), 16);
      v128.store(z, f32x4.add(v128.load(z, 32), f32x4.mul(value, s2)), 32);
      v128.store(z, f32x4.add(v128.load(z, 48), f32x4.mul(value, s3)), 48);
      v128.store(z, f32x4.add(v128.load(z, 64), f32x4.mul(value, s4)), 64);
      v128.store(z, f32x4.add(v128.load(z, 80), f32x4.mul(value, s5)), 80);
      v128.store(z, f32x4.add(v128.load(z, 96), f32x4.mul(value, s6)), 96);
      v128.store(z, f32x4.add(v128.load(z, 112), f32x4.mul(value, s7)), 112);
    }
  }
}
