import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, List } from "lucide-react";
import { useId, useMemo } from "react";
import type { Output } from "../../core/api/client-types.ts";
import { regionTermsQuery } from "../api/subject-queries.ts";
import { Button, IconButton } from "../components/controls/button.tsx";
import { BoxTrigger, FloatBox } from "../components/controls/float-box.tsx";
import { ActionMenu, MenuTrigger } from "../components/controls/menu.tsx";
import { Answer } from "../components/controls/states.tsx";
import { copyText, download } from "../components/files/download.ts";
import { Legend } from "../components/fingerprint-grid/legend.tsx";
import { restrictSubject } from "../features/explore/edit-subject.ts";
import { makeFingerprint } from "../model/fingerprint.ts";
import { formatCount, plural } from "../model/format.ts";
import type { MapLayer } from "../model/map/layers.ts";
import { toSet } from "../model/map/selection.ts";
import { formatTable, MEDIA_TYPES } from "../model/tables/table-format.ts";
import { brush, clearBrush } from "../state/brush.ts";
import { undoableToast } from "../state/edits.ts";
import { toggleLayer, useHiddenLayers } from "../state/hidden-layers.ts";
import { useTermHover } from "../state/hover.ts";
import { useMapTools } from "../state/map-tools.ts";
import { exploreTerm, openWith } from "../state/open-with.ts";
import { pin } from "../state/pins.ts";
import { usePublished } from "../state/publish.ts";
import { useRetina } from "../state/retina.ts";
import { subject } from "../state/subject.ts";
import { toast } from "../state/toasts.ts";
import { SenseTools } from "./sense-tools.tsx";

interface MapFootProps {
  /** All of what is shown, hidden layers too. */
  readonly layers: readonly MapLayer[];
  readonly set: readonly number[];
  /** The cells are of another retina, so none of them can be chosen. */
  readonly isForeign: boolean;
  /** Said where no layer has a cell; "" for nothing. */
  readonly emptyText: string;
}

/** Under the map: what the colours mean, or what can be done with the selected cells. Always equally high. */
export function MapFoot({ layers, set, isForeign, emptyText }: MapFootProps) {
  const chosen = brush.use();
  const { hidden } = useHiddenLayers();
  if (chosen.length > 0 && !isForeign) return <BrushBar chosen={chosen} set={set} />;
  return (
    <div className="map-foot row gap-3 apart">
      {set.length === 0 && emptyText !== "" && (
        <p className="muted" role="status">
          {emptyText}
        </p>
      )}
      <Legend layers={layers} hidden={hidden} onToggle={toggleLayer} />
      <SenseTools />
    </div>
  );
}

interface BrushBarProps {
  readonly chosen: readonly number[];
  /** Cells that are set in what the map shows. */
  readonly set: readonly number[];
}

/** What lies in the chosen part of the map, and what can be made of it. */
function BrushBar({ chosen, set }: BrushBarProps) {
  const retina = useRetina();
  const isEmpty = subject.use().line.trim() === "";
  const offer = usePublished(({ brushUses }) => brushUses);
  const own = useMemo(() => offer?.(chosen), [offer, chosen]);
  const problems = [...new Set(own?.flatMap(({ disabledBecause }) => disabledBecause ?? []))];
  const facts = useId();
  const terms = useQuery({
    ...regionTermsQuery(retina?.name ?? "", chosen),
    enabled: retina !== null,
  });
  const inside = useMemo(() => {
    const cells = toSet(chosen);
    return set.filter((position) => cells[position] === 1).length;
  }, [chosen, set]);
  const name = terms.data?.label ?? "";
  const restrict = (operator: "and" | "sub") => {
    openWith("explore");
    restrictSubject({
      operator,
      positions: chosen,
      name: nameOf(chosen, name),
      retina: retina?.name,
    });
  };
  return (
    <section className="brush-bar row gap-1-3 wrap apart" aria-label="Selected cells">
      <p
        className="brush-facts figures clip"
        id={facts}
        data-wraps={problems.length > 0 || undefined}
      >
        <strong>{plural(chosen.length, "cell")}</strong>, {formatCount(inside)} set
        {problems.length > 0 && <span className="muted">. {problems.join(" ")}</span>}
        {name !== "" && problems.length === 0 && (
          <span className="muted" dir="auto">
            {` · around ${name}`}
          </span>
        )}
      </p>
      <div className="row gap-1 fixed">
        <BoxTrigger>
          <IconButton icon={List} isSmall label="Terms in these cells" />
          <FloatBox label="Terms of the selected cells" className="area-terms" placement="top">
            <AreaTerms chosen={chosen} name={name} />
          </FloatBox>
        </BoxTrigger>
        <Button size="small" onPress={() => openWith("explore", [{ positions: [...chosen] }])}>
          Similar terms
        </Button>
        {own?.map(({ id, label, disabledBecause, run }) => (
          <Button
            key={id}
            size="small"
            isDisabled={disabledBecause !== null}
            {...(disabledBecause === null ? {} : { "aria-describedby": facts })}
            onPress={() => run(name)}
          >
            {label}
          </Button>
        ))}
        {!isEmpty && !own && (
          <>
            <Button size="small" onPress={() => restrict("and")}>
              Keep these
            </Button>
            <Button size="small" onPress={() => restrict("sub")}>
              Subtract these
            </Button>
          </>
        )}
        <BrushMenu chosen={chosen} name={name} />
      </div>
    </section>
  );
}

/** "214 chosen cells", and whereabouts once that is known. */
const nameOf = (chosen: readonly number[], name: string): string =>
  plural(chosen.length, "selected cell") + (name === "" ? "" : ` around ${name}`);

interface BrushMenuProps {
  readonly chosen: readonly number[];
  readonly name: string;
}

function BrushMenu({ chosen, name }: BrushMenuProps) {
  const controls = useMapTools((state) => state.controls);
  const uses = useUsualUses(chosen, name);
  const looks = [
    {
      id: "zoom",
      label: "Zoom to the selection",
      keys: "Shift+Z",
      run: () => controls?.zoomToCells(chosen),
    },
    { id: "clear", label: "Clear the selection", keys: "Escape", run: clearBrush },
  ];
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label="More for the selected cells" />
      <ActionMenu label="Selected cells" groups={[{ entries: uses }, { entries: looks }]} />
    </MenuTrigger>
  );
}

/** What the cells become: a part of the expression, a pin, a list of numbers. */
function useUsualUses(chosen: readonly number[], name: string) {
  const retina = useRetina();
  const isEmpty = subject.use().line.trim() === "";
  const positions = [...chosen];
  const label = nameOf(chosen, name);
  const add = () => {
    openWith("explore", isEmpty ? [{ positions }] : []);
    if (!isEmpty) restrictSubject({ operator: "or", positions, name: label, retina: retina?.name });
  };
  const keep = () => {
    if (!retina) return;
    const { name: retinaName, checksum = "" } = retina;
    const stamp = { name: retinaName, checksum };
    pin(makeFingerprint({ label, positions, source: { positions }, retina: stamp }));
    undoableToast(`Pinned ${label}`);
  };
  const copy = async () => {
    const isDone = await copyText(JSON.stringify(positions));
    toast(isDone ? "Copied the positions" : "The system did not allow copying.");
  };
  return [
    {
      id: "add",
      label: isEmpty ? "Use them as an expression" : "Add them to the expression",
      run: add,
    },
    { id: "pin", label: "Pin them", run: keep },
    { id: "copy", label: "Copy their positions", run: () => void copy() },
  ];
}

type AreaRow = Output<"app.regionTerms">["rows"][number];

interface AreaTermsProps {
  readonly chosen: readonly number[];
  /** What the area is round; "" for nothing in particular. */
  readonly name: string;
}

/** The terms of the chosen part of the map, ranked, to go on with or to save. */
function AreaTerms({ chosen, name }: AreaTermsProps) {
  const retina = useRetina();
  const terms = useQuery({
    ...regionTermsQuery(retina?.name ?? "", chosen),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  const rows = terms.data?.rows ?? [];
  return (
    <>
      <Answer query={terms} doing="Ranking the terms" waiting="Ranking the terms" />
      <TermList rows={rows} />
      <Button
        size="small"
        tone="quiet"
        isDisabled={rows.length === 0}
        onPress={() => saveTerms(rows, name)}
      >
        <Download size={13} aria-hidden="true" /> Save these terms as CSV
      </Button>
    </>
  );
}

function TermList({ rows }: { readonly rows: readonly AreaRow[] }) {
  const hover = useTermHover();
  return (
    <ol className="area-list scroll">
      {rows.map(({ term, lift }) => (
        <li key={term}>
          <button
            className="row gap-3 apart pick"
            type="button"
            onPointerEnter={() => hover(term)}
            onPointerLeave={() => hover(null)}
            onFocus={() => hover(term)}
            onBlur={() => hover(null)}
            onClick={() => exploreTerm(term)}
          >
            <span dir="auto">{term}</span>
            <span className="muted figures">{lift.toFixed(lift < 10 ? 1 : 0)} × chance</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function saveTerms(rows: readonly AreaRow[], name: string): void {
  const table = {
    columns: ["term", "shared cells", "share of term", "times chance", "documents"],
    rows: rows.map(({ term, score, shareOfTerm, lift, df }) => [
      term,
      score,
      shareOfTerm,
      lift,
      df,
    ]),
  };
  const text = formatTable(table, "csv", {});
  download(`terms around ${name || "the selected cells"}.csv`, text, MEDIA_TYPES.csv);
}
