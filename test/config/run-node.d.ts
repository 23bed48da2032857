export declare const LATER: string;
export declare const WASM_LATER: string;
