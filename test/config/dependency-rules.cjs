/** Who may import whom; `tsc -b` already refuses what project references do not list. */
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "A cycle hides who depends on whom; types that name each other do no harm.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
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
      "core-knows-no-host",
      "core/node sits on top of core.",
      { path: "^core/(?!node/)" },
      { path: "^core/node/" },
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
      "engine-knows-no-endpoint",
      "Everything below the handlers works without the contract.",
      { path: "^core/(analysis|atlas|fingerprint|image|kernel|retina|text|train)/|^core/engine" },
      { path: "^core/(api|handlers)/" },
    ),
    rule(
      "analysis-is-on-top-of-the-engine",
      "Only handlers and hosts use the analyses.",
      { path: "^core/(api|atlas|expression|fingerprint|image|kernel|retina|text|train)/" },
      { path: "^core/(analysis/|engine)" },
    ),
    rule(
      "renderer-sees-the-contract",
      "The renderer sees the contract and the pure value code only.",
      { path: "^renderer/" },
      {
        path: "^(electron/|core/(?!(api|fingerprint|expression|image|kernel)/|collection/(words|time-units|values)\\.ts|errors\\.ts|cancellation\\.ts))",
      },
    ),
    rule(
      "electron-only-in-electron",
      "Only electron/ imports electron.",
      { pathNot: "^(electron|test)/" },
      { path: "node_modules/electron/" },
    ),
    rule(
      "features-are-islands",
      "Features do not import features.",
      { path: "^renderer/features/([^/]+)/" },
      { path: "^renderer/features/", pathNot: "^renderer/features/$1/" },
    ),
    rule(
      "components-know-no-feature",
      "Shared code does not know features.",
      { path: "^renderer/(components|state|api)/" },
      { path: "^renderer/features/" },
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
