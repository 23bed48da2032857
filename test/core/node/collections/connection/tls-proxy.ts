import { request as ask } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CERTIFICATE, KEY } from "./test-certificate.ts";

export interface TlsProxy {
  readonly url: string;
  /** Requests that arrived, whether they were passed on or not. */
  readonly arrived: () => number;
  close(): Promise<void>;
}

/** What often lies before a cluster: TLS and basic authentication; everything else is passed on. Refuses in HTML, as web servers do. */
export async function startTlsProxy(
  target: string,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<TlsProxy> {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  let arrived = 0;
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (incoming, response) => {
    arrived++;
    const { method, url = "/", headers } = incoming;
    if (headers.authorization !== wanted) {
      incoming.resume();
      response.writeHead(401, { "content-type": "text/html", "www-authenticate": "Basic" });
      response.end("<html><h1>401 Authorization Required</h1></html>");
      return;
    }
    const onward = ask(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    arrived: () => arrived,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
