import { retinaCardsQuery } from "../../api/map-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Fingerprint } from "../../model/fingerprint.ts";
import { plural } from "../../model/format.ts";
import { setBrush } from "../../state/brush.ts";
import { undoableToast } from "../../state/edits.ts";
import { openWith } from "../../state/open-with.ts";
import { pins } from "../../state/pins.ts";
import { chooseRetina } from "../../state/retina.ts";
import { asOneStep } from "../../state/workspace.ts";
import { changeImage } from "./image-settings-store.ts";
import { type PictureState, readPicture } from "./model/picture-state.ts";

/** What the person is told about a picture that was opened. */
export interface Opened {
  readonly label: string;
  /** Pinned besides what Explore shows. */
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
  changeImage(state.settings);
  const pinned = asOneStep(() => {
    const shown = showAgain(state);
    if (state.chosen.length > 0) setBrush("Select the cells of the picture", state.chosen);
    return shown;
  });
  undoableToast(`Opened ${state.label}`);
  return { label: state.label, pinned, missingRetina };
}

/** A comparison goes to Compare, anything else to Explore. @returns how many were pinned besides */
function showAgain({ fingerprints, isComparison }: PictureState): number {
  const [first, ...others] = fingerprints as [Fingerprint, ...Fingerprint[]];
  if (isComparison) {
    const sources = fingerprints.map(({ source }) => source);
    openWith(
      "compare",
      sources,
      fingerprints.map(({ label }) => label),
    );
    return 0;
  }
  openWith("explore", [first.source]);
  return others.length === 0 ? 0 : pinNew(fingerprints);
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
