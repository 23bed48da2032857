import { Plus } from "lucide-react";
import { useState } from "react";
import type { Expression } from "../../../../core/expression/ast.ts";
import { IconButton } from "../../../components/controls/button.tsx";
import { ActionMenu, type MenuGroup, MenuTrigger } from "../../../components/controls/menu.tsx";
import { TermInput } from "../../../components/terms/term-input.tsx";
import { plural } from "../../../model/format.ts";
import { brush } from "../../../state/brush.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { useAtlas, useRetina } from "../../../state/retina.ts";
import { useSettings } from "../../../state/settings.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { useReading } from "../../../state/use-reading.ts";
import { TextEditor } from "./text-editor.tsx";

interface PartInputProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** The new parts, in the order given; `name` is what the first is called in the tree. */
  readonly onParts: (parts: readonly Expression[], name?: string) => void;
  /** Ctrl+Enter: takes the place of all there is. Without it nothing is replaced. */
  readonly onWhole?: (whole: Expression) => void;
}

/** Where a part is typed as a word, a sentence or an expression, or chosen from what there is. */
export function PartInput({
  label,
  placeholder = "Add a word, a text, an expression",
  autoFocus = false,
  onParts,
  onWhole,
}: PartInputProps) {
  const [isText, setText] = useState(false);
  const [isBack, setBack] = useState(false);
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(
    retina,
    useSettings(({ languages }) => languages),
  );
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const read = useReading(retina);
  if (isText)
    return (
      <TextEditor
        text=""
        isNew
        onChange={(text) => onParts([{ kind: "text", text }])}
        onClose={() => {
          setText(false);
          setBack(true);
        }}
      />
    );
  const add = (typed: string) => read(typed, (part) => onParts([part]));
  return (
    <TermInput
      label={label}
      placeholder={placeholder}
      autoFocus={autoFocus || isBack}
      complete={complete}
      recent={recent}
      onTerm={add}
      onText={(text) => onParts([{ kind: "text", text }])}
      {...(onWhole ? { onWhole: (typed) => read(typed, onWhole) } : {})}
      onMany={(terms) => onParts(terms.map((term) => ({ kind: "term", term })))}
    >
      <MoreParts onParts={onParts} onText={() => setText(true)} />
    </TermInput>
  );
}

interface MorePartsProps {
  readonly onParts: PartInputProps["onParts"];
  readonly onText: () => void;
}

const MOST_LISTED = 8;

function MoreParts({ onParts, onText }: MorePartsProps) {
  const chosen = brush.use();
  const pinned = pins.use();
  const categories = filters.use();
  const regions = useAtlas()?.regions.filter(({ level }) => level === 0) ?? [];
  const groups: MenuGroup[] = [
    {
      entries: [
        { id: "text", label: "A text of several lines…", run: onText },
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
