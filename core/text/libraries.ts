/** The libraries that read language, by the names of their packages. */
interface Libraries {
  readonly "wink-nlp": typeof import("wink-nlp");
  readonly "wink-eng-lite-web-model": typeof import("wink-eng-lite-web-model");
  readonly "eld/large": typeof import("eld/large");
}

const importers: { readonly [N in keyof Libraries]: () => Promise<Libraries[N]> } = {
  "wink-nlp": () => import("wink-nlp"),
  "wink-eng-lite-web-model": () => import("wink-eng-lite-web-model"),
  "eld/large": () => import("eld/large"),
};

let loadAs: ((name: string) => unknown) | undefined;

/** Loads a library on first use. */
export async function loadLibrary<N extends keyof Libraries>(name: N): Promise<Libraries[N]> {
  return loadAs === undefined ? importers[name]() : (loadAs(name) as Libraries[N]);
}

/**
 * A library for whoever may never need it: loaded when it is asked for where `loadLibrariesWith` says how that is done without a
 * pause, and now otherwise.
 */
export async function libraryOnDemand<N extends keyof Libraries>(
  name: N,
): Promise<() => Libraries[N]> {
  const load = loadAs;
  if (load !== undefined) return () => load(name) as Libraries[N];
  const loaded = await importers[name]();
  return () => loaded;
}

/** From now on libraries are loaded with this function, which gives what an import would. */
export function loadLibrariesWith(load: (name: string) => unknown): void {
  loadAs = load;
}

/** Loads a module by its address: one that a library is made of. */
export async function loadModule(address: string): Promise<unknown> {
  return loadAs === undefined ? await import(address) : loadAs(address);
}
