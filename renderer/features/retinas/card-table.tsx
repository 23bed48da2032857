import { formatBytes, formatCount } from "../../components/format.ts";
import type { RetinaCard } from "./retina-row.tsx";

/** Everything a person must know of a retina before trusting it. */
export function CardTable({ card }: { readonly card: RetinaCard }) {
  const rows: readonly (readonly [string, string])[] = [
    ["Language", card.language],
    ["Terms", `${formatCount(card.terms)}, of which ${formatCount(card.phrases)} are phrases`],
    ["Learned from", `${formatCount(card.words)} words in ${formatCount(card.documents)} texts`],
    ["Corpus", card.corpus || "not named"],
    ["Licence", card.licence || "not named"],
    ["Built", card.created || "the same whenever it is built"],
    ["File", `${card.file}, ${formatBytes(card.bytes)}`],
    ["Checksum", card.checksum],
    ["Options", listed(card.options)],
    ["Measured", listed(card.quality) || "nothing"],
  ];
  return (
    <dl className="card-table">
      {rows
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures" dir="auto">
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
