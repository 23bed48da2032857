import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Bytes of script that have to be there before anything is shown: of one file, and of all. */
const MOST_OF_ONE = 525_000;
const MOST_OF_ALL = 790_000;

/** Rooms are loaded when they are opened: an import that brings one back into the first script fails the build. */
const smallStart: Plugin = {
  name: "small-start",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    const first = chunks.find(({ isEntry }) => isEntry);
    if (first === undefined) return;
    const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, Buffer.byteLength(code)]));
    const needed = new Set([first.fileName]);
    for (const name of needed)
      for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
        needed.add(other);
    const own = [...needed].map((name) => sizes.get(name) ?? 0);
    const all = own.reduce((sum, size) => sum + size, 0);
    const words = `The page begins with ${all} bytes of script, the largest file has ${Math.max(...own)}`;
    this.info(`${words}.`);
    if (Math.max(...own) > MOST_OF_ONE || all > MOST_OF_ALL)
      this.error(
        `${words}; at most ${MOST_OF_ALL} and ${MOST_OF_ONE} are allowed. Load what only one room needs with it (renderer/app/on-demand.ts).`,
      );
  },
};

export default defineConfig({
  root: "renderer",
  base: "./",
  plugins: [react(), smallStart],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "chrome130",
    sourcemap: true,
    // In one file their order is the same whichever view is opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules/ },
            // One file in place of forty, and the base styles come first.
            { name: "start", tags: ["$initial"] },
          ],
        },
      },
    },
  },
});
