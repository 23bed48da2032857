import { useEffect, useRef } from "react";
import { refreshCollection } from "../../api/collection-queries.ts";
import { plural } from "../../model/format.ts";
import { announce } from "../../state/announcer.ts";
import { settleImport } from "../../state/collection/collection-import.ts";
import { useOwnImport } from "./use-collection.ts";

/** As many rows more, in parts of those that are there, have to come in before everything is asked again. */
const STEP = 0.5;

/** Shows rows as they come in, the first of them at once, and everything once the import has ended. */
export function useFollowImport(): void {
  const own = useOwnImport();
  const seen = useRef({ name: "", rows: 0, state: "" });
  useEffect(() => {
    if (own === null) return;
    const { name, rows, state } = own;
    const before = seen.current.name === name ? seen.current : { name, rows: 0, state: "running" };
    const isStep = rows > before.rows && rows >= (1 + STEP) * before.rows;
    const hasEnded = state !== "running" && before.state === "running";
    if (!isStep && !hasEnded) return;
    seen.current = { name, rows, state };
    if (state === "done") settleImport(name);
    if (hasEnded && state === "done") announce(`${plural(rows, "row")} of ${name} are in`);
    void refreshCollection(name);
  }, [own]);
}
