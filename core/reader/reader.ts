/** What a person must know of a reader before trusting it: JSON at the head of its file. */
export interface ReaderHeader {
  readonly encoder: {
    /** Where it was when the reader was fitted. */
    readonly folder: string;
    /** SHA-256 of all that decides what it makes of a text. */
    readonly checksum: string;
    /** Numbers of a vector. */
    readonly dimensions: number;
  };
  /** The retina on whose map it reads. */
  readonly map: { readonly name: string; readonly checksum: string };
  /** How it was fitted. */
  readonly recipe: string;
  readonly sentences: {
    /** From which it was fitted. */
    readonly count: number;
    /** Where they come from, in words. */
    readonly from: string;
    /** SHA-256. */
    readonly checksum: string;
  };
  readonly quality: ReaderQuality;
}

/** How well a reader does on sentences that were kept aside, without a look at their words. */
export interface ReaderQuality {
  readonly keptAside: number;
  /** Cosine of the fingerprint by encoder and that by words, in the mean. */
  readonly cosine: number;
  /** Share of the sentences whose fingerprint by words is the nearest of all that were kept aside. */
  readonly first: number;
}

/**
 * Reads vectors as fingerprints: the height of a cell is a weighted sum of a vector's numbers, and a constant. Neighbours are
 * in the weights already.
 */
export interface CellWeights {
  readonly dimensions: number;
  /** CELLS x dimensions, row by row, in steps of the cell's scale. */
  readonly steps: Int8Array;
  /** By cell. */
  readonly scales: Float32Array;
  /** By cell. */
  readonly constants: Float32Array;
}

/** A way to read texts by a sentence encoder, on one map. */
export interface Reader {
  readonly header: ReaderHeader;
  /** Hex digest of the file's contents: two readers are the same exactly if this is equal. */
  readonly checksum: string;
  readonly weights: CellWeights;
}
