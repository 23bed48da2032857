let hosts = 0;

/**
 * Until the function that is answered is called, a promise that failed where nobody waited for it is written to standard
 * error and ends nothing: one faulty task must not take the service from everyone. Several hosts in one process share the
 * handler.
 */
export function keepServing(): () => void {
  if (hosts++ === 0) process.on("unhandledRejection", tell);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--hosts === 0) process.off("unhandledRejection", tell);
  };
}

function tell(cause: unknown): void {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.stderr.write(`Nobody handled a failure; the service goes on.\n${reason}\n`);
}
