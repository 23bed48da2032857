import { CircleHelp, FolderOpen, type LucideIcon, Search } from "lucide-react";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "../components/controls/keys.tsx";
import { ActionMenu, MenuTrigger } from "../components/controls/menu.tsx";
import { type Action, runAction, useActions } from "../state/actions.ts";
import { useNavigation } from "../state/navigation.ts";
import { openWith } from "../state/open-with.ts";
import { alternatives } from "./key-bindings.ts";
import { views } from "./views.ts";

/** The views, along the left edge. */
export function Rail() {
  const active = useNavigation(({ view }) => view);
  return (
    <nav className="rail" aria-label="Views" data-panel="rail" tabIndex={-1}>
      {views
        .filter(({ isBeside }) => !isBeside)
        .map(({ id, title, icon: Icon }, place) => (
          <TooltipTrigger key={id} delay={500}>
            <Button
              className="rail-button press stack muted"
              aria-label={title}
              {...(id === active ? { "aria-current": "page" as const } : {})}
              onPress={() => openWith(id)}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              <span aria-hidden="true">{title}</span>
            </Button>
            <Tooltip className="tip" placement="right" offset={6}>
              {title} <Keys keys={`$mod+${place + 1}`} />
            </Tooltip>
          </TooltipTrigger>
        ))}
      <span className="grow" />
      <RailAction
        label="Find"
        keys="$mod+k"
        icon={Search}
        onPress={() => runAction("palette.open")}
      />
      <FileMenu />
      <HelpMenu />
    </nav>
  );
}

interface RailActionProps {
  /** Under the icon. */
  readonly label: string;
  /** What it does, where the label alone does not say it. */
  readonly title?: string;
  readonly keys?: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

/** A button at the foot of the rail. */
function RailAction({ label, title = label, keys, icon: Icon, onPress }: RailActionProps) {
  return (
    <TooltipTrigger delay={500}>
      <Button className="rail-button press stack muted" aria-label={title} onPress={onPress}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden="true">{label}</span>
      </Button>
      <Tooltip className="tip" placement="right" offset={6}>
        {title} {keys && <Keys keys={keys} />}
      </Tooltip>
    </TooltipTrigger>
  );
}

/** What is done with the work as a whole, in this order; a line between groups. */
const FILE: readonly (readonly string[])[] = [
  ["workspace.open", "workspace.save-as"],
  ["export.image"],
];

const HELP: readonly (readonly string[])[] = [
  ["help.shortcuts", "palette.open"],
  ["settings.open", "theme.light", "theme.dark", "theme.system"],
  ["help.about"],
];

/** Opening and saving, which the desktop has in its menu bar too. */
const FileMenu = () => <RailMenu label="File" icon={FolderOpen} entries={FILE} />;

/** Keys, settings and the theme. */
const HelpMenu = () => <RailMenu label="Help" icon={CircleHelp} entries={HELP} />;

interface RailMenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Actions by their ids, in groups. */
  readonly entries: readonly (readonly string[])[];
}

function RailMenu({ label, icon: Icon, entries }: RailMenuProps) {
  const actions = useActions((state) => state.actions);
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
            keys: alternatives(action.keys ?? "")[0] ?? "",
            disabledBecause: action.disabledBecause ?? null,
            run: () => runAction(action.id),
          })),
        }))}
      />
    </MenuTrigger>
  );
}
