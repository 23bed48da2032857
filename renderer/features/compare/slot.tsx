import { Pin, X } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { HatchSign, Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { carriesFingerprint, takeFingerprint } from "../../components/sharing/drag-payload.ts";
import { typeInto, typingBoxOf } from "../../components/type-here.ts";
import { makeFingerprint } from "../../model/fingerprint.ts";
import { formatSize } from "../../model/format.ts";
import { type ColourName, hueOf, letterOf } from "../../model/map/layers.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { hoverTerm } from "../../state/hover.ts";
import { pin, pins } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";
import { compareItems, putItem, removeItem } from "./comparison-store.ts";
import {
  type CompareItem,
  type ItemKind,
  itemOf,
  itemOfFingerprint,
  MOST_ITEMS,
  nameOf,
  ordinalOf,
} from "./model/comparison.ts";
import { SlotEditor } from "./slot-editor.tsx";
import type { Member } from "./use-comparison.ts";

const KINDS = { term: "Word", text: "Text", line: "Expression" } as const;

interface SlotProps {
  readonly index: number;
  readonly item: CompareItem;
  /** What of it takes part; undefined for nothing. */
  readonly member: Member | undefined;
  /** Why it cannot take part; "" where it can, or is empty. */
  readonly problem: string;
  /** Whether one types here where one opens the view. */
  readonly isNext: boolean;
  /** Whether it only waits for one more. */
  readonly isMore: boolean;
}

/** One item: a word, a text, an expression, or a fingerprint that was dropped or pasted here. */
export function Slot({ index, item, member, problem, isNext, isMore }: SlotProps) {
  const [kind, setKind] = useChosenKind(item);
  const [isOver, setOver] = useState(false);
  const section = useRef<HTMLElement>(null);
  const isPointed = useRef(false);
  const { colour = colourOf(index, isMore), letter = "" } = member ?? {};
  const ordinal = ordinalOf(index);
  const title = isMore ? "Add another" : ordinal.replace(/^./, (first) => first.toUpperCase());
  // Whoever points goes on by typing or pasting; arrow keys go on to the next kind.
  const choose = (next: ItemKind) => {
    flushSync(() => setKind(next));
    const box = isPointed.current && section.current && typingBoxOf(section.current);
    if (box) typeInto(box);
  };
  const take = (transfer: DataTransfer): boolean => {
    const fingerprint = takeFingerprint(transfer);
    if (!fingerprint) return false;
    putItem(index, itemOfFingerprint(fingerprint), `Compare ${fingerprint.label}`);
    return true;
  };
  return (
    <section
      ref={section}
      className="slot stack"
      style={{ borderLeftColor: `var(--${colour})` }}
      data-slot={index}
      data-type-here={isNext || undefined}
      data-over={isOver || undefined}
      aria-label={`${ordinal.replace(/^./, (first) => first.toUpperCase())} item`}
      onPointerDown={() => {
        isPointed.current = true;
      }}
      onKeyDown={(event) => {
        isPointed.current = false;
        // The kind is chosen: whoever goes on by Enter or pastes at once means the box.
        const goesOn =
          event.key === "Enter" || (event.key === "v" && (event.ctrlKey || event.metaKey));
        if (!goesOn || !(event.target instanceof HTMLInputElement) || event.target.type !== "radio")
          return;
        const box = typingBoxOf(event.currentTarget);
        if (box) typeInto(box);
      }}
      onPointerEnter={() =>
        hoverTerm(
          member?.positions && letter !== ""
            ? { name: member.name, positions: member.positions }
            : null,
        )
      }
      onPointerLeave={() => hoverTerm(null)}
      onDragOver={(event: DragEvent) => {
        if (!carriesFingerprint(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        setOver(false);
        if (take(event.dataTransfer)) event.preventDefault();
      }}
      onPaste={(event: ClipboardEvent) => {
        if (take(event.clipboardData)) event.preventDefault();
      }}
    >
      <header className="slot-head row">
        {letter === "" ? (
          !isMore && <span className="slot-mark" data-colour={colour} aria-hidden="true" />
        ) : (
          <>
            <span className="letter" style={{ background: `var(--${colour})` }}>
              {letter}
            </span>
            <HatchSign index={"ABCDEFGH".indexOf(letter)} />
          </>
        )}
        <h3 className={letter === "" ? undefined : "visually-hidden"}>{title}</h3>
        <Choice
          label={`What the ${ordinal} item is`}
          isBare
          options={KINDS}
          value={kind}
          onChange={choose}
        />
      </header>
      <SlotEditor key={kind} index={index} item={item} kind={kind} />
      {problem !== "" && <SlotProblem problem={problem} />}
      {item.source !== null ? (
        <SlotContent index={index} item={item} member={member} />
      ) : (
        isNext && <SlotShelf index={index} />
      )}
    </section>
  );
}

/** Of a slot whose item takes no part yet. */
const colourOf = (index: number, isMore: boolean): ColourName =>
  isMore ? "text-3" : index === 0 ? "first" : "second";

/** What kind of box is shown: as the item is, until another is chosen for it. */
function useChosenKind(item: CompareItem) {
  const [chosen, setChosen] = useState<{ readonly kind: ItemKind; readonly of: CompareItem }>();
  const kind = chosen?.of === item ? chosen.kind : item.kind;
  return [kind, (next: ItemKind) => setChosen({ kind: next, of: item })] as const;
}

/** What keeps an item from being compared; what only takes a moment is no fault. */
function SlotProblem({ problem }: { readonly problem: string }) {
  const isWaiting = problem.endsWith("…");
  return (
    <p
      className={isWaiting ? "muted" : "problem row gap-1-2 wrap"}
      role={isWaiting ? "status" : "alert"}
    >
      {problem}
    </p>
  );
}

function SlotContent({ index, item, member }: Pick<SlotProps, "index" | "item" | "member">) {
  const retina = useRetina();
  const label = nameOf(item, index);
  const positions = member?.positions;
  return (
    <div className="row">
      <Thumbnail positions={positions ?? []} colour={member?.colour ?? hueOf(-1)} size={28} />
      <span className="muted figures grow">
        {positions ? formatSize(positions.length) : "\u00a0"}
      </span>
      <IconButton
        icon={Pin}
        isSmall
        label={`Pin ${label} to the shelf`}
        isDisabled={!positions || positions.length === 0}
        onPress={() => {
          if (retina && positions && item.source)
            pin(makeFingerprint({ label, source: item.source, positions, retina }));
        }}
      />
      <IconButton
        icon={X}
        isSmall
        label={`Remove the ${ordinalOf(index)} item`}
        onPress={() => removeItem(index, `Remove ${label}`)}
      />
    </div>
  );
}

const OFFERED = 6;

/** For an empty slot: what lies on the shelf, and the filters, one click away. */
function SlotShelf({ index }: { readonly index: number }) {
  return (
    <>
      <Pinned index={index} />
      <Filters index={index} />
    </>
  );
}

function Pinned({ index }: { readonly index: number }) {
  const pinned = pins.use();
  if (pinned.length === 0) return null;
  return (
    <div className="row gap-1 wrap">
      <span className="muted">From the shelf</span>
      {pinned.slice(0, OFFERED).map((fingerprint, place) => (
        <Chip
          key={fingerprint.id}
          colour={hueOf(place)}
          letter={letterOf(place)}
          onPress={() =>
            putItem(index, itemOfFingerprint(fingerprint), `Compare ${fingerprint.label}`)
          }
        >
          {fingerprint.label}
        </Chip>
      ))}
      {pinned.length > 1 && (
        <Button
          size="small"
          onPress={() => compareItems(pinned.map(itemOfFingerprint), "Compare what is pinned")}
        >
          {pinned.length > MOST_ITEMS ? `The first ${MOST_ITEMS}` : `All ${pinned.length}`}
        </Button>
      )}
    </div>
  );
}

/** A filter is put in with the cells that it has now. */
function Filters({ index }: { readonly index: number }) {
  const checksum = useRetina()?.checksum ?? "";
  const ready = useFilterStates().flatMap((state) => (state.ready ? [state.ready] : []));
  if (ready.length === 0) return null;
  return (
    <div className="row gap-1 wrap">
      <span className="muted">A filter</span>
      {ready.slice(0, OFFERED).map((filter) => (
        <Chip
          key={filter.id}
          label={`Compare the filter ${filter.name}`}
          onPress={() =>
            putItem(
              index,
              itemOf({ positions: [...filter.positions] }, filter.name, checksum),
              `Compare the filter ${filter.name}`,
            )
          }
        >
          {filter.name}
        </Chip>
      ))}
    </div>
  );
}
