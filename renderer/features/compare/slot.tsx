import { Pin, X } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Choice } from "../../components/controls/choice.tsx";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { carriesFingerprint, takeFingerprint } from "../../components/sharing/drag-payload.ts";
import { typeInto, typingBoxOf } from "../../components/type-here.ts";
import {
  NO_SIDE,
  nameOf,
  type SideKind,
  type SideName,
  sideOfFingerprint,
} from "../../model/compare/comparison.ts";
import { makeFingerprint } from "../../model/fingerprint.ts";
import { formatSize } from "../../model/format.ts";
import { comparison, putSide } from "../../state/compare/comparison.ts";
import { pin } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";
import { SlotEditor } from "./slot-editor.tsx";
import { SlotShelf } from "./slot-shelf.tsx";
import type { Sent } from "./use-comparison.ts";

const KINDS = { term: "Word", text: "Text", line: "Expression" } as const;
export const ORDINAL = { left: "First", right: "Second" } as const;

interface SlotProps {
  readonly name: SideName;
  readonly sent: Sent;
  readonly positions: readonly number[] | undefined;
}

/** One side: a word, a text, an expression, or a fingerprint that was dropped or pasted here. */
export function Slot({ name, sent, positions }: SlotProps) {
  const sides = comparison.use();
  const side = sides[name];
  const next = sides.left.source !== null && sides.right.source === null ? "right" : "left";
  const [kind, setKind] = useState<SideKind | null>(null);
  const [isOver, setOver] = useState(false);
  const shownKind = kind ?? side.kind;
  const section = useRef<HTMLElement>(null);
  const isPointed = useRef(false);
  // Whoever points goes on by typing or pasting; arrow keys go on to the next kind.
  const choose = (next: SideKind) => {
    flushSync(() => setKind(next));
    const box = isPointed.current && section.current && typingBoxOf(section.current);
    if (box) typeInto(box);
  };
  const take = (transfer: DataTransfer): boolean => {
    const fingerprint = takeFingerprint(transfer);
    if (!fingerprint) return false;
    setKind(null);
    putSide(name, sideOfFingerprint(fingerprint), `Compare ${fingerprint.label}`);
    return true;
  };
  return (
    <section
      ref={section}
      className="slot"
      data-side={name}
      data-type-here={name === next || undefined}
      data-over={isOver || undefined}
      aria-label={`${ORDINAL[name]} side`}
      onPointerDown={() => {
        isPointed.current = true;
      }}
      onKeyDown={() => {
        isPointed.current = false;
      }}
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
      <header className="slot-head">
        <span className="slot-mark" aria-hidden="true" />
        <h3>{ORDINAL[name]}</h3>
        <Choice
          label={`What the ${ORDINAL[name].toLowerCase()} side is`}
          isBare
          options={KINDS}
          value={shownKind}
          onChange={choose}
        />
      </header>
      <SlotEditor key={shownKind} name={name} kind={shownKind} />
      {sent && "problem" in sent && <SlotProblem problem={sent.problem} />}
      {side.source !== null ? (
        <SlotContent name={name} positions={positions} />
      ) : (
        <SlotShelf name={name} />
      )}
    </section>
  );
}

/** What keeps a side from being compared; what only takes a moment is no fault. */
function SlotProblem({ problem }: { readonly problem: string }) {
  const isWaiting = problem.endsWith("…");
  return (
    <p className={isWaiting ? "muted" : "slot-problem"} role={isWaiting ? "status" : "alert"}>
      {problem}
    </p>
  );
}

function SlotContent({ name, positions }: Pick<SlotProps, "name" | "positions">) {
  const side = comparison.use()[name];
  const retina = useRetina();
  const label = nameOf(side, name);
  return (
    <div className="slot-content">
      <Thumbnail
        positions={positions ?? []}
        colour={name === "left" ? "first" : "second"}
        size={40}
      />
      <div className="slot-words">
        <span className="slot-name" dir="auto">
          {label}
        </span>
        <span className="muted figures">{positions ? formatSize(positions.length) : "\u00a0"}</span>
      </div>
      <IconButton
        icon={Pin}
        isSmall
        label={`Pin ${label} to the shelf`}
        isDisabled={!positions || positions.length === 0}
        onPress={() => {
          if (retina && positions && side.source)
            pin(makeFingerprint({ label, source: side.source, positions, retina }));
        }}
      />
      <IconButton
        icon={X}
        isSmall
        label={`Empty the ${ORDINAL[name].toLowerCase()} slot`}
        onPress={() => putSide(name, { ...NO_SIDE, kind: side.kind }, `Remove ${label}`)}
      />
    </div>
  );
}
