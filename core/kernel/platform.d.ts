/** The part of WebAssembly the kernel uses; every host has it, the language library does not name it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(limits: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports?: { env: { memory: Memory } });
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
