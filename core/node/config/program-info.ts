import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** What is in the manifests of the program and its parts. */
export interface ProgramInfo {
  readonly version: string;
  readonly licences: { name: string; version: string; licence: string }[];
  /** The folder that holds `package.json`. */
  readonly root: string;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

let known: ProgramInfo | undefined;

/** Version of the program and licences of what it is built from, as their own manifests state them. */
export function programInfo(): ProgramInfo {
  known ??= readInfo();
  return known;
}

function readInfo(): ProgramInfo {
  const root = findRoot(path.dirname(fileURLToPath(import.meta.url)));
  const manifest = readManifest(root);
  const licences = Object.keys(manifest?.dependencies ?? {}).flatMap((name) => {
    const own = packageManifest(root, name);
    return own === undefined
      ? []
      : [{ name, version: own.version ?? "", licence: own.license ?? "" }];
  });
  return { version: manifest?.version ?? "", licences, root };
}

/** Of a package that code in a folder would import: its parts lie beside the program where that is itself installed. */
export function packageManifest(folder: string, name: string): Manifest | undefined {
  const own = readManifest(path.join(folder, "node_modules", name));
  const parent = path.dirname(folder);
  return own !== undefined || parent === folder ? own : packageManifest(parent, name);
}

function findRoot(folder: string): string {
  if (readManifest(folder)?.name === "semascope") return folder;
  const parent = path.dirname(folder);
  return parent === folder ? folder : findRoot(parent);
}

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}
