import { formatBytes, formatCount } from "../../model/format.ts";
import type { RetinaCard } from "./maps-lens.tsx";
import { measured } from "./model/measured.ts";

type Row = readonly [name: string, value: string];

/** Everything a person must know of a retina before trusting it. */
export function CardTable({ card }: { readonly card: RetinaCard }) {
  const { quality } = card;
  return (
    <CardRows
      rows={[
        ["Language", card.language],
        ["Terms", `${formatCount(card.terms)}, of which ${formatCount(card.phrases)} are phrases`],
        [
          "Learned from",
          `${formatCount(card.words)} words in ${formatCount(card.documents)} texts`,
        ],
        ["Corpus", card.corpus || "not named"],
        ["Licence", card.licence || "not named"],
        ["Built", card.created || "no date: the same texts and options give the same file"],
        ["File", `${card.file}, ${formatBytes(card.bytes)}`],
        ["Checksum", card.checksum],
        ["Options", listed(card.options)],
        ...(Object.keys(quality).length > 0 ? measured(quality) : [["Measured", "nothing"] as Row]),
      ]}
    />
  );
}

/** Names and values; those without a value are left out. */
export function CardRows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl className="card-table">
      {rows
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt className="muted breaks">{name}</dt>
            <dd className="figures breaks" dir="auto">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

const listed = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
