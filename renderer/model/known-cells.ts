import { isPositions, type RetinaStamp } from "./fingerprint.ts";
import { isListOf, isRecord, isText } from "./guards.ts";
import type { Region } from "./map/region.ts";

/** The cells that something of a workspace had in its retina when it was saved. */
export interface KnownCells {
  /** "expression", "left", "right", or "filter <id>". */
  readonly of: string;
  readonly label: string;
  readonly positions: readonly number[];
}

/** What a workspace file takes along so that it can be looked at where its retina is not installed. */
export interface TakenAlong {
  readonly retina: RetinaStamp;
  readonly fingerprints: readonly KnownCells[];
  /** The largest places of the map, so that one knows where one looks. */
  readonly places: readonly Region[];
}

const isKnownCells = (value: unknown): value is KnownCells =>
  isRecord(value) && isText(value.of) && isText(value.label) && isPositions(value.positions);

export const isStamp = (value: unknown): value is RetinaStamp =>
  isRecord(value) && isText(value.name) && isText(value.checksum);

const isPlace = (value: unknown): value is Region =>
  isRecord(value) &&
  isText(value.id) &&
  isText(value.name) &&
  [value.level, value.x, value.y, value.size].every(Number.isFinite);

export const isTakenAlong = (value: unknown): value is TakenAlong =>
  isRecord(value) &&
  isStamp(value.retina) &&
  isListOf(isKnownCells)(value.fingerprints) &&
  isListOf(isPlace)(value.places);
