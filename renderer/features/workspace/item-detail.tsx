import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button } from "../../components/controls/button.tsx";
import { copyText } from "../../components/files/download.ts";
import type { Example, Filter, Side } from "../../model/filters/filter-model.ts";
import { formatScore, formatSize, plural } from "../../model/format.ts";
import type { Item } from "../../model/workspace-items.ts";
import { toast } from "../../state/toasts.ts";

interface ItemDetailProps {
  readonly item: Item;
  /** The one that is missing. */
  readonly retina: string;
}

/** All that can be known of a part of the file without its retina; it can be copied. */
export function ItemDetail({ item, retina }: ItemDetailProps) {
  const { label, positions, source, text, filter } = item;
  return (
    <div className="visit-detail">
      <p className="visit-label" dir="auto">
        {label}
      </p>
      <p className="muted figures">
        {positions
          ? `${formatSize(positions.length)}, as ${retina} had them`
          : `Cells and near terms need ${retina}.`}
      </p>
      {source && <Source source={source} />}
      {text !== "" && <Copied what="the text" text={text} />}
      {filter && <FilterDetail filter={filter} />}
    </div>
  );
}

const Source = ({ source }: { readonly source: ExpressionJson }) => (
  <Copied what="the expression" text={jsonText(source)} isCode />
);

/** Long lists of cells stay on one line. */
const jsonText = (source: ExpressionJson): string =>
  "positions" in source ? JSON.stringify(source) : JSON.stringify(source, null, 2);

interface CopiedProps {
  readonly what: string;
  readonly text: string;
  readonly isCode?: boolean;
}

function Copied({ what, text, isCode = false }: CopiedProps) {
  const copy = async () => {
    const isDone = await copyText(text);
    toast(isDone ? `Copied ${what}` : "The system did not allow copying. Select it and copy it.");
  };
  return (
    <>
      <pre className={isCode ? "visit-code" : "visit-text"} dir="auto">
        {text}
      </pre>
      <Button size="small" onPress={() => void copy()}>
        Copy {what}
      </Button>
    </>
  );
}

const SIDES: Readonly<Record<Side, string>> = { positive: "Belong", negative: "Do not belong" };

function FilterDetail({ filter }: { readonly filter: Filter }) {
  const { threshold, examples } = filter;
  return (
    <>
      <p className="muted figures">
        {threshold === null
          ? "Follows the suggested threshold"
          : `Threshold ${formatScore(threshold)}`}
        {filter.folder !== "" && ` · in ${filter.folder}`} · version {filter.version}
      </p>
      {(Object.keys(SIDES) as Side[]).map((side) => (
        <Examples
          key={side}
          title={SIDES[side]}
          examples={examples.filter((example) => example.side === side)}
        />
      ))}
    </>
  );
}

/** A screen takes so many; the file has them all. */
const SHOWN = 200;

function Examples({ title, examples }: { title: string; examples: readonly Example[] }) {
  if (examples.length === 0) return null;
  return (
    <section>
      <h3>
        {title} <span className="muted figures">{plural(examples.length, "text")}</span>
      </h3>
      <ol className="visit-examples">
        {examples.slice(0, SHOWN).map(({ id, text, isMuted }) => (
          <li key={id} dir="auto">
            {text}
            {isMuted && <span className="muted"> (muted)</span>}
          </li>
        ))}
      </ol>
      {examples.length > SHOWN && (
        <p className="muted figures">and {plural(examples.length - SHOWN, "text")} more</p>
      )}
    </section>
  );
}
