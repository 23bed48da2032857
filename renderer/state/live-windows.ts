/** Holds a lock as long as the window lives; the browser lets go of it however the window ends. */
export function markAlive(name: string): void {
  globalThis.navigator?.locks
    ?.request(name, { ifAvailable: true }, (lock) =>
      lock ? new Promise<void>(() => undefined) : undefined,
    )
    .catch(() => undefined);
}

/** Whether a window of this browser holds the lock; undefined where the browser has no locks. */
export async function isAlive(name: string): Promise<boolean | undefined> {
  const { locks } = globalThis.navigator ?? {};
  if (locks === undefined) return undefined;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}
