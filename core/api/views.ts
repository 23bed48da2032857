/** One view of the application, as every list of views names it. */
export interface ViewInfo {
  /** Never changes once shipped: the action `go.<id>` leads there, and saved workspaces name it. */
  readonly id: string;
  readonly title: string;
  /** The letter underlined in a menu: a letter of the title. */
  readonly key: string;
  /** What a person does there, as the end of a sentence. */
  readonly purpose: string;
  /** Reached by its name where it is used, by menu, palette and key: it has no place in the rail. */
  readonly isBeside?: true;
}

/** Every view, in the order of the rail. The rail, the palette, the keys and the desktop's menu follow this list. */
export const VIEWS = [
  {
    id: "explore",
    title: "Explore",
    key: "e",
    purpose: "compose a meaning, see its senses, and walk through what lies near",
  },
  {
    id: "compare",
    title: "Compare",
    key: "c",
    purpose: "see what two or more words or texts have in common, and what each has alone",
  },
  {
    id: "text",
    title: "Text",
    key: "t",
    purpose: "see what a text is about, and which of its words count",
  },
  {
    id: "collection",
    title: "Collections",
    key: "l",
    purpose: "see what a table of your own texts is about, and what changes in it",
  },
  {
    id: "filters",
    title: "Filters",
    key: "f",
    purpose: "recognise texts of one category from a few examples",
  },
  {
    id: "maps",
    title: "Maps",
    key: "m",
    purpose: "choose, install and check maps, or train one on your own texts",
    isBeside: true,
  },
] as const satisfies readonly ViewInfo[];

export type ViewId = (typeof VIEWS)[number]["id"];

/** Whether a saved id names a view. */
export const isView = (id: string): id is ViewId => VIEWS.some((view) => view.id === id);
