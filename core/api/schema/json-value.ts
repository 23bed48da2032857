/** Any value that JSON can carry. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** An expression as JSON: exactly one of these members; companions are ignored. */
export type ExpressionJson =
  | { readonly term: string; readonly language?: string }
  | { readonly text: string; readonly language?: string }
  | { readonly positions: readonly number[] }
  | { readonly and: readonly ExpressionJson[] }
  | { readonly or: readonly ExpressionJson[] }
  | { readonly sub: readonly ExpressionJson[] }
  | { readonly xor: readonly ExpressionJson[] };
