import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { atlasQuery } from "../../api/map-queries.ts";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { makeAtlas } from "../../model/atlas.ts";
import { formatBytes, formatCount, formatShare, plural } from "../../model/format.ts";
import type { RetinaCard } from "./maps-lens.tsx";
import { type Health, healthOf, measured } from "./model/health.ts";

/** Whether a retina spreads its terms well: how full its cells are, which names its map has, what was measured. */
export function HealthView({ card }: { readonly card: RetinaCard }) {
  const atlas = useQuery(atlasQuery(card.name));
  const health = useMemo(() => (atlas.data ? healthOf(atlas.data.load) : null), [atlas.data]);
  if (atlas.isError)
    return (
      <Failure
        error={atlas.error}
        doing={`Reading the map of ${card.name}`}
        onRetry={() => void atlas.refetch()}
      />
    );
  if (!atlas.data || !health) return <Loading label={`Reading the map of ${card.name}`} />;
  const { regions, levels } = makeAtlas(atlas.data);
  const names = Array.from({ length: levels }, (_, level) => {
    const all = atlas.data.regions.filter((region) => region.level === level).length;
    const named = regions.filter((region) => region.level === level).length;
    return [
      `Level ${level + 1}`,
      `${formatCount(named)} of ${plural(all, "region")} named`,
    ] as const;
  });
  const widest = regions.filter(({ level }) => level === 0).map(({ name }) => name);
  return (
    <>
      <CellUse health={health} />
      <section aria-label="Names on the map">
        <h3>Names on the map</h3>
        <CardRows rows={[...names, ["Widest", widest.sort().join(", ")]]} />
      </section>
      <section aria-label="Measured">
        <h3>Measured</h3>
        <CardRows rows={measured(card.quality)} />
      </section>
    </>
  );
}

function CellUse({ health }: { readonly health: Health }) {
  const { unused, crowded, limit, median, most, bins } = health;
  const cells = bins.reduce((sum, bin) => sum + bin.cells, 0);
  const longest = Math.max(...bins.map((bin) => bin.cells));
  return (
    <section aria-label="How full the cells are">
      <h3>How full the cells are</h3>
      <p className="figures">
        {unused.length === 0
          ? "Every cell is used."
          : `${plural(unused.length, "cell")} of ${formatCount(cells)} are used by no term.`}{" "}
        Half of the others are used by {formatCount(median)} terms or more, the fullest by{" "}
        {formatCount(most)}. {plural(crowded.length, "cell")} ({formatShare(crowded.length / cells)}
        ) are used by more than {formatCount(limit)}.
      </p>
      <ol
        className="health-bars figures stack gap-half"
        aria-label="Cells by the number of terms that use them"
      >
        {bins.map(({ from, to, cells: count }) => (
          <li className="columns fine" key={from}>
            <span className="muted">
              {from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`} terms
            </span>
            <span className="health-bar" style={{ width: `${(100 * count) / longest}%` }} />
            <span>{formatCount(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

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
