import { useEffect, useRef } from "react";
import { refreshCollection, refreshGrowing } from "../../api/collection-queries.ts";
import { plural } from "../../model/format.ts";
import { announce } from "../../state/announcer.ts";
import { settleImport } from "./collection-import.ts";
import { useOwnImport } from "./use-collection.ts";

/** As many rows more, in parts of those that are there, have to come in before everything is asked again. */
const STEP = 0.5;

/** Shows rows as they come in, the first of them at once, and everything once the import has ended. */
export function useFollowImport(): void {
  const own = useOwnImport();
  // By job: a collection may be removed, or kept elsewhere, and be made again under its name.
  const seen = useRef({ job: "", rows: 0, state: "" });
  useEffect(() => {
    if (own === null) return;
    const { name, job, rows, state } = own;
    const before = seen.current.job === job ? seen.current : { job, rows: 0, state: "running" };
    const isStep = rows > before.rows && rows >= (1 + STEP) * before.rows;
    const hasEnded = state !== "running" && before.state === "running";
    if (!isStep && !hasEnded) return;
    seen.current = { job, rows, state };
    if (state === "done") settleImport(name);
    if (hasEnded && state === "done") announce(`Imported ${plural(rows, "row")} of ${name}`);
    void (hasEnded ? refreshCollection(name) : refreshGrowing(name));
  }, [own]);
}
