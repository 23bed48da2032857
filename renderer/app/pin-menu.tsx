import { Ellipsis } from "lucide-react";
import { IconButton } from "../components/controls/button.tsx";
import { ActionMenu, type MenuEntry, MenuTrigger } from "../components/controls/menu.tsx";
import { copyText } from "../components/files/download.ts";
import { restrictSubject } from "../features/explore/edit-subject.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import { useMapTools } from "../state/map-tools.ts";
import { openWith } from "../state/open-with.ts";
import { movePin } from "../state/pins.ts";
import { subject } from "../state/subject.ts";
import { toast } from "../state/toasts.ts";

interface PinMenuProps {
  readonly pinned: Fingerprint;
  readonly index: number;
  readonly count: number;
  readonly onRename: () => void;
}

/** Everything that can be done with a pin, for those who do not drag. */
export function PinMenu({ pinned, index, count, onRename }: PinMenuProps) {
  const { id, label } = pinned;
  const place: MenuEntry[] = [
    { id: "rename", label: "Rename", keys: "F2", run: onRename },
    {
      id: "left",
      label: "Move left",
      keys: "Alt+ArrowLeft",
      disabledBecause: index === 0 ? "It is the first" : null,
      run: () => movePin(id, index - 1),
    },
    {
      id: "right",
      label: "Move right",
      keys: "Alt+ArrowRight",
      disabledBecause: index === count - 1 ? "It is the last" : null,
      run: () => movePin(id, index + 1),
    },
  ];
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label={`More for pin ${label}`} />
      <ActionMenu
        label={`Pin ${label}`}
        groups={[
          { title: "Use in", entries: useUses(pinned) },
          { title: "On the map", entries: mapEntries(pinned) },
          { title: "On the shelf", entries: place },
        ]}
      />
    </MenuTrigger>
  );
}

/** The views that take it, and what each makes of it. */
function useUses({ source, positions, label, retina }: Fingerprint): MenuEntry[] {
  const isEmpty = subject.use().line.trim() === "";
  const change = (operator: "and" | "or" | "sub") => () => {
    openWith("explore");
    restrictSubject({ operator, positions, name: label, retina: retina.name });
  };
  const changes: MenuEntry[] = [
    { id: "or", label: "Explore: add its cells", run: change("or") },
    { id: "and", label: "Explore: keep only its cells", run: change("and") },
    { id: "sub", label: "Explore: subtract its cells", run: change("sub") },
  ];
  return [
    { id: "explore", label: "Explore: show it", run: () => openWith("explore", [source]) },
    ...(isEmpty ? [] : changes),
    {
      id: "compare",
      label: "Compare: as a side",
      run: () => openWith("compare", [source], [label]),
    },
    ...("text" in source
      ? [
          {
            id: "filters",
            label: "Filters: as an example",
            run: () => openWith("filters", [source]),
          },
        ]
      : []),
  ];
}

function mapEntries({ positions, source }: Fingerprint): MenuEntry[] {
  const copy = (what: string, text: string) => async () =>
    toast((await copyText(text)) ? `Copied ${what}` : "The system did not allow copying.");
  return [
    {
      id: "zoom",
      label: "Zoom to its cells",
      run: () => useMapTools.getState().controls?.zoomToCells(positions),
    },
    {
      id: "positions",
      label: "Copy its positions",
      run: () => void copy("the positions", JSON.stringify(positions))(),
    },
    {
      id: "json",
      label: "Copy its expression as JSON",
      run: () => void copy("the expression", JSON.stringify(source))(),
    },
  ];
}
