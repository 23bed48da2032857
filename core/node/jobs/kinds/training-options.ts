import { badInput } from "../../../errors.ts";
import {
  DEFAULT_OPTIONS,
  PRESETS,
  type PresetName,
  type TrainOptions,
} from "../../../train/options.ts";
import { readingsFolder, type TeacherRequest } from "../../teacher/open-teacher.ts";
import { parseMapShare } from "../../training/map-share.ts";
import { DEFAULT_RECORDS, type RecordOptions } from "../../training/train-records.ts";
import type { InputOfKind } from "../job-kind.ts";

const NAME_FORM = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** More of anything would not fit into a file. */
const LARGEST_NUMBER = 10_000_000;

/** A form's options, sorted by who reads them. */
export interface TrainingChoice {
  readonly options: TrainOptions;
  readonly records: RecordOptions;
  /** The sentence encoder to learn from, where one is named. */
  readonly teacher?: TeacherRequest;
}

/** Options that are read here and are no setting of a training. */
const PLACES = { teacher: "" };

/** What a form sent, over the defaults. @throws bad-input for an option that does not exist or does not fit */
export function trainingOptions({ name, options = {} }: InputOfKind<"train">): TrainingChoice {
  if (!NAME_FORM.test(name))
    throw badInput("name", "A name is lower case letters, digits, _ and -, at most 64.");
  const values: Record<string, string | number> = {
    ...DEFAULT_OPTIONS,
    ...DEFAULT_RECORDS,
    ...PLACES,
  };
  for (const [field, value] of Object.entries(options)) {
    checkOption(field, value, values[field]);
    values[field] = value as string | number;
  }
  const { field, column, encoding, preset, teacher, ...rest } = values;
  if (!Object.hasOwn(PRESETS, String(preset)))
    throw badInput("options.preset", `A preset is one of ${Object.keys(PRESETS).join(", ")}.`);
  parseMapShare(String(rest.mapShare));
  if (Number(rest.taught) > 100)
    throw badInput("options.taught", "“taught” is a share in percent, at most 100.");
  return {
    options: { ...DEFAULT_OPTIONS, ...rest, name, preset: preset as PresetName },
    records: { field: String(field), column: String(column), encoding: String(encoding) },
    ...(teacher && { teacher: { folder: String(teacher), readings: readingsFolder() } }),
  };
}

function checkOption(field: string, value: unknown, usual: unknown): void {
  if (usual === undefined)
    throw badInput(`options.${field}`, `There is no training option “${field.slice(0, 40)}”.`);
  if (typeof value !== typeof usual)
    throw badInput(`options.${field}`, `The option “${field}” has to be a ${typeof usual}.`);
  if (
    typeof value === "number" &&
    !(Number.isInteger(value) && value >= 0 && value <= LARGEST_NUMBER)
  )
    throw badInput(`options.${field}`, `The option “${field}” is a whole number from 0 on.`);
}
