import type { ViewParts } from "../../app/view.ts";
import { TextLens } from "./text-lens.tsx";
import { TextResults } from "./text-results.tsx";

export const textView: ViewParts = {
  Lens: TextLens,
  Results: TextResults,
};
