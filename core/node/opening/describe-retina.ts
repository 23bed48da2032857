import path from "node:path";
import type { Output } from "../../api/client-types.ts";
import type { Atlas } from "../../atlas/types.ts";
import { CELLS } from "../../kernel/grid.ts";
import { openRetina } from "../../retina/open-retina.ts";
import type { Retina } from "../../retina/types.ts";
import { readRetinaBytes } from "./retina-files.ts";

/** Terms that are shown with their neighbours: this many, spread over the most frequent ones. */
const SAMPLE_TERMS = 12;
const SAMPLE_RANKS = 3000;
const SAMPLE_SIMILAR = 6;

type Trained = NonNullable<Output<"app.jobs">[number]["trained"]>;

/** What a person looks at before a retina is kept. */
export interface RetinaView extends Omit<Trained, "kept"> {
  readonly checksum: string;
}

/** Takes as long as opening the file and dividing its map does. */
export async function describeRetina(
  file: string,
  divide: (retina: Retina) => Promise<Atlas>,
): Promise<RetinaView> {
  const bytes = await readRetinaBytes(file);
  const retina = openRetina(bytes, path.basename(file));
  const { regions } = await divide(retina);
  return {
    name: retina.name,
    checksum: retina.checksum,
    card: JSON.parse(JSON.stringify(retina.card)),
    bytes: bytes.length,
    samples: samplesOf(retina),
    regions: regions.map((each) => ({ ...each, runnersUp: [...each.runnersUp] })),
    anchors: Array.from({ length: CELLS }, (_, cell) => retina.term(retina.anchor(cell))),
  };
}

/** Words that carry meaning, from frequent to less frequent, each with its nearest. */
function samplesOf(retina: Retina): RetinaView["samples"] {
  const last = Math.min(retina.termCount, SAMPLE_RANKS);
  const step = Math.max(1, Math.floor(last / SAMPLE_TERMS));
  return Array.from({ length: Math.min(SAMPLE_TERMS, last) }, (_, i) => {
    const id = Math.min(retina.termCount - 1, step * i + Math.floor(step / 2));
    const similar = retina.similar(retina.positions(id), { offset: 0, limit: SAMPLE_SIMILAR + 1 });
    return {
      term: retina.term(id),
      similar: similar
        .filter(({ term }) => term !== id)
        .slice(0, SAMPLE_SIMILAR)
        .map(({ term }) => retina.term(term)),
    };
  });
}
