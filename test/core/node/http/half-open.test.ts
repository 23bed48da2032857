import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createServer as createHost } from "../../../../core/node/http/create-server.ts";
import { limitHalfOpen, MOST_HALF_OPEN } from "../../../../core/node/http/half-open.ts";
import { Sessions } from "../../../../core/node/http/sessions.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that has sent the beginning of a request. */
async function begin(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n");
  return socket;
}
const closed = (socket: Socket) => once(socket.resume(), "close");
const answer = async (socket: Socket) => {
  socket.write("\r\n");
  const [bytes] = await once(socket, "data");
  return String(bytes).split("\r\n")[0];
};

it("closes the connections that have waited longest without a request, and no others", async () => {
  const server = createServer((_, reply) => reply.end("here")).listen(0, "127.0.0.1");
  limitHalfOpen(server, 3);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Its request is complete, so it counts for nothing from now on.
  const kept = await begin(port);
  expect(await answer(kept)).toBe("HTTP/1.1 200 OK");
  const begun: Socket[] = [];
  for (let i = 0; i < 5; i++) begun.push(await begin(port));
  const [first, second, ...others] = begun;
  await Promise.all([first, second].map((socket) => closed(socket!)));
  for (const socket of others) expect(await answer(socket)).toBe("HTTP/1.1 200 OK");
  kept.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n");
  expect(await answer(kept)).toBe("HTTP/1.1 200 OK");
  server.closeAllConnections();
  server.close();
});

it("is what a host does, with more connections than any browser opens", async () => {
  const app = await createHost({
    answer: async () => ({ ok: true, value: [] }),
    access: { apiKey: null, sessions: new Sessions(), cors: [], loopbackOnly: true },
    version: "1",
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const first = await begin(port);
  const isClosed = closed(first);
  for (let i = 0; i < MOST_HALF_OPEN; i++) await begin(port);
  await isClosed;
  expect((await fetch(`http://127.0.0.1:${port}/rest/retinas`)).status).toBe(200);
  app.server.closeAllConnections();
  await app.close();
});
