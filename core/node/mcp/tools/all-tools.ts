import type { Tool } from "../tool.ts";
import { describe, difference, search, summarise } from "./collections.ts";
import { filter, label } from "./filters.ts";
import { compare, explore, picture, read } from "./meaning.ts";

const ALL: readonly Tool[] = [
  describe,
  explore,
  compare,
  picture,
  read,
  search,
  summarise,
  difference,
  filter,
  label,
];

/** The tools that are offered: those that write only where the person allowed it. */
export const toolsFor = (mayWrite: boolean): readonly Tool[] =>
  ALL.filter(({ writes }) => mayWrite || !writes);
