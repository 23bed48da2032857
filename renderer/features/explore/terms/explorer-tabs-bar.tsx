import { X } from "lucide-react";
import { IconButton } from "../../../components/controls/icon-button.tsx";
import { closeTab, labelOfTab, showTab, useExplorerTabs } from "./explorer-tabs.ts";

/** Appears with the second walk: a middle click on a result opens one. */
export function ExplorerTabs() {
  const { tabs, active } = useExplorerTabs();
  if (tabs.length < 2) return null;
  return (
    <ul className="explorer-tabs row gap-half wrap" aria-label="Walks">
      {tabs.map((tab, index) => {
        const label = labelOfTab(tab);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two walks may stand at the same term
          <li className="row gap-0" key={index} data-active={index === active || undefined}>
            <button
              type="button"
              dir="auto"
              aria-current={index === active ? "true" : undefined}
              onClick={() => showTab(index)}
            >
              {label}
            </button>
            <IconButton
              icon={X}
              isSmall
              label={`Close the walk at ${label}`}
              onPress={() => closeTab(index)}
            />
          </li>
        );
      })}
    </ul>
  );
}
