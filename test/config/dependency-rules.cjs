/** Who may import whom; `tsc -b` already refuses what project references do not list. */
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/**
 * The floors of core, the lowest first: a folder imports only what is below it. Beneath them: `errors.ts` and
 * `cancellation.ts`, which import nothing.
 */
const FLOORS = [
  ["kernel"],
  ["fingerprint", "basemap", "tables"],
  ["wordnet"],
  ["retina", "image", "expression"],
  ["language"],
  ["text", "atlas"],
  ["analysis", "train"],
  ["reader"],
  ["api"],
  ["collection", "workspace"],
  ["handlers"],
  ["node"],
];
const inCore = (names) => `^core/(${names.join("|")})/`;
const floorRules = FLOORS.flat().map((name) => {
  const floor = FLOORS.findIndex((names) => names.includes(name));
  const closed = FLOORS.slice(floor)
    .flat()
    .filter((other) => other !== name);
  return rule(
    `${name}-imports-what-is-below`,
    `core/${name} may be used by the floors above it and uses those below it.`,
    { path: inCore([name]) },
    { path: closed.length === 0 ? "^$" : inCore(closed) },
  );
});

/** Folders of `inside`, in the order in which they are built up: each imports neither what comes after it nor what is beside them. */
const inOrder = (inside, folders) =>
  folders.map((folder, at) =>
    rule(
      `${inside.split("/").at(-1)}-${folder}-imports-what-is-before`,
      `${inside}/${folder} imports neither what comes after it nor what puts the parts together.`,
      { path: `^${inside}/${folder}/` },
      {
        path: `^${inside}/(${[...folders.slice(at + 1).map((each) => `${each}/`), "[^/]+$"].join("|")})`,
      },
    ),
  );

/** The folders of core/train, in the order in which they are built up. */
const TRAIN = ["run", "corpus", "counting", "vectors", "lexicon", "teacher", "map", "codes"];
const API = ["schema", "endpoints"];
const COLLECTION = ["port", "table", "analyses"];
const COLLECTIONS = ["cells", "embedded", "opensearch", "connection", "import", "thread"];
const NODE = [
  ...["config", "threads", "documents", "files"],
  ...["language", "opening", "teacher", "vectors", "workspace", "engine", "reader"],
  ...["collections", "training", "jobs", "service", "http", "mcp", "commands"],
];
const folderRules = [
  ...inOrder("core/node", NODE),
  ...inOrder("electron", ["window", "ipc"]),
  ...inOrder("core/train", TRAIN),
  ...inOrder("core/api", API),
  ...inOrder("core/collection", COLLECTION),
  ...inOrder("core/node/collections", COLLECTIONS),
];

module.exports = {
  forbidden: [
    ...floorRules,
    rule(
      "no-cycles",
      "A cycle hides who depends on whom; types that name each other do no harm.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    rule(
      "no-cycles-of-types",
      "Not even types name each other in a circle.",
      { path: "^(core|electron)/" },
      { circular: true },
    ),
    {
      ...rule(
        "no-folders-in-a-circle",
        "No two folders import each other, nor do more of them in a circle.",
        { path: "^(core|electron)/" },
        { circular: true },
      ),
      scope: "folder",
    },
    ...folderRules,
    rule(
      "files-know-no-collections",
      "Files are read and written for whoever asks.",
      { path: "^core/node/files/" },
      { path: "^core/node/collections/" },
    ),
    rule(
      "root-imports-nothing",
      "What lies beneath all floors of core imports none of them.",
      { path: "^core/[^/]+$" },
      { path: "^core/[^/]+/" },
    ),
    rule(
      "core-stands-alone",
      "core imports nothing from the hosts.",
      { path: "^core/" },
      { path: "^(electron|renderer|test)/" },
    ),
    rule(
      "core-has-no-node",
      "Only core/node may use Node modules.",
      { path: "^core/(?!node/)" },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "kernel-is-loops-only",
      "The kernel imports only itself.",
      { path: "^core/kernel/" },
      { pathNot: "^core/kernel/" },
    ),
    rule(
      "api-has-no-engine",
      "Bundling core/api into the page must not bring the engine.",
      { path: "^core/api/" },
      { path: "^core/(?!api/|errors\\.ts|cancellation\\.ts)" },
    ),
    rule(
      "renderer-sees-the-contract",
      "The renderer sees the contract and the pure value code only.",
      { path: "^renderer/" },
      {
        path: "^(electron/|core/(?!(api|basemap|fingerprint|expression|image|kernel|tables|workspace)/|collection/(table/csv-cell|analyses/statistics|port/(check-head|sample-key|words|time-units|values))\\.ts|errors\\.ts|cancellation\\.ts))",
      },
    ),
    rule(
      "electron-only-in-electron",
      "Only electron/ imports electron.",
      { pathNot: "^(electron|test)/" },
      { path: "node_modules/electron/" },
    ),
    rule(
      "model-is-pure",
      "Models know no React, no store and no client: only each other, core and libraries of pure functions.",
      { path: "^renderer/(model|features/[^/]+/model)/" },
      {
        pathNot:
          "^(renderer/(model|features/[^/]+/model)/|core/|#typebox$|node_modules/(fflate|d3|d3-[a-z]+)/)",
      },
    ),
    rule(
      "queries-know-models-only",
      "The client and the queries work without a store and without the page.",
      { path: "^renderer/api/" },
      { path: "^renderer/(?!api/|model/)" },
    ),
    rule(
      "stores-know-no-page",
      "Stores use models and queries; what they hold can be shown in any way.",
      { path: "^renderer/state/" },
      { path: "^renderer/(?!state/|api/|model/)" },
    ),
    rule(
      "components-know-no-state",
      "Components take everything by props, or by the contexts of components/page-contexts.ts.",
      { path: "^renderer/components/" },
      { path: "^renderer/(?!components/|model/)" },
    ),
    rule(
      "features-are-islands",
      "Features import neither each other nor the shell, except the type of a view.",
      { path: "^renderer/features/([^/]+)/" },
      { path: "^renderer/(features|app)/", pathNot: "^renderer/(features/$1/|app/view\\.ts$)" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|core/kernel/assembly)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".cts", ".js", ".json"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
