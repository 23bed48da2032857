import { crc32 } from "node:zlib";

/** Of a text, as eight hexadecimal digits: any changed bit changes it. */
export const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");

/** The same object with a checksum of its JSON. */
export const sealed = <T extends object>(value: T): T & { readonly checksum: string } => ({
  ...value,
  checksum: checksumOf(JSON.stringify(value)),
});

/**
 * What was sealed, as it was read from JSON. Earlier versions wrote no checksum: then `keys` are all that may be there.
 * @returns nothing where a bit was changed
 */
export function unsealed(
  value: unknown,
  keys: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { checksum, ...rest } = value as Record<string, unknown>;
  const isWhole =
    checksum === undefined
      ? Object.keys(rest).every((key) => keys.includes(key))
      : checksum === checksumOf(JSON.stringify(rest));
  return isWhole ? rest : undefined;
}
