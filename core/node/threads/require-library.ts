import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { types } from "node:util";

/** Like an import, but without a pause, and no file stays open when the thread is ended meanwhile. */
export function requireLibrary(name: string): unknown {
  const file = fileURLToPath(import.meta.resolve(name));
  const loaded: unknown = createRequire(import.meta.url)(file);
  return types.isModuleNamespaceObject(loaded) ? loaded : { default: loaded };
}
