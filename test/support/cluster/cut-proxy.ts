import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to one node that can be cut like a cable. */
export interface CutProxy {
  readonly url: string;
  /** From now on nothing passes in either direction, and nobody is told. */
  silence(): void;
  /** From now on connections break, and new ones are refused. */
  cut(): void;
  /** Everything passes again. */
  mend(): void;
  close(): Promise<void>;
}

/** `url` is the address of the node. */
export async function startCutProxy(url: string): Promise<CutProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let state: "whole" | "silent" | "cut" = "whole";
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    if (state === "silent") socket.pause();
  };
  const server = createServer((near) => {
    if (state === "cut") return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) keep(socket);
    near.on("data", (chunk) => far.write(chunk)).on("close", () => far.destroy());
    far.on("data", (chunk) => near.write(chunk)).on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence() {
      state = "silent";
      for (const socket of open) socket.pause();
    },
    cut() {
      state = "cut";
      for (const socket of open) socket.destroy();
    },
    mend() {
      state = "whole";
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
