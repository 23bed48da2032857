import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { Expression } from "../../../../core/expression/ast.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { leaves } from "../../../../core/expression/walk.ts";
import { termQuery } from "../../../api/map-queries.ts";
import { IconButton } from "../../../components/controls/button.tsx";
import { ActionMenu, type MenuGroup, MenuTrigger } from "../../../components/controls/menu.tsx";
import { TermInput } from "../../../components/terms/term-input.tsx";
import { plural } from "../../../model/format.ts";
import { brush } from "../../../state/brush.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { useAtlas, useRetina } from "../../../state/retina.ts";
import { rememberTerm, useSettings } from "../../../state/settings.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { setPattern } from "../similar-state.ts";
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
      onPattern={(typed) => (isWord(typed) ? setPattern(typed) : add(typed))}
      onMany={(terms) => onParts(terms.map((term) => ({ kind: "term", term })))}
    >
      <MoreParts onParts={onParts} onText={() => setText(true)} />
    </TermInput>
  );
}

/** Reads what was typed, one after the other in the order of typing, however long the retina takes to know the words. */
function useReading(retina: string) {
  const client = useQueryClient();
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const isTerm = async (words: string) => {
    const found = await client.fetchQuery(termQuery(retina, words)).catch(() => null);
    return found?.known === true;
  };
  return (typed: string, take: (read: Expression) => void) => {
    const finish = (found: Expression) => {
      const written = found.kind === "term" ? printLeaf(found) : typed;
      if (written.length <= LONGEST_REMEMBERED) rememberTerm(written);
      take(found);
    };
    if (waiting.current === 0 && isWord(typed)) {
      finish({ kind: "term", term: typed });
      return;
    }
    waiting.current++;
    before.current = before.current
      .then(() => readTyped(typed, isTerm))
      .then((found) => {
        waiting.current--;
        finish(found);
      });
  };
}

interface MorePartsProps {
  readonly onParts: PartInputProps["onParts"];
  readonly onText: () => void;
}

/** Longer inputs would hide each other in the list of suggestions. */
const LONGEST_REMEMBERED = 80;

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

/** Whether words are a term of the retina. */
type IsTerm = (words: string) => Promise<boolean>;

/** Signs that no sentence has by chance; a word such as “and” is one that sentences have. */
const SIGNS =
  /^\s*\{|[&|+^~@#[\]()]|(^|\s)[-−]\s|\b(?:text|region|filter):|^\s*(?:[a-z]{2,3}|auto):\S/;

/** More words in a row than this that are no term are a sentence, whatever signs it has. */
const MOST_WORDS = 3;

const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter(Boolean);

/** A word, known or not: nothing else has to be asked about it. */
const isWord = (typed: string): boolean =>
  wordsOf(typed).length === 1 && (!SIGNS.test(typed) || parseLine(typed).problems.length > 0);

/**
 * What is typed into the one box: a term, else an expression where it has signs that read as one, else a text. A sentence is
 * never an error.
 */
export async function readTyped(typed: string, isTerm: IsTerm): Promise<Expression> {
  if (isWord(typed) || (await isTerm(typed))) return { kind: "term", term: typed };
  const expression = SIGNS.test(typed) ? await readSigns(typed, isTerm) : null;
  return expression ?? { kind: "text", text: typed };
}

async function readSigns(typed: string, isTerm: IsTerm): Promise<Expression | null> {
  const { expression, problems } = parseLine(typed, { isPhrase: () => true });
  if (!expression || problems.length > 0) return null;
  const runs = leaves(expression).flatMap(({ node }) =>
    node.kind === "term" && wordsOf(node.term).length > MOST_WORDS ? [node.term] : [],
  );
  const known = await Promise.all(runs.map(isTerm));
  return known.every(Boolean) ? expression : null;
}
