import { CircleHelp, FolderOpen, type LucideIcon } from "lucide-react";
import { Button, MenuTrigger } from "react-aria-components";
import { ActionMenu } from "../components/controls/menu.tsx";
import { type Action, runAction, useActions } from "../state/actions.ts";
import { useSettings } from "../state/settings.ts";
import { alternatives, keysOf } from "./key-bindings.ts";

/** What is done with the work as a whole, in this order; a line between groups. */
const FILE: readonly (readonly string[])[] = [
  ["workspace.open", "workspace.save-as", "workspace.former"],
  ["state.copy", "state.open"],
  ["export.image"],
];

const HELP: readonly (readonly string[])[] = [
  ["help.shortcuts", "palette.open"],
  ["settings.open", "theme.light", "theme.dark", "theme.system"],
  ["help.about"],
];

/** Opening and saving, which the desktop has in its menu bar too. */
export const FileMenu = () => <RailMenu label="File" icon={FolderOpen} entries={FILE} />;

/** Keys, settings and the theme. */
export const HelpMenu = () => <RailMenu label="Help" icon={CircleHelp} entries={HELP} />;

interface RailMenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Actions by their ids, in groups. */
  readonly entries: readonly (readonly string[])[];
}

function RailMenu({ label, icon: Icon, entries }: RailMenuProps) {
  const actions = useActions((state) => state.actions);
  const own = useSettings(({ keys }) => keys);
  const found = (id: string): Action[] => {
    const action = actions.findLast((known) => known.id === id);
    return action ? [action] : [];
  };
  return (
    <MenuTrigger>
      <Button className="rail-button press stack muted" aria-label={label}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
      </Button>
      <ActionMenu
        label={label}
        groups={entries.map((ids) => ({
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
