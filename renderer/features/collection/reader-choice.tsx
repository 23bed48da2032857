import { queryOptions, useQuery } from "@tanstack/react-query";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { type ImportDraft, type Preview, readDraftBy } from "./collection-import.ts";

const readersQuery = () => queryOptions({ ...engineQuery("", "app.readers", {}), staleTime: 0 });

const rateQuery = (reader: string, texts: readonly string[]) =>
  queryOptions(engineQuery("", "app.readerRate", { reader, texts: [...texts] }));

interface ReaderChoiceProps {
  readonly draft: ImportDraft;
  readonly retina: RetinaStamp | null;
}

/** What makes the fingerprints; nothing where no encoder was fitted to the map. */
export function ReaderChoice({ draft: { reader }, retina }: ReaderChoiceProps) {
  const { data = [] } = useQuery(readersQuery());
  const here = data.filter(
    ({ map, problem }) => problem !== null || map?.checksum === retina?.checksum,
  );
  if (here.length === 0) return null;
  return (
    <label className="stack gap-half fine muted">
      Fingerprint from
      <select value={reader} onChange={({ currentTarget }) => readDraftBy(currentTarget.value)}>
        <option value="">words (default)</option>
        {here.map(({ name, problem }) => (
          <option key={name} value={name} disabled={problem !== null} title={problem ?? undefined}>
            {problem === null ? `encoder “${name}”` : `“${name}” is damaged`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Rows that a time is told for: nobody knows how many a file has before its end is read. */
const ROWS = 10_000;

/** Tries the draft's reader on the first texts of the file; does nothing where words read. */
export function useReaderTrial({ reader, preview }: ImportDraft) {
  const texts = preview === null || reader === "" ? [] : textsOf(preview);
  return useQuery({ ...rateQuery(reader, texts), enabled: texts.length > 0 });
}

const textsOf = ({ plan, rows }: Preview): string[] =>
  rows.flatMap((cells) =>
    cells.flatMap(({ name, value }) => (name === plan.text && value.trim() !== "" ? [value] : [])),
  );

interface ReaderRateProps {
  readonly reader: string;
  readonly trial: ReturnType<typeof useReaderTrial>;
}

/** How long the reader will take by its trial, or why it cannot read. */
export function ReaderRate({ reader, trial }: ReaderRateProps) {
  const { data, error, isFetching, refetch } = trial;
  if (error)
    return <Failure error={error} doing="Measuring the encoder" onRetry={() => void refetch()} />;
  if (data === undefined)
    return isFetching ? <Loading label={`Measuring the speed of ${reader}`} /> : null;
  const { textsPerSecond: rate, threads } = data;
  return (
    <p className="muted figures" role="status">
      The encoder “{reader}” encodes about{" "}
      {rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))} of these texts per second on{" "}
      {plural(threads, "thread")}: {formatCount(ROWS)} rows take {timeOf(ROWS / rate)}.
    </p>
  );
}

function timeOf(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 5400) return plural(Math.round(seconds / 60), "minute");
  return plural(Math.round(seconds / 3600), "hour");
}
