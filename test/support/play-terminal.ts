import type { Terminal } from "../../core/node/commands/command.ts";

/** A terminal that keeps what a command prints, and can interrupt it. */
export function playTerminal(input: string | Uint8Array = "") {
  const out: string[] = [];
  const err: string[] = [];
  const drawn: string[] = [];
  const written: Uint8Array[] = [];
  let stop: () => void = () => {};
  let watch: (text: string) => void = () => {};
  const terminal: Terminal = {
    print: (text) => out.push(text),
    warn: (text) => err.push(text),
    write: async (content) => void written.push(Buffer.from(content)),
    readInput: async () => Buffer.from(input).toString(),
    openInput: async function* () {
      yield Buffer.from(input);
    },
    isInteractive: false,
    progress: {
      write: (text) => {
        drawn.push(text);
        watch(text);
      },
      isTerminal: false,
      columns: () => 80,
    },
    onInterrupt: (action) => {
      stop = action;
      return () => {};
    },
  };
  return {
    terminal,
    out,
    err,
    drawn,
    /** What was written to standard output as it is. */
    bytes: () => Buffer.concat(written),
    /** Interrupts the command when its progress says this. */
    interruptAt: (words: string) => {
      watch = (text) => {
        if (text.includes(words)) stop();
      };
    },
  };
}
