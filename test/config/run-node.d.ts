export declare const LATER: string;
