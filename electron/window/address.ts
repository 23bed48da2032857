/** The parsed address, or undefined where there is none; a bad address is an everyday input here. */
export function parseAddress(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
