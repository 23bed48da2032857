import type { Args } from "../../api/client-types.ts";
import { ApiError } from "../../errors.ts";
import { textsOf } from "./filter-model.ts";
import type { Prepared, Report } from "./prepare-examples.ts";

/** What the engine is asked for a filter of these examples. */
export const reportArgs = (retina: string, prepared: Prepared, name: string) => ({
  retina_name: retina,
  name,
  positive: textsOf(prepared.positive),
  negative: textsOf(prepared.negative),
});

/** What filter and prediction know of the texts that the filter is for. */
export const populationArgs = ({ population }: Prepared) => ({
  ...(population?.backdrop ? { background: [...population.backdrop.texts] } : {}),
  ...(population?.share === undefined ? {} : { share: population.share }),
});

/** The reader of the rows that a filter is for. */
export interface RowReader {
  readonly name: string;
  readonly checksum: string;
}

type Ask = (args: Args<"app.filterReport">) => Promise<Report>;

/**
 * A filter computed, by the words of its texts or by a reader. Texts of which too few have a known word cannot stand for others;
 * the answer says what did instead.
 * @throws whatever the endpoint answers as an error
 */
export async function askReport(
  ask: Ask,
  retina: string,
  prepared: Prepared,
  reader?: RowReader,
): Promise<Report> {
  // The name has no part in the cells.
  const args = {
    ...reportArgs(retina, prepared, "filter"),
    ...(reader && { reader: reader.name, reader_checksum: reader.checksum }),
  };
  const population = populationArgs(prepared);
  try {
    return await ask({ ...args, ...population });
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.field !== "background") throw error;
    const { background: _, ...share } = population;
    return ask({ ...args, ...share });
  }
}
