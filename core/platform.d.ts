/** The few globals that Node, Electron and browsers share and the engine uses. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare function setTimeout(act: () => void, milliseconds: number): unknown;
