import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Connections that have not sent the head of a request yet. Programs send it at once. */
export const MOST_HALF_OPEN = 256;

/** Closes the connection that has waited longest where more than `most` have sent no request: each costs a file descriptor. */
export function limitHalfOpen(server: Pick<Server, "on">, most = MOST_HALF_OPEN): void {
  const waiting = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    waiting.add(socket);
    socket.once("close", () => waiting.delete(socket));
    if (waiting.size <= most) return;
    const [oldest] = waiting;
    if (oldest === undefined) return;
    waiting.delete(oldest);
    oldest.destroy();
  });
  server.on("request", ({ socket }: IncomingMessage) => waiting.delete(socket));
}
