import { FolderOpen, Moon, Settings, Sun } from "lucide-react";
import { Button, MenuTrigger } from "react-aria-components";
import { ActionMenu } from "../components/controls/menu.tsx";
import { type Action, runAction, useActions } from "../state/actions.ts";
import { useSettings } from "../state/settings.ts";
import { chooseTheme, useTheme } from "../state/theme.ts";
import { alternatives, keysOf } from "./key-bindings.ts";
import { RailAction } from "./rail-action.tsx";

/** What is done with the work as a whole, in this order; a line between groups. */
const ENTRIES: readonly (readonly string[])[] = [
  ["workspace.open", "workspace.save-as", "workspace.former"],
  ["state.copy", "state.open"],
  ["export.image"],
];

/** Opening and saving, which the desktop has in its menu bar too. */
export function FileMenu() {
  const actions = useActions((state) => state.actions);
  const own = useSettings(({ keys }) => keys);
  const found = (id: string): Action[] => {
    const action = actions.findLast((known) => known.id === id);
    return action ? [action] : [];
  };
  return (
    <MenuTrigger>
      <Button className="rail-button" aria-label="File">
        <FolderOpen size={18} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden="true">File</span>
      </Button>
      <ActionMenu
        label="File"
        groups={ENTRIES.map((ids) => ({
          entries: ids.flatMap(found).map((action) => ({
            id: action.id,
            label: action.title,
            keys: alternatives(keysOf(action, own))[0] ?? "",
            disabledBecause: action.disabledBecause ?? null,
            run: () => runAction(action.id),
          })),
        }))}
      />
    </MenuTrigger>
  );
}

/** One press to the other theme. */
export function ThemeButton() {
  const isDark = useTheme() === "dark";
  return (
    <RailAction
      label={isDark ? "Light" : "Dark"}
      title={isDark ? "Light theme" : "Dark theme"}
      icon={isDark ? Sun : Moon}
      onPress={() => chooseTheme(isDark ? "light" : "dark")}
    />
  );
}

export function SettingsButton() {
  return (
    <RailAction
      label="Settings"
      keys="$mod+,"
      icon={Settings}
      onPress={() => runAction("settings.open")}
    />
  );
}
