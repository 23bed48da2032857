import { PageDialog } from "../../components/printed-page/page-dialog.tsx";
import { toast } from "../../state/toasts.ts";
import { noteOn } from "./report-notes.ts";
import { useReport } from "./use-report.ts";

const LONGEST_TITLE = 200;
const LONGEST_NOTES = 5000;

/** One page with map, explanation, table and notes of the result in view, to hand to somebody. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { facts, title, setTitle, notes, key } = useReport();
  return (
    <PageDialog
      title="Report"
      noun="report"
      facts={facts}
      error={null}
      hint="Saves one self-contained file. Notes are stored in the workspace. Export saves the whole table."
      onSaved={(file) => toast(`Saved ${file}`)}
      onClose={onClose}
      fields={
        <>
          <label className="stack gap-1">
            <span>Title</span>
            <input
              type="text"
              dir="auto"
              maxLength={LONGEST_TITLE}
              value={title}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          </label>
          <label className="stack gap-1">
            <span>Notes</span>
            <textarea
              // biome-ignore lint/a11y/noAutofocus: the fields are inside a dialog
              autoFocus
              dir="auto"
              rows={8}
              maxLength={LONGEST_NOTES}
              placeholder="What was found, and what it means"
              value={notes}
              onChange={({ currentTarget }) => noteOn(key, currentTarget.value)}
            />
          </label>
        </>
      }
    />
  );
}
