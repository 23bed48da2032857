/**
 * Where a thread starts. Threads run compiled files only, so sources that run as they are (in tests) use the
 * compiled twin.
 */
export function workerEntry(name: string): URL {
  const here = import.meta.url.endsWith(".ts")
    ? import.meta.url.replace(/\/core\/node\//, "/dist/core/node/")
    : import.meta.url;
  return new URL(`../${name}.js`, here);
}
