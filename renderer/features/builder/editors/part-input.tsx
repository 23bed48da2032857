import { Plus } from "lucide-react";
import { useState } from "react";
import { MenuTrigger } from "react-aria-components";
import type { Expression } from "../../../../core/expression/ast.ts";
import { IconButton } from "../../../components/controls/icon-button.tsx";
import { ActionMenu, type MenuGroup } from "../../../components/controls/menu.tsx";
import { TermInput } from "../../../components/terms/term-input.tsx";
import { plural } from "../../../model/format.ts";
import { entriesOf, labelOfEntry } from "../../../model/query-history.ts";
import { useAtlas } from "../../../state/atlas.ts";
import { brush } from "../../../state/brush.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { queryHistory } from "../../../state/query-history.ts";
import { useRetina } from "../../../state/retina.ts";
import { rememberTerm, useSettings } from "../../../state/settings.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { PositionsEditor } from "./positions-editor.tsx";
import { TextEditor } from "./text-editor.tsx";

interface PartInputProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** The new parts, in the order given; `name` is what the first is called in the tree. */
  readonly onParts: (parts: readonly Expression[], name?: string) => void;
}

/** Where a new part is typed, or chosen from what there is: a text, cells, the shelf, the history, regions. */
export function PartInput({
  label,
  placeholder = "Add a word",
  autoFocus = false,
  onParts,
}: PartInputProps) {
  const [mode, setMode] = useState<"term" | "text" | "positions">("term");
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(retina);
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const [isBack, setBack] = useState(false);
  const back = () => {
    setMode("term");
    setBack(true);
  };
  if (mode === "text")
    return (
      <TextEditor
        text=""
        isNew
        onChange={(text) => onParts([{ kind: "text", text }])}
        onClose={back}
      />
    );
  if (mode === "positions")
    return (
      <PositionsEditor
        positions={null}
        onClose={back}
        onChange={(positions) => {
          back();
          onParts([{ kind: "positions", positions }]);
        }}
      />
    );
  return (
    <TermInput
      label={label}
      placeholder={placeholder}
      autoFocus={autoFocus || isBack}
      complete={complete}
      recent={recent}
      onTerm={(term) => {
        rememberTerm(term);
        onParts([{ kind: "term", term }]);
      }}
      onText={(text) => onParts([{ kind: "text", text }])}
      onMany={(terms) => onParts(terms.map((term) => ({ kind: "term", term })))}
    >
      <MoreParts onParts={onParts} onMode={setMode} />
    </TermInput>
  );
}

interface MorePartsProps {
  readonly onParts: PartInputProps["onParts"];
  readonly onMode: (mode: "text" | "positions") => void;
}

const MOST_LISTED = 8;

function MoreParts({ onParts, onMode }: MorePartsProps) {
  const chosen = brush.use();
  const pinned = pins.use();
  const entries = entriesOf(queryHistory.use());
  const categories = filters.use();
  const regions = useAtlas()?.regions.filter(({ level }) => level === 0) ?? [];
  const groups: MenuGroup[] = [
    {
      entries: [
        { id: "text", label: "A text…", run: () => onMode("text") },
        { id: "positions", label: "Cells by number…", run: () => onMode("positions") },
        {
          id: "brush",
          label: "The cells selected on the map",
          disabledBecause: chosen.length === 0 ? "Select some with the tools of the map" : null,
          run: () =>
            onParts(
              [{ kind: "positions", positions: Uint16Array.from(chosen) }],
              plural(chosen.length, "selected cell"),
            ),
        },
      ],
    },
    {
      title: "From the shelf",
      entries: pinned.slice(0, MOST_LISTED).map(({ id, label }) => ({
        id: `pin ${id}`,
        label,
        run: () => onParts([{ kind: "saved", name: label }]),
      })),
    },
    {
      title: "From the history",
      entries: entries.slice(0, MOST_LISTED).map((entry) => ({
        id: `history ${entry.number}`,
        label: `#${entry.number} ${labelOfEntry(entry, 32)}`,
        run: () => onParts([{ kind: "history", entry: entry.number }]),
      })),
    },
    {
      title: "Category filters",
      entries: categories.slice(0, MOST_LISTED).map(({ id, name }) => ({
        id: `filter ${id}`,
        label: name,
        run: () => onParts([{ kind: "filter", name }]),
      })),
    },
    {
      title: "Regions of the map",
      entries: regions.slice(0, MOST_LISTED).map(({ id, name }) => ({
        id: `region ${id}`,
        label: name,
        run: () => onParts([{ kind: "region", name }]),
      })),
    },
  ];
  return (
    <MenuTrigger>
      <IconButton icon={Plus} isSmall label="Add something else" />
      <ActionMenu
        label="Add something else"
        groups={groups.filter(({ entries: list }) => list.length > 0)}
      />
    </MenuTrigger>
  );
}
