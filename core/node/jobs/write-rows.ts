import type { JobContext } from "./job-kind.ts";

/** Writes rows as they become known and tells how many of `total` there are. */
export async function writeRows(
  found: Iterable<unknown>,
  total: number,
  { rows, progress }: Pick<JobContext, "rows" | "progress">,
): Promise<void> {
  const tell = () => {
    const fraction = total === 0 ? 0 : rows.count / total;
    progress({ phase: `${rows.count} of ${total} rows`, fraction });
  };
  for (const row of found) {
    const written = rows.add(row);
    if (written !== undefined) await written;
    tell();
  }
}
