import type { Output } from "../../api/client-types.ts";
import { badInput, conflict } from "../../errors.ts";
import type { RetinaStamp } from "../../workspace/cells.ts";
import { askReport, type RowReader } from "../../workspace/filters/ask-report.ts";
import { type Filter, isFilter } from "../../workspace/filters/filter-model.ts";
import {
  BACKDROP_QUERY,
  type Backdrop,
  backdropOf,
  collectionFor,
} from "../../workspace/filters/outlook.ts";
import { prepareFilter } from "../../workspace/filters/prepare-examples.ts";
import { scoredOf, thresholdOf } from "../../workspace/filters/scored.ts";
import type { Question } from "./tool.ts";

/** A filter of the person, computed as the window computes it. */
export interface OwnFilter {
  readonly filter: Filter;
  readonly report: Output<"app.filterReport">;
  /** Cosine from which a row belongs. */
  readonly threshold: number;
  /** Texts that have a say. */
  readonly belong: number;
  readonly not: number;
}

type MapStamp = Pick<RetinaStamp, "name" | "checksum"> & { readonly reader?: RowReader };

/**
 * @param retina of the rows that it is for, with what has read them
 * @param share of the rows that belong, in place of what the person said of it
 * @throws not-found for a name that there is no filter of, bad-input for one without a text that belongs
 */
export async function ownFilter(
  question: Question,
  { name, retina, share }: { name: string; retina: MapStamp; share?: number | undefined },
): Promise<OwnFilter> {
  const { filter } = await question.ask("app.filter", { name });
  if (!isFilter(filter))
    throw conflict("The running service is of another version; start it again.");
  const prepared = prepareFilter(filter, await backdropFor(question, filter), share);
  const { positive, negative } = prepared;
  if (positive.length === 0)
    throw badInput("filter", `The person's filter “${filter.name}” has no text that belongs yet.`);
  const report = await askReport(
    (args) => question.ask("app.filterReport", args, "making the filter"),
    retina.name,
    prepared,
    retina.reader,
  );
  const scored = scoredOf(report, prepared);
  return {
    filter,
    report,
    threshold: thresholdOf(filter, scored, report, retina.reader !== undefined),
    belong: positive.length,
    not: negative.length,
  };
}

/** Rows of the collection that it is for. The window goes on without them, too, where it cannot be asked. */
async function backdropFor(question: Question, filter: Filter): Promise<Backdrop | null> {
  const name = collectionFor(filter);
  if (name === "") return null;
  const asked = { name, ...BACKDROP_QUERY };
  const found = await question
    .ask("app.collectionQuery", asked, "taking rows by chance")
    .catch(() => null);
  return found && backdropOf(name, found.rows);
}
