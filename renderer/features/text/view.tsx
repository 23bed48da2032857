import { FileText } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { TextLens } from "./text-lens.tsx";
import { TextResults } from "./text-results.tsx";

export const textView: ViewDefinition = {
  id: "text",
  title: "Text",
  icon: FileText,
  key: "t",
  purpose: "see what a text is about, and which of its words count",
  Lens: TextLens,
  Results: TextResults,
};
