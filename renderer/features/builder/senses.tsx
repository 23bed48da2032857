import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { type NodeId, nodeWith } from "../../../core/expression/draft.ts";
import { exploreQuery } from "../../api/subject-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Keys } from "../../components/controls/keys.tsx";
import { labelOfTree } from "../../model/expression-tree.ts";
import { plural } from "../../model/format.ts";
import { letterOf } from "../../model/map/layers.ts";
import type { Restriction } from "../../model/restrict-subject.ts";
import { senseLooks } from "../../model/sense-colours.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { selectRow, useBuild } from "../../state/builder/build-ui.ts";
import { restrictTo } from "../../state/builder/restrict-to.ts";
import { SENSE_KEYS, senseAction } from "../../state/builder/sense-keys.ts";
import { hoverTerm } from "../../state/hover.ts";
import { useRetina } from "../../state/retina.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { useTrace } from "./use-trace.ts";

type Sense = Output<"app.explore">["contexts"][number];

const MOST = 8;
const NO_NOTES = new Map<string, never>();

/** The senses of what was built, or of the part that is selected in the tree: keep one, or take one away. */
export function Senses({ contexts }: { readonly contexts: readonly Sense[] }) {
  const selected = useSelectedPart();
  const own = usePartSenses(selected?.positions ?? null);
  const part = own && own.length > 1 ? selected : null;
  const senses = (part ? own : contexts) ?? [];
  const looks = senseLooks(contexts);
  const letter = (index: number) => (part ? "" : looks(index).letter) || letterOf(index);
  useSenseActions(senses.length < 2 ? [] : senses.slice(0, MOST), part?.id, letter);
  if (senses.length < 2) return null;
  return (
    <section className="build-senses" aria-label={part ? `Senses of ${part.name}` : "Senses"}>
      <header className="build-sense-title">
        <h3 dir="auto">{part ? `Senses of ${part.name}` : "Senses"}</h3>
        {part && (
          <Button size="small" tone="quiet" onPress={() => selectRow("")}>
            Of the whole
          </Button>
        )}
      </header>
      <ul>
        {senses.slice(0, MOST).map((sense, index) => (
          <SenseRow
            key={sense.id}
            sense={sense}
            look={part ? null : looks(index)}
            letter={letter(index)}
            part={part?.id}
          />
        ))}
      </ul>
    </section>
  );
}

/** The palette subtracts and keeps senses too, and so do two keys. */
function useSenseActions(
  senses: readonly Sense[],
  part: NodeId | undefined,
  letter: (index: number) => string,
): void {
  const retina = useRetina()?.name;
  useRegisterActions(
    senses.flatMap(({ label, positions }, index) =>
      (["sub", "and"] as const).map((operator) =>
        senseAction(operator, letter(index), {
          label,
          run: () => restrictTo({ label, positions }, { operator, part, retina }),
        }),
      ),
    ),
  );
}

interface SenseRowProps {
  readonly sense: Sense;
  /** Letters and colours belong to the senses of the whole, as in the table. */
  readonly look: ReturnType<ReturnType<typeof senseLooks>> | null;
  /** What the keys call it. */
  readonly letter: string;
  /** The part it is a sense of; the whole if there is none. */
  readonly part: NodeId | undefined;
}

function SenseRow({ sense, look, letter, part }: SenseRowProps) {
  const { id, label, names, positions } = sense;
  const retina = useRetina()?.name;
  const restrict = (operator: Restriction) =>
    restrictTo({ label, positions }, { operator, part, retina });
  const rest = names.filter((name) => name !== label);
  const row = useRef<HTMLLIElement>(null);
  useFocusLeftToPanel(row);
  return (
    <li
      ref={row}
      onPointerEnter={() => hoverTerm({ name: `sense ${id} ${label}`, positions })}
      onPointerLeave={() => hoverTerm(null)}
    >
      <p className="build-sense-head" dir="auto">
        {look && (
          <span className="sense-dot" style={{ background: `var(--${look.colour})` }}>
            {look.letter}
          </span>
        )}
        <strong>{label}</strong>
        <span className="muted build-sense-names">{rest.join(", ")}</span>
        <span className="muted figures nowrap">{plural(positions.length, "cell")}</span>
      </p>
      <div className="build-sense-actions">
        <Button
          size="small"
          aria-label={`Subtract this sense: ${label}`}
          onPress={() => restrict("sub")}
        >
          Subtract this sense <LeaveBox /> <Keys keys={`${SENSE_KEYS.sub} ${letter}`} />
        </Button>
        <Button
          size="small"
          tone="quiet"
          aria-label={`Keep only it: ${label}`}
          onPress={() => restrict("and")}
        >
          Keep only it <LeaveBox /> <Keys keys={`${SENSE_KEYS.and} ${letter}`} />
        </Button>
      </div>
    </li>
  );
}

/** Letters are typed while a box has the focus: the key before them leaves it. */
const LeaveBox = () => (
  <span className="key-leave">
    <Keys keys="Escape" />
  </span>
);

/** A row that goes away with the focus in it, as its sense was subtracted, leaves the focus to its panel. */
function useFocusLeftToPanel(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    const panel = element?.closest<HTMLElement>("[data-panel]");
    return () => {
      if (element?.contains(document.activeElement)) panel?.focus();
    };
  }, [row]);
}

/** The part of the tree the keyboard is on, unless that is the whole. */
function useSelectedPart() {
  const selected = useBuild((state) => state.selected);
  const { tree, notes } = useSubjectTree();
  const trace = useTrace();
  const node = tree && selected !== tree.id ? nodeWith(tree, selected) : undefined;
  const positions = trace(selected);
  if (!node || !positions || positions.length === 0) return null;
  return {
    id: selected,
    name: notes.get(selected)?.label ?? labelOfTree(node, NO_NOTES, 32),
    positions,
  };
}

function usePartSenses(positions: readonly number[] | null) {
  const retina = useRetina();
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions ?? [], { limit: 1 }),
    enabled: retina !== null && positions !== null,
    placeholderData: keepPreviousData,
  });
  return positions ? data?.contexts : undefined;
}
