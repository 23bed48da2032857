import { decodeUtf8 } from "../tables/front-coding.ts";
import type { RetinaCard } from "./types.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isRecord: Check = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value as object).every(check);

const isOption: Check = (value) => isText(value) || isNumber(value) || typeof value === "boolean";

const COUNTS: Readonly<Record<keyof RetinaCard["counts"], Check>> = {
  terms: isCount,
  phrases: isCount,
  words: isCount,
  documents: isCount,
  skippedRecords: isCount,
};

const FIELDS: Readonly<Record<keyof RetinaCard, Check>> = {
  name: (value) => isText(value) && value !== "",
  description: isText,
  language: isText,
  corpus: isText,
  licence: isText,
  created: isText,
  options: isRecordOf(isOption),
  seed: isNumber,
  counts: (value) => isRecord(value) && faultyField(value as object, COUNTS) === undefined,
  quality: isRecordOf(isNumber),
};

/** The card in a file's bytes, or the name of what is wrong with it. */
export function parseCard(bytes: Uint8Array): RetinaCard | string {
  const json = parseJson(bytes);
  if (!isRecord(json)) return "its card is not a JSON object";
  const field = faultyField(json as object, FIELDS);
  return field === undefined ? (json as RetinaCard) : `the “${field}” of its card is not valid`;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? "");
  } catch {
    return undefined;
  }
}

function faultyField(value: object, checks: Readonly<Record<string, Check>>): string | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return Object.keys(checks).find((name) => checks[name]?.(fields[name]) !== true);
}
