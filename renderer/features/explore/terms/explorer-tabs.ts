import { create } from "zustand";
import { labelOfTree, notesOf, treeOf } from "../../../model/expression-tree.ts";
import type { Subject } from "../../../model/subject.ts";
import { exploreSubject, subject } from "../../../state/subject.ts";

interface ExplorerTabs {
  /** Empty while there is only one. */
  readonly tabs: readonly Subject[];
  readonly active: number;
}

/** Several walks side by side; like the trail, they are about looking and are not saved. */
export const useExplorerTabs = create<ExplorerTabs>(() => ({ tabs: [], active: 0 }));

const LONGEST = 24;

/** Where the walk of a tab stands, in a few words. */
export function labelOfTab(tab: Subject): string {
  const tree = treeOf(tab);
  return tree ? labelOfTree(tree, notesOf(tab), LONGEST) : "";
}

/** Opens a tab behind the one in use. */
export function openTab(expression: NonNullable<Subject["expression"]>): void {
  const { tabs, active } = useExplorerTabs.getState();
  const here = subject.read();
  const known = tabs.length > 0 ? tabs : here.expression ? [here] : [];
  const opened = { expression, sparsity: 1, extra: {} };
  useExplorerTabs.setState({ tabs: [...known, opened], active });
}

export function showTab(index: number): void {
  const tab = useExplorerTabs.getState().tabs[index];
  if (!tab) return;
  useExplorerTabs.setState({ active: index });
  show(tab);
}

export function closeTab(index: number): void {
  const { tabs, active } = useExplorerTabs.getState();
  const left = tabs.toSpliced(index, 1);
  const next = active > index || active === left.length ? active - 1 : active;
  useExplorerTabs.setState({ tabs: left.length > 1 ? left : [], active: Math.max(0, next) });
  const shown = left[Math.max(0, next)];
  if (index === active && shown) show(shown);
}

const show = (tab: Subject): void => exploreSubject(tab, `Explore ${labelOfTab(tab)}`);

/** The tab in use goes where the walk goes. */
export function followSubject(now: Subject): void {
  const { tabs, active } = useExplorerTabs.getState();
  const known = tabs[active];
  if (known && JSON.stringify(known) !== JSON.stringify(now))
    useExplorerTabs.setState({ tabs: tabs.with(active, now) });
}
