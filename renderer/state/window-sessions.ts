/** Windows of this browser, by their session. One that crashed must not lock its successor out. */
const KEY = "semascope-windows";
const MOST_REMEMBERED = 40;

const lockName = (session: string) => `semascope window ${session}`;

/** Holds a lock as long as the window lives; the browser lets go of it however the window ends. */
export function markAlive(session: string): void {
  if (!hasLocks()) return;
  const others = remembered().filter((known) => known !== session);
  localStorage.setItem(KEY, JSON.stringify([session, ...others].slice(0, MOST_REMEMBERED)));
  navigator.locks
    .request(lockName(session), { ifAvailable: true }, (lock) =>
      lock ? new Promise<void>(() => undefined) : undefined,
    )
    .catch(() => undefined);
}

/** True only for a window that was of this browser and is no more; of others nothing is known. */
export async function isGone(session: string): Promise<boolean> {
  if (!hasLocks() || !remembered().includes(session)) return false;
  return !(await isOpenHere(session));
}

/** Whether a window of this browser is open under this session. */
export async function isOpenHere(session: string): Promise<boolean> {
  if (!hasLocks()) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName(session));
}

const hasLocks = (): boolean =>
  globalThis.navigator?.locks !== undefined && globalThis.localStorage !== undefined;

function remembered(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
