/** Key of the note in which a collection keeps how the fields of its file were called and written. */
export const SOURCE_FIELDS = "fields";

/** What an export needs to write a collection as its file was. */
export interface SourceFields {
  /** Name of the column that the texts come from. */
  readonly text: string;
  /** Name of the column that the ids come from; absent where rows are numbered. */
  readonly id?: string;
  /** Columns of texts whose values are `true` and `false` of JSON or Parquet. */
  readonly booleans: readonly string[];
  /** Columns of lists in which a missing value is an empty list. */
  readonly emptyLists: readonly string[];
}

export const readSourceFields = (note: string | undefined): SourceFields | undefined =>
  note === undefined ? undefined : (JSON.parse(note) as SourceFields);
