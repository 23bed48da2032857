import { isRecord, isText } from "../../../../core/workspace/fit.ts";
import type { Trained } from "./trained-map.ts";

/** What people call a retina: the title that it was trained with, else its name. */
export function retinaTitle({
  name,
  options,
}: {
  readonly name: string;
  readonly options: unknown;
}): string {
  const title = isRecord(options) ? options.title : undefined;
  return isText(title) && title.trim() !== "" ? title : name;
}

/** The same of one that is not installed yet. */
export const trainedTitle = ({ name, card }: Pick<Trained, "name" | "card">): string =>
  retinaTitle({ name, options: card.options });

const MOST = 64;

/** What a retina of this title is called in lists of the service and in requests: "My Court Texts" -> "my_court_texts". */
export function retinaName(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "_")
    .replace(/^[_-]+|[_-]+$/g, "")
    .slice(0, MOST)
    .replace(/[_-]+$/, "");
  return plain === "" && title.trim() !== "" ? "own_texts" : plain;
}
