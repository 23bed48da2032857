/** One view of the application, as every list of views names it. */
export interface ViewInfo {
  /** Never changes once shipped: the action `go.<id>` leads there, and saved workspaces name it. */
  readonly id: string;
  readonly title: string;
  /** The letter after G, and the letter underlined in a menu: a letter of the title. */
  readonly key: string;
  /** What a person does there, as the end of a sentence. */
  readonly purpose: string;
}

/** Every view, in the order of the rail. The rail, the palette, the keys and the desktop's menu follow this list. */
export const VIEWS = [
  {
    id: "build",
    title: "Build",
    key: "b",
    purpose: "compose a meaning from words, texts and parts of the map",
  },
  {
    id: "similar",
    title: "Similar",
    key: "s",
    purpose: "walk from term to term through what lies near",
  },
  {
    id: "compare",
    title: "Compare",
    key: "c",
    purpose: "see what two terms or texts have in common, and what not",
  },
  {
    id: "overlay",
    title: "Overlay",
    key: "o",
    purpose: "lay up to eight fingerprints over each other, and see what each combination has",
  },
  {
    id: "filters",
    title: "Filters",
    key: "f",
    purpose: "recognise texts of one category from a few examples",
  },
  {
    id: "collection",
    title: "Collection",
    key: "l",
    purpose: "see what a table of your own texts is about, and what changes in it",
  },
  {
    id: "text",
    title: "Text",
    key: "t",
    purpose: "see what a text is about, and which of its words count",
  },
  {
    id: "retinas",
    title: "Retinas",
    key: "r",
    purpose: "choose, install and check maps, or train one on your own texts",
  },
] as const satisfies readonly ViewInfo[];

export type ViewId = (typeof VIEWS)[number]["id"];
