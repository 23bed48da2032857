import type { Tool } from "../tool.ts";
import { compare } from "./compare.ts";
import { describe } from "./describe.ts";
import { difference } from "./difference.ts";
import { explore } from "./explore.ts";
import { filter } from "./filter.ts";
import { label } from "./label.ts";
import { picture } from "./picture.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { summarise } from "./summarise.ts";

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
