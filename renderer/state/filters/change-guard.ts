import { create } from "zustand";
import { call } from "../../api/client.ts";
import { filterReportQuery } from "../../api/filter-report.ts";
import { queryClient } from "../../api/query-client.ts";
import { dropsTooMuch, type Loss, lossOf } from "../../model/filters/change-loss.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import type { Backdrop } from "../../model/filters/outlook.ts";
import { type Prepared, prepareFilter, type Report } from "../../model/filters/prepare-examples.ts";
import { examplesKeyOf, scoredOf, thresholdOf } from "../../model/filters/scored.ts";
import type { RetinaStamp } from "../../model/fingerprint.ts";
import { workspace } from "../workspace.ts";
import { beforeChanges, forgetBefore } from "./before-changes.ts";
import { changeFilter } from "./filter-state.ts";

/** A filter as it was when its hits were counted last. */
interface Counted {
  readonly filter: Filter;
  readonly examples: string;
  readonly backdrop: string;
  readonly positions: readonly number[];
  readonly threshold: number;
}

/** A change of examples that waits for a decision; until then the filter as it was counts. */
export interface Held {
  readonly before: Filter;
  readonly after: Counted;
  readonly loss: Loss;
  readonly source: string;
  /** It is looked at; closed, it waits on. */
  readonly isOpen: boolean;
}

export const useHeld = create<{ readonly held: Readonly<Record<string, Held>> }>(() => ({
  held: {},
}));

const counted = new Map<string, Counted>();

function release(id: string): void {
  const { [id]: gone, ...held } = useHeld.getState().held;
  if (gone) useHeld.setState({ held });
}

interface Fresh {
  readonly filter: Filter;
  readonly retina: RetinaStamp;
  readonly prepared: Prepared;
  readonly report: Report;
  readonly threshold: number;
}

const turns = new Map<string, number>();

/**
 * Takes note of what a filter has become. Where other examples drop more than half of its hits on the texts that it is for, the
 * change is held until a person has seen what would be lost.
 */
export async function countChange({ filter, retina, prepared, report, threshold }: Fresh) {
  const { id } = filter;
  const turn = (turns.get(id) ?? 0) + 1;
  turns.set(id, turn);
  const backdrop = prepared.told?.backdrop ?? null;
  const after = countedAs({ filter, retina, prepared, report, threshold });
  const accept = () => {
    counted.set(id, after);
    forgetBefore(id);
    release(id);
  };
  // Whoever takes a step back has seen what was there before it.
  if (!backdrop || workspace.getState().isRetraced) return accept();
  const known = counted.get(id) ?? (await countBefore(id, retina, backdrop).catch(() => undefined));
  if (turns.get(id) !== turn) return;
  const held = useHeld.getState().held[id];
  // Whoever comes back to the filter has been shown what would be lost.
  if (held?.after.examples === after.examples && held.after.backdrop === after.backdrop) return;
  const isSame = known?.examples === after.examples || known?.backdrop !== after.backdrop;
  if (!known || isSame) return accept();
  const loss = await lossBetween(known, after, { retina: retina.name, backdrop }).catch(() => null);
  if (turns.get(id) !== turn) return;
  if (loss === null || !dropsTooMuch(loss)) return accept();
  const now: Held = { before: known.filter, after, loss, source: backdrop.name, isOpen: true };
  useHeld.setState((state) => ({ held: { ...state.held, [id]: now } }));
}

function countedAs({ filter, retina, prepared, report, threshold }: Fresh): Counted {
  return {
    filter,
    examples: examplesKeyOf(prepared),
    backdrop: `${retina.name} ${prepared.told?.backdrop?.key}`,
    positions: report.positions,
    threshold,
  };
}

/** A filter that another view changed before its hits were ever counted, as it was before that. */
async function countBefore(
  id: string,
  retina: RetinaStamp,
  backdrop: Backdrop,
): Promise<Counted | undefined> {
  const filter = beforeChanges(id);
  if (!filter) return undefined;
  const prepared = prepareFilter(filter, retina, backdrop);
  if (prepared.positive.length === 0) return undefined;
  const report = await queryClient.fetchQuery(filterReportQuery(retina.name, prepared));
  const threshold = thresholdOf(filter, scoredOf(report, prepared), report);
  return countedAs({ filter, retina, prepared, report, threshold });
}

async function lossBetween(
  before: Counted,
  after: Counted,
  { retina, backdrop }: { readonly retina: string; readonly backdrop: Backdrop },
): Promise<Loss> {
  const asFilter = (name: string, { positions, threshold }: Counted) => ({
    name,
    positions: [...positions],
    threshold,
  });
  if (after.positions.length === 0 || before.positions.length === 0)
    return { found: 0, kept: 0, lost: [], of: backdrop.texts.length };
  const rows = await call("app.filterScore", {
    retina_name: retina,
    filters: [asFilter("before", before), asFilter("after", after)],
    texts: [...backdrop.texts],
  });
  return lossOf(rows, backdrop.texts);
}

/** The change counts from now on. */
export function keepChange(id: string): void {
  const held = useHeld.getState().held[id];
  if (held) counted.set(id, held.after);
  forgetBefore(id);
  release(id);
}

/** The examples are as they were; the step back can itself be undone. */
export function undoChange(id: string): void {
  const held = useHeld.getState().held[id];
  if (!held) return;
  const { examples } = held.before;
  release(id);
  changeFilter(id, "Take the change of examples back", (now) => ({ ...now, examples }));
}

export function lookAtChange(id: string, isOpen: boolean): void {
  const { held } = useHeld.getState();
  const own = held[id];
  if (own) useHeld.setState({ held: { ...held, [id]: { ...own, isOpen } } });
}
