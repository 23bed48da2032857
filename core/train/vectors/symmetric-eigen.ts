/** Smallest share of the largest eigenvalue that whitening divides by. */
const LEAST_SHARE = 1e-6;

/** Eigenvalues, largest first, and their unit vectors: vector j is `vectors[j * size .. ]`. */
interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const MOST_SWEEPS = 60;

/**
 * All eigenvalues and vectors of a symmetric matrix (size x size): Householder reduction to three diagonals,
 * then implicit QL steps. Cost about 9 size^3; the order of all operations is fixed.
 */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  // Row j of `basis` becomes the vector of diagonal[j]; rows are contiguous, as both loops walk along them.
  const basis = Float64Array.from(matrix);
  const diagonal = new Float64Array(size);
  const off = new Float64Array(size);
  reduce(basis, size, diagonal, off);
  const tiny = Number.EPSILON * largest(diagonal, off);
  for (let i = 0; i < size; i++) solveOne(basis, size, diagonal, off, i, tiny);
  return sortDown(diagonal, basis, size);
}

/** Householder reduction: `basis` becomes Q^T, with matrix = Q T Q^T and T given by the two diagonals. */
function reduce(a: Float64Array, n: number, diagonal: Float64Array, off: Float64Array): void {
  const q = identity(n);
  const v = new Float64Array(n);
  const p = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    const beta = householder(a, n, k, v);
    if (beta === 0) continue;
    symmetricUpdate(a, n, k, v, p, beta);
    reflectRows(q, n, k, v, p, beta);
  }
  for (let i = 0; i < n; i++) {
    diagonal[i] = a[i * n + i]!;
    off[i] = i + 1 < n ? a[i * n + i + 1]! : 0;
  }
  a.set(q);
}

function identity(n: number): Float64Array {
  const q = new Float64Array(n * n);
  for (let i = 0; i < n; i++) q[i * n + i] = 1;
  return q;
}

/** The vector v (zero up to k) and beta with (I - beta v v^T) mapping row k to a multiple of e_(k+1). */
function householder(a: Float64Array, n: number, k: number, v: Float64Array): number {
  let norm = 0;
  v.fill(0);
  for (let j = k + 1; j < n; j++) {
    v[j] = a[k * n + j]!;
    norm += v[j]! * v[j]!;
  }
  const length = Math.sqrt(norm);
  if (norm - v[k + 1]! * v[k + 1]! === 0) return 0;
  const alpha = v[k + 1]! > 0 ? -length : length;
  v[k + 1]! -= alpha;
  let square = 0;
  for (let j = k + 1; j < n; j++) square += v[j]! * v[j]!;
  return 2 / square;
}

/** a <- H a H on the rows and columns from k on. */
function symmetricUpdate(
  a: Float64Array,
  n: number,
  k: number,
  v: Float64Array,
  p: Float64Array,
  beta: number,
): void {
  let vp = 0;
  for (let i = k; i < n; i++) {
    let sum = 0;
    for (let j = k + 1; j < n; j++) sum += a[i * n + j]! * v[j]!;
    p[i] = beta * sum;
    vp += p[i]! * v[i]!;
  }
  const half = (beta * vp) / 2;
  for (let i = k; i < n; i++) p[i]! -= half * v[i]!;
  for (let i = k; i < n; i++) {
    const vi = v[i]!;
    const pi = p[i]!;
    for (let j = k; j < n; j++) a[i * n + j]! -= vi * p[j]! + pi * v[j]!;
  }
}

/** q <- H q, where only rows after k change. */
function reflectRows(
  q: Float64Array,
  n: number,
  k: number,
  v: Float64Array,
  sums: Float64Array,
  beta: number,
): void {
  sums.fill(0);
  for (let i = k + 1; i < n; i++) {
    const vi = v[i]!;
    for (let j = 0; j < n; j++) sums[j]! += vi * q[i * n + j]!;
  }
  for (let i = k + 1; i < n; i++) {
    const scale = beta * v[i]!;
    for (let j = 0; j < n; j++) q[i * n + j]! -= scale * sums[j]!;
  }
}

/** Implicit QL steps until the off-diagonal number beside `first` is no larger than `tiny`. */
function solveOne(
  basis: Float64Array,
  n: number,
  d: Float64Array,
  e: Float64Array,
  first: number,
  tiny: number,
): void {
  for (let sweep = 0; ; sweep++) {
    let last = first;
    while (last < n - 1 && Math.abs(e[last]!) > tiny) last++;
    if (last === first) return;
    if (sweep === MOST_SWEEPS) throw new Error("The eigenvalues do not converge.");
    qlStep(basis, n, d, e, first, last);
  }
}

/** The largest size of a diagonal number and its neighbour: what all rounding errors are measured by. */
function largest(d: Float64Array, e: Float64Array): number {
  let most = 0;
  for (let i = 0; i < d.length; i++) most = Math.max(most, Math.abs(d[i]!) + Math.abs(e[i]!));
  return most;
}

function qlStep(
  basis: Float64Array,
  n: number,
  d: Float64Array,
  e: Float64Array,
  first: number,
  last: number,
): void {
  const ratio = (d[first + 1]! - d[first]!) / (2 * e[first]!);
  const root = Math.sqrt(ratio * ratio + 1);
  let g = d[last]! - d[first]! + e[first]! / (ratio + (ratio >= 0 ? root : -root));
  let sine = 1;
  let cosine = 1;
  let shift = 0;
  for (let i = last - 1; i >= first; i--) {
    const f = sine * e[i]!;
    const b = cosine * e[i]!;
    const r = Math.sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1]! -= shift;
      e[last] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1]! - shift;
    const t = (d[i]! - g) * sine + 2 * cosine * b;
    shift = sine * t;
    d[i + 1] = g + shift;
    g = cosine * t - b;
    rotateRows(basis, n, i, sine, cosine);
  }
  d[first]! -= shift;
  e[first] = g;
  e[last] = 0;
}

function rotateRows(basis: Float64Array, n: number, i: number, sine: number, cosine: number): void {
  const upper = i * n;
  const lower = upper + n;
  for (let k = 0; k < n; k++) {
    const f = basis[lower + k]!;
    const b = basis[upper + k]!;
    basis[lower + k] = sine * b + cosine * f;
    basis[upper + k] = cosine * b - sine * f;
  }
}

function sortDown(diagonal: Float64Array, basis: Float64Array, n: number): Eigen {
  const order = Array.from(diagonal.keys()).sort((a, b) => diagonal[b]! - diagonal[a]! || a - b);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    vectors.set(basis.subarray(from * n, from * n + n), to * n);
  });
  return { values: Float64Array.from(order, (from) => diagonal[from]!), vectors };
}

/** matrix^-power of a symmetric matrix without negative eigenvalues. */
export function inversePower(matrix: Float64Array, size: number, power: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, size);
  const least = Math.max(values[0]! * LEAST_SHARE, Number.MIN_VALUE);
  const result = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const scale = Math.max(values[k]!, least) ** -power;
    const vector = vectors.subarray(k * size, (k + 1) * size);
    for (let i = 0; i < size; i++) {
      const factor = scale * vector[i]!;
      for (let j = 0; j < size; j++) result[i * size + j]! += factor * vector[j]!;
    }
  }
  return result;
}
