import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { safeFileName } from "../../model/file-name.ts";
import { PAPERS, type PageFacts, type Paper } from "../../model/printed-page.ts";
import { Button } from "../controls/button.tsx";
import { Choice } from "../controls/choice.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { Failure, Loading } from "../controls/states.tsx";
import { download } from "../files/download.ts";
import { PAGE_MARGIN, pageBody, pageHtml } from "./page-html.ts";
import { canSavePdf, printPage, showApart } from "./print-page.ts";
import "./page-dialog.css";

interface PageDialogProps {
  readonly title: string;
  /** What it is in its file's name: "report". */
  readonly noun: string;
  /** Null until everything on the page is known. */
  readonly facts: PageFacts | null;
  readonly error: unknown;
  /** What a person can write on the page. */
  readonly fields: ReactNode;
  readonly hint: string;
  readonly onSaved: (file: string) => void;
  readonly onClose: () => void;
}

/** A page beside what a person writes on it, to be saved as HTML or printed. Stays open after each file. */
export function PageDialog(props: PageDialogProps) {
  const { title, noun, facts, error, fields, hint, onSaved, onClose } = props;
  const [paper, setPaper] = useState<Paper>("a4");
  const printing = useMutation({ mutationFn: (print: () => Promise<void>) => print() });
  const nameOf = (ending: string) => safeFileName(`${facts?.title} ${noun}.${ending}`);
  const save = () => {
    if (!facts) return;
    download(nameOf("html"), pageHtml(facts, paper), "text/html");
    onSaved(nameOf("html"));
  };
  const print = () => {
    if (!facts || printing.isPending) return;
    const body = pageBody(facts);
    printing.mutate(() =>
      printPage({ file: nameOf("pdf"), size: PAPERS[paper], margin: PAGE_MARGIN, body }),
    );
  };
  const failure = printing.error ?? error;
  return (
    <Dialog
      title={title}
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={!facts} onPress={print}>
            <Printer size={14} aria-hidden="true" />
            {canSavePdf() ? "Save PDF" : "Print or save PDF…"}
          </Button>
          <Button tone="primary" isDisabled={!facts} onPress={save}>
            <Download size={14} aria-hidden="true" /> Save HTML
          </Button>
        </>
      }
    >
      <div className="page-dialog">
        <div className="stack gap-3 at-top">
          {fields}
          <Choice label="Paper" options={PAPERS} value={paper} onChange={setPaper} />
          <p className="muted">{hint}</p>
        </div>
        <div className="page-preview">
          {failure !== null && failure !== undefined && (
            <Failure error={failure} doing={`Making the ${noun}`} />
          )}
          {facts ? (
            <Preview facts={facts} />
          ) : (
            !error && <Loading label={`Drawing the map of the ${noun}`} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The page itself; a letter that is typed does not wait until it is drawn again. */
function Preview({ facts }: { readonly facts: PageFacts }) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useDeferredValue(facts);
  useEffect(() => {
    if (host.current) showApart(host.current, pageBody(shown));
  }, [shown]);
  return <div ref={host} className="page-sheet" role="document" aria-label="The page as printed" />;
}
