import { kernelBase64 } from "./wasm.generated.ts";

/** The exports of `assembly/index.ts`; pointers are byte offsets into `memory`. */
export interface MatrixWasm {
  readonly memory: { readonly buffer: ArrayBuffer };
  reserve(bytes: number): void;
  packRows(source: number, target: number, rows: number, depth: number, width: number): void;
  packColumns(source: number, target: number, depth: number, columns: number, width: number): void;
  multiplyAdd(left: number, right: number, out: number, m: number, n: number, depth: number): void;
  sparseTimesDense(
    starts: number,
    columns: number,
    values: number,
    rows: number,
    dense: number,
    out: number,
    transposed: boolean,
  ): void;
}

let module: WebAssembly.Module | undefined;

/** A fresh instance with its own empty memory; under a millisecond. */
export function createMatrixWasm(): MatrixWasm {
  module ??= new WebAssembly.Module(decodeBase64(kernelBase64));
  return new WebAssembly.Instance(module).exports as unknown as MatrixWasm;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes of a WebAssembly module kept as text. */
export function decodeBase64(text: string): Uint8Array {
  const digits = text.replace(/=+$/, "");
  const bytes = new Uint8Array((digits.length * 3) >> 2);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | ALPHABET.indexOf(digit)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = (bits >> held) & 0xff;
    }
  }
  return bytes;
}
