import { retinaCardsQuery } from "../../api/map-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { plural } from "../../components/format.ts";
import { undoableToast } from "../../state/edits.ts";
import type { Fingerprint } from "../../state/fingerprint.ts";
import { pins } from "../../state/pins.ts";
import { chooseRetina } from "../../state/retina.ts";
import { explore } from "../../state/subject.ts";
import { type PictureState, readPicture } from "./picture-state.ts";

/** What the person is told about a picture that was opened. */
export interface Opened {
  readonly label: string;
  /** Pinned besides what Build shows. */
  readonly pinned: number;
  /** The retina it was made with, where that cannot be used here. */
  readonly missingRetina: string | null;
}

const MOST_BYTES = 256_000_000;

/** Reopens what a picture carries. @throws Error with a sentence for the person */
export async function openPicture(file: File): Promise<Opened> {
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} is too large to be a picture from here.`);
  const state = readPicture(file.name, new Uint8Array(await file.arrayBuffer()));
  const missingRetina = await switchRetina(state);
  const [first, ...others] = state.fingerprints as [Fingerprint, ...Fingerprint[]];
  const pinned = others.length === 0 ? 0 : pinNew(state.fingerprints);
  explore(first.source, "build");
  undoableToast(`Opened ${state.label}`);
  return { label: state.label, pinned, missingRetina };
}

function pinNew(fingerprints: readonly Fingerprint[]): number {
  const known = new Set(pins.read().map(({ id }) => id));
  const fresh = fingerprints.filter(({ id }) => !known.has(id));
  if (fresh.length > 0)
    pins.edit(`Pin ${plural(fresh.length, "fingerprint")}`, (before) => [...before, ...fresh]);
  return fresh.length;
}

/** Switches to the retina the picture was made with. @returns its name where it is not there in the same form */
async function switchRetina({ fingerprints }: PictureState): Promise<string | null> {
  const { name, checksum } = fingerprints[0]!.retina;
  const cards = await queryClient.fetchQuery(retinaCardsQuery());
  const same = cards.find((card) => card.state === "ready" && card.checksum === checksum);
  if (!same) return name;
  chooseRetina(same.name);
  return null;
}
