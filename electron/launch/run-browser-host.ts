import { spawn } from "node:child_process";

export interface BrowserHostOptions {
  readonly port: number | undefined;
  /** Told once, with the address that lets a browser in. */
  readonly onAddress: (address: string) => void;
}

/** The address with the token that works once, as the service prints it. */
const ADDRESS = /https?:\/\/\S+[?&]token=[\w-]+/;

/** Runs the loopback service, which serves the page too, until it ends; shows what it prints. */
export function runBrowserHost(
  commandLine: string,
  { port, onAddress }: BrowserHostOptions,
): Promise<number> {
  const args = [commandLine, "serve", ...(port === undefined ? [] : ["--port", String(port)])];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["inherit", "pipe", "inherit"] });
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => child.kill(signal));
    let printed = "";
    let isTold = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      process.stdout.write(text);
      if (isTold) return;
      printed += text;
      const address = ADDRESS.exec(printed)?.[0];
      // A chunk may end inside the token, so the line has to be complete.
      if (address === undefined || !printed.slice(printed.indexOf(address)).includes("\n")) return;
      isTold = true;
      onAddress(address);
    });
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
