/** Names and addresses that only ever mean this machine. */
export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}
