export function openEngine(): Promise<{ handlers: never; close(): Promise<void> }> {
  throw new Error();
}
