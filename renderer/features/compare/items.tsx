import { Pin, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import type { Expression } from "../../../core/expression/ast.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { ActionMenu, type MenuEntry, MenuTrigger } from "../../components/controls/menu.tsx";
import { HatchSign, Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { TermInput } from "../../components/terms/term-input.tsx";
import { makeFingerprint } from "../../model/fingerprint.ts";
import { formatSize } from "../../model/format.ts";
import { hueOf } from "../../model/map/layers.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { lights } from "../../state/hover.ts";
import { pin, pins } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import { toast } from "../../state/toasts.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { type Typed, useReading } from "../../state/use-reading.ts";
import { addItems, comparison, removeItem, replaceItem } from "./comparison-store.ts";
import {
  type CompareItem,
  itemOf,
  itemOfFingerprint,
  MOST_ITEMS,
  nameOf,
} from "./model/comparison.ts";
import type { Member } from "./use-comparison.ts";

const jsonOf = (expression: Expression) => printJson(expression) as unknown as ExpressionJson;

/** A line that was meant as an expression and is none is compared as a text, and the user is told. */
function asExpression(typed: string, { expression, problem }: Typed): Expression {
  if (expression) return expression;
  if (problem) toast(`Read as a text. Column ${problem.column}: ${problem.message}`);
  return { kind: "text", text: typed };
}

const put = (item: CompareItem) => addItems([item], `Compare ${nameOf(item)}`);

/** Where the next item is typed as a word, a text or an expression, or chosen from what there is. */
export function AddItem() {
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(
    retina,
    useSettings(({ languages }) => languages),
  );
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const read = useReading(retina);
  const { items } = comparison.use();
  if (items.length >= MOST_ITEMS)
    return (
      <p className="muted">A comparison takes {MOST_ITEMS} items; remove one to add another.</p>
    );
  const add = (typed: string) =>
    read(typed, (found) => put(itemOf(jsonOf(asExpression(typed, found)), typed)));
  return (
    <div data-type-here>
      <TermInput
        label="Add to the comparison"
        placeholder="A word, a text, an expression"
        complete={complete}
        recent={recent}
        onTerm={add}
        onText={(text) => put(itemOf({ text }, text))}
        onMany={(lines) => {
          for (const line of lines) add(line);
        }}
      >
        <MoreItems />
      </TermInput>
    </div>
  );
}

/** The shelf and the filters; a filter is put in with the cells that it has now. */
function MoreItems() {
  const pinned = pins.use();
  const checksum = useRetina()?.checksum ?? "";
  const ready = useFilterStates().flatMap((state) => state.ready ?? []);
  const shelf: MenuEntry[] = pinned.map((fingerprint) => ({
    id: fingerprint.id,
    label: fingerprint.label,
    run: () => put(itemOfFingerprint(fingerprint)),
  }));
  const all: MenuEntry = {
    id: "all pins",
    label: `All ${pinned.length} pins`,
    run: () => addItems(pinned.map(itemOfFingerprint), "Compare what is pinned"),
  };
  const groups = [
    { title: "From the shelf", entries: shelf.length > 1 ? [all, ...shelf] : shelf },
    {
      title: "Category filters",
      entries: ready.map(({ id, name, positions }) => ({
        id: `filter ${id}`,
        label: name,
        run: () => put(itemOf({ positions: [...positions] }, name, checksum)),
      })),
    },
  ].filter(({ entries }) => entries.length > 0);
  if (groups.length === 0) return null;
  return (
    <MenuTrigger>
      <IconButton icon={Pin} isSmall label="Add a pin or a filter" />
      <ActionMenu label="Add a pin or a filter" groups={groups} />
    </MenuTrigger>
  );
}

interface ItemListProps {
  /** The item of each place as it takes part; undefined where it does not. */
  readonly memberOf: (index: number) => Member | undefined;
  /** Why an item does not take part; "" where it does. */
  readonly problemOf: (index: number) => string;
}

/** What is compared, a line each, in the colours of the map. */
export function ItemList({ memberOf, problemOf }: ItemListProps) {
  const { items } = comparison.use();
  return (
    <ol className="stack gap-1" aria-label="Compared items">
      {items.map((item, index) => (
        <ItemRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone
          key={index}
          index={index}
          item={item}
          member={memberOf(index)}
          problem={problemOf(index)}
        />
      ))}
    </ol>
  );
}

interface ItemRowProps {
  readonly index: number;
  readonly item: CompareItem;
  readonly member: Member | undefined;
  readonly problem: string;
}

function ItemRow({ index, item, member, problem }: ItemRowProps) {
  const retina = useRetina();
  const [isEdited, setEdited] = useState(false);
  const { positions, colour = "text-3", letter = "" } = member ?? {};
  const name = nameOf(item);
  if (isEdited) return <ItemEditor index={index} item={item} onClose={() => setEdited(false)} />;
  return (
    <li
      className="compare-item"
      style={{ borderLeftColor: `var(--${colour})` }}
      {...lights(() => (letter !== "" && positions ? { name, positions } : null))}
    >
      <div className="row gap-1">
        <Sign letter={letter} colour={colour} />
        <Thumbnail positions={positions ?? []} colour={member?.colour ?? hueOf(-1)} size={28} />
        <ItemName item={item} onEdit={() => setEdited(true)}>
          {name}
        </ItemName>
        <IconButton
          icon={Pin}
          isSmall
          label={`Pin ${name} to the shelf`}
          isDisabled={!positions || positions.length === 0}
          onPress={() => {
            if (retina && positions)
              pin(makeFingerprint({ label: name, source: item.source, positions, retina }));
          }}
        />
        <IconButton
          icon={X}
          isSmall
          label={`Remove ${name}`}
          onPress={() => removeItem(index, `Remove ${name}`)}
        />
      </div>
      {problem === "" ? (
        <p className="fine muted figures">{positions ? formatSize(positions.length) : "\u00a0"}</p>
      ) : (
        <ItemProblem problem={problem} />
      )}
    </li>
  );
}

/** Letter and hatching of one of several, the mark of one of two. */
function Sign({ letter, colour }: { readonly letter: string; readonly colour: string }) {
  if (letter === "")
    return <span className="item-mark fixed" data-colour={colour} aria-hidden="true" />;
  return (
    <>
      <span className="letter" style={{ background: `var(--${colour})` }}>
        {letter}
      </span>
      <HatchSign index={"ABCDEFGH".indexOf(letter)} />
    </>
  );
}

/** The name is a button that opens the item for editing; cells have no words to edit. */
function ItemName({
  item,
  onEdit,
  children,
}: {
  readonly item: CompareItem;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}) {
  if (item.madeWith !== "")
    return (
      <span className="clip grow" dir="auto">
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className="press clip grow"
      dir="auto"
      title={item.typed}
      onClick={onEdit}
    >
      {children}
    </button>
  );
}

/** Why an item is not compared; what only takes a moment is no fault. */
function ItemProblem({ problem }: { readonly problem: string }) {
  const isWaiting = problem.endsWith("…");
  return (
    <p className={isWaiting ? "muted" : "problem"} role={isWaiting ? "status" : "alert"}>
      {problem}
    </p>
  );
}

interface ItemEditorProps {
  readonly index: number;
  readonly item: CompareItem;
  readonly onClose: () => void;
}

/** Enter reads what is written as the add box does; a text stays a text. */
function ItemEditor({ index, item, onClose }: ItemEditorProps) {
  const [typed, setTyped] = useState(() => wordsOf(item));
  const read = useReading(useRetina()?.name ?? "");
  const replace = (source: ExpressionJson) => {
    const next = itemOf(source, typed);
    replaceItem(index, next, `Compare ${nameOf(next)}`);
  };
  const submit = () => {
    onClose();
    if (typed.trim() === "" || typed === wordsOf(item)) return;
    if (item.kind === "text") replace({ text: typed });
    else read(typed, (found) => replace(jsonOf(asExpression(typed, found))));
  };
  return (
    <li>
      <textarea
        className="across"
        aria-label={`Edit ${nameOf(item)}`}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the press that opens it asks for it
        autoFocus
        rows={item.kind === "text" ? 4 : 1}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          else if (event.key !== "Enter" || event.shiftKey) return;
          else submit();
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </li>
  );
}

const wordsOf = ({ kind, typed, source }: CompareItem): string =>
  kind === "line" ? printLine(parseJson(source, "application")) : typed;
