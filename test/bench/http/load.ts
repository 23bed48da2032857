import { connect, type Socket } from "node:net";

export interface Target {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const CONNECTIONS = 8;

/** Requests a second over a few connections, one at a time on each; a bare socket costs the client little. */
export async function requestsPerSecond(target: Target, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => drive(target, end)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total / ((performance.now() - started) / 1000);
}

function drive(target: Target, end: number): Promise<number> {
  const { hostname, port, host } = new URL(target.url);
  const headers = Object.entries({
    host,
    "content-length": Buffer.byteLength(target.body),
    ...target.headers,
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const request = Buffer.from(`POST ${target.path} HTTP/1.1\r\n${lines}\r\n${target.body}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let count = 0;
    onReply(socket, (status) => {
      if (status !== 200) return void reject(new Error(`The server answered ${status}.`));
      count++;
      if (performance.now() < end) socket.write(request);
      else {
        socket.destroy();
        resolve(count);
      }
    });
    socket.on("error", reject);
  });
}

/** Calls back at the end of every reply that has a length. */
function onReply(socket: Socket, callback: (status: number) => void): void {
  let pending = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const head = pending.indexOf("\r\n\r\n");
    if (head === -1) return;
    const text = pending.toString("latin1", 0, head);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (pending.length < head + 4 + length) return;
    pending = Buffer.alloc(0);
    callback(Number(text.slice(9, 12)));
  });
}
