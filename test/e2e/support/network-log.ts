import type { Page, Request } from "@playwright/test";

const LOCAL_HOSTS: readonly string[] = ["127.0.0.1", "localhost", "semascope.localhost"];
const LOCAL_SCHEMES: readonly string[] = ["blob:", "data:"];

/** Everything a page asked for, so that a test can show that nothing left the machine. */
export class NetworkLog {
  readonly requests: Request[] = [];
  readonly policyViolations: string[] = [];

  constructor(page: Page) {
    page.on("request", (request) => this.requests.push(request));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy"))
        this.policyViolations.push(message.text());
    });
  }

  get foreign(): string[] {
    return this.requests.map((request) => request.url()).filter((address) => !isLocal(address));
  }
}

function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return LOCAL_SCHEMES.includes(protocol) || LOCAL_HOSTS.includes(hostname);
}
