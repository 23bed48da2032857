/** Milliseconds that everything under way has to come to an end. */
const PATIENCE = 30_000;

/**
 * Ends threads and databases before the process, but does not wait for ever. A process that exits while a database works is
 * aborted in the middle of it; one that is killed leaves files as they are made to be found: what was acknowledged is there,
 * and an import goes on at the next start. So whoever is out of patience kills.
 */
export async function endInTime(
  close: () => Promise<void>,
  milliseconds = PATIENCE,
  kill = killItself,
): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write(
      `Not everything under way ended within ${milliseconds / 1000} seconds; the rest is cut off.\n`,
    );
    kill();
  }, milliseconds);
  await close().finally(() => clearTimeout(deadline));
}

/** No exit: that would wait for threads, and run code of the databases while they work. */
export const killItself = (): void => {
  process.kill(process.pid, "SIGKILL");
};
