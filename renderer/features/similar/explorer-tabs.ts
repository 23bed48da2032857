import { create } from "zustand";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { explore, subject } from "../../state/subject.ts";

interface ExplorerTabs {
  /** Empty while there is only one. */
  readonly tabs: readonly ExpressionJson[];
  readonly active: number;
}

/** Several walks side by side; like the trail, they are about looking and are not saved. */
export const useExplorerTabs = create<ExplorerTabs>(() => ({ tabs: [], active: 0 }));

/** Opens a tab behind the one in use. */
export function openTab(expression: ExpressionJson): void {
  const { tabs, active } = useExplorerTabs.getState();
  const here = subject.read().expression;
  const known = tabs.length > 0 ? tabs : here ? [here] : [];
  useExplorerTabs.setState({ tabs: [...known, expression], active });
}

export function showTab(index: number): void {
  const expression = useExplorerTabs.getState().tabs[index];
  if (!expression) return;
  useExplorerTabs.setState({ active: index });
  explore(expression);
}

export function closeTab(index: number): void {
  const { tabs, active } = useExplorerTabs.getState();
  const left = tabs.toSpliced(index, 1);
  const next = active > index || active === left.length ? active - 1 : active;
  useExplorerTabs.setState({ tabs: left.length > 1 ? left : [], active: Math.max(0, next) });
  const shown = left[Math.max(0, next)];
  if (index === active && shown) explore(shown);
}

/** The tab in use goes where the walk goes. */
export function followSubject(expression: ExpressionJson): void {
  const { tabs, active } = useExplorerTabs.getState();
  const known = tabs[active];
  if (known && JSON.stringify(known) !== JSON.stringify(expression))
    useExplorerTabs.setState({ tabs: tabs.with(active, expression) });
}
