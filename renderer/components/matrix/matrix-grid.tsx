import {
  type KeyboardEvent,
  type PointerEvent,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatScore } from "../../model/format.ts";
import { paletteOf } from "../fingerprint-grid/palette.ts";
import { ThemeContext } from "../page-contexts.ts";
import { drawMatrix, type MatrixScene } from "./draw-matrix.ts";
import {
  fitLayout,
  LEAST_FRAMED,
  type MatrixWindow,
  movedBy,
  numbersLayout,
  type Place,
  placeAt,
  scrollToPlace,
  wholeHeight,
  wholeWidth,
} from "./matrix-geometry.ts";
import "./matrix.css";

interface MatrixGridProps {
  readonly label: string;
  /** Rows and columns, in the order of the screen. */
  readonly names: readonly string[];
  /** NaN where there is none. */
  readonly valueAt: (row: number, column: number) => number;
  /** What the values are, e.g. "cosine". */
  readonly unit: string;
  readonly threshold: number;
  /** Cells with a number each, or all of them at once. */
  readonly zoom: "numbers" | "whole";
  readonly onOpen: (place: Place) => void;
  /** The cell under the pointer or the keyboard's cursor. */
  readonly onCursor?: (place: Place | null) => void;
}

/** A square of values on a canvas, up to 500 × 500. Arrows move, Enter or a click opens. */
export function MatrixGrid(props: MatrixGridProps) {
  const { label, names, valueAt, zoom, onOpen, onCursor, unit, threshold } = props;
  const [cursor, setCursor] = useState<Place>({ row: 0, column: 0 });
  const [hovered, setHovered] = useState<Place | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useWindow(scroller);
  const id = useId();
  const size = names.length;
  const layout = useMemo(
    () => (zoom === "numbers" ? numbersLayout(size) : fitLayout(size, view.width)),
    [zoom, size, view.width],
  );
  const shown = hovered ?? cursor;
  useDrawing(canvas, layout, view, { ...props, cursor: shown });
  const show = (place: Place | null) => {
    setHovered(place);
    onCursor?.(place ?? cursor);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && cursor.row !== cursor.column) onOpen(cursor);
    const next = movedBy(event.key, event.ctrlKey || event.metaKey, cursor, size);
    if (event.key !== "Enter" && !next) return;
    event.preventDefault();
    if (!next) return;
    setCursor(next);
    setHovered(null);
    onCursor?.(next);
    scroller.current?.scrollTo(scrollToPlace(layout, view, next));
  };
  const point = (event: PointerEvent | React.MouseEvent): Place | null => {
    const box = canvas.current?.getBoundingClientRect();
    return box ? placeAt(layout, view, event.clientX - box.left, event.clientY - box.top) : null;
  };
  const words = (place: Place) => wordsOf(names, valueAt, place);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table of a quarter of a million cells would be slow */}
      <div
        ref={scroller}
        className="matrix-grid grow scroll"
        role="grid"
        aria-label={label}
        aria-rowcount={size}
        aria-colcount={size}
        aria-activedescendant={id}
        tabIndex={0}
        onKeyDown={press}
        onPointerMove={(event) => {
          const place = point(event);
          if (place?.row !== hovered?.row || place?.column !== hovered?.column) show(place);
        }}
        onPointerLeave={() => show(null)}
        onClick={(event) => {
          const place = point(event);
          if (!place || place.row === place.column) return;
          setCursor(place);
          onOpen(place);
        }}
      >
        <div aria-hidden="true" style={{ width: wholeWidth(layout), height: wholeHeight(layout) }}>
          <canvas ref={canvas} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
        <div className="visually-hidden" role="row" aria-rowindex={cursor.row + 1}>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
          <span id={id} role="gridcell" aria-colindex={cursor.column + 1}>
            {words(cursor)}
          </span>
        </div>
      </div>
      <p className="matrix-readout figures clip" dir="auto">
        {words(shown)}
      </p>
      <MatrixLegend unit={unit} threshold={threshold} isFilled={layout.cellHeight < LEAST_FRAMED} />
    </>
  );
}

function wordsOf(
  names: readonly string[],
  valueAt: MatrixGridProps["valueAt"],
  { row, column }: Place,
): string {
  if (row === column) return `${names[row]}: the same item`;
  const value = valueAt(row, column);
  return `${names[row]} and ${names[column]}: ${Number.isNaN(value) ? "not compared" : formatScore(value)}`;
}

const NOWHERE: MatrixWindow = { left: 0, top: 0, width: 300, height: 300 };

/** What part is in sight. */
function useWindow(scroller: React.RefObject<HTMLDivElement | null>): MatrixWindow {
  const [view, setView] = useState(NOWHERE);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setView({
        left: element.scrollLeft,
        top: element.scrollTop,
        width: element.clientWidth,
        height: element.clientHeight,
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  return view;
}

type Drawn = Pick<MatrixScene, "names" | "valueAt" | "threshold" | "cursor">;

/** Draws once a frame at most, in device pixels. */
function useDrawing(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  layout: ReturnType<typeof numbersLayout>,
  view: MatrixWindow,
  { names, valueAt, threshold, cursor }: Drawn,
): void {
  const theme = use(ThemeContext);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext("2d");
      if (!element || !context) return;
      const ratio = window.devicePixelRatio || 1;
      element.width = Math.round(view.width * ratio);
      element.height = Math.round(view.height * ratio);
      element.style.width = `${view.width}px`;
      element.style.height = `${view.height}px`;
      context.scale(ratio, ratio);
      const { color, fontFamily, fontSize } = getComputedStyle(element);
      drawMatrix(context, layout, view, {
        names,
        valueAt,
        threshold,
        cursor,
        isSame: (row, column) => row === column,
        palette: paletteOf(theme),
        text: color,
        font: `${fontSize} ${fontFamily}`,
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, layout, view, names, valueAt, threshold, cursor, theme]);
}

interface MatrixLegendProps {
  /** What the values are, e.g. "cosine". */
  readonly unit: string;
  readonly threshold: number;
  /** Cells too small for a frame are filled instead. */
  readonly isFilled: boolean;
}

/** What the shades and the frames of a matrix say; the ramp starts at zero. */
function MatrixLegend({ unit, threshold, isFilled }: MatrixLegendProps) {
  return (
    <p className="muted row gap-1-2 wrap">
      0 <span className="matrix-ramp" aria-hidden="true" /> 1 {unit}
      <span className={isFilled ? "matrix-frame filled" : "matrix-frame"} aria-hidden="true" />
      from {threshold.toFixed(2)} on
    </p>
  );
}
