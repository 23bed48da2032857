import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import type { ExpressionJson } from "../../../../core/api/json-value.ts";
import type { Expression } from "../../../../core/expression/ast.ts";
import { hasContractForm } from "../../../../core/expression/print-json.ts";
import { sameExpression } from "../../../../core/expression/walk.ts";
import { Button } from "../../../components/controls/button.tsx";
import { ActionMenu } from "../../../components/controls/menu.tsx";
import { copyText, download } from "../../../components/files/download.ts";
import { REQUEST_KINDS, requestText } from "../../../components/sharing/request-text.ts";
import { isBeingTyped } from "../../../components/terms/typed-text.ts";
import { type JsonReading, readJson, treeAsJson } from "../../../model/builder/json-text.ts";
import { shortName } from "../../../model/builder/short-name.ts";
import { labelOf } from "../../../model/fingerprint.ts";
import { commitTree } from "../../../state/builder/edit-subject.ts";
import { useRetina } from "../../../state/retina.ts";
import { toast } from "../../../state/toasts.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { useContract } from "../use-contract.ts";
import "./json.css";

const QUIET_MS = 350;

/** The expression as JSON, in step with the tree; copied and saved in the exact form of the service. */
export function JsonEditor() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="build-json" aria-label="JSON editor">
      <h3>
        <AriaButton className="json-toggle" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <ChevronRight size={14} aria-hidden="true" /> As JSON
        </AriaButton>
      </h3>
      {isOpen && <OpenEditor />}
    </section>
  );
}

function OpenEditor() {
  const { tree } = useSubjectTree();
  const { text, setText, reading, isInStep } = useJson(tree);
  const problem = "problem" in reading ? reading.problem : null;
  return (
    <>
      <textarea
        className="build-box json-text"
        aria-label="Expression as JSON"
        aria-invalid={problem !== null}
        spellCheck={false}
        rows={Math.min(14, Math.max(4, text.split("\n").length))}
        placeholder='{"sub": [{"term": "jaguar"}, {"term": "car"}]}'
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {problem !== null && (
        <p className="editor-problem" role="status">
          {problem}
          {tree && (
            <span className="muted"> The tree keeps the last version that could be read.</span>
          )}
        </p>
      )}
      {problem === null && !isInStep && text.trim() !== "" && (
        <p className="muted" role="status">
          Reading…
        </p>
      )}
      {tree && !hasContractForm(tree) && (
        <p className="muted">
          The service does not know the shelf, the history, regions or thinned parts: copies and
          files contain their positions instead.
        </p>
      )}
      <JsonActions onOpen={setText} />
    </>
  );
}

/** Text and tree kept in step, as in the line. */
function useJson(tree: Expression | undefined) {
  const retina = useRetina()?.name;
  const [text, setText] = useState(() => treeAsJson(tree));
  const reading = readJson(text);
  const isInStep = standsFor(reading, tree);
  const last = useRef(tree);
  useEffect(() => {
    const before = last.current;
    last.current = tree;
    if (before === tree || (before && tree && sameExpression(before, tree))) return;
    if (!standsFor(readJson(text), tree) && !isBeingTyped(text)) setText(treeAsJson(tree));
  }, [tree, text]);
  useEffect(() => {
    if (isInStep || !("expression" in reading)) return;
    const { expression } = reading;
    const timer = setTimeout(
      () =>
        commitTree(expression, `Write ${shortName(expression)} as JSON`, {
          gesture: "json",
          retina,
        }),
      QUIET_MS,
    );
    return () => clearTimeout(timer);
  });
  return { text, setText, reading, isInStep };
}

const standsFor = (reading: JsonReading, tree: Expression | undefined): boolean =>
  "expression" in reading
    ? tree !== undefined && sameExpression(reading.expression, tree)
    : "isEmpty" in reading && tree === undefined;

function JsonActions({ onOpen }: { readonly onOpen: (text: string) => void }) {
  const retina = useRetina();
  const contract = useContract();
  const file = useRef<HTMLInputElement>(null);
  const copy = async (text: string, what: string) =>
    toast((await copyText(text)) ? `Copied ${what}` : "The system did not allow copying.");
  const origin = window.engine ? "http://127.0.0.1:8080" : window.location.origin;
  return (
    <div className="editor-actions">
      <Button
        size="small"
        isDisabled={!contract}
        onPress={() => contract && void copy(JSON.stringify(contract.expression), "the JSON")}
      >
        Copy
      </Button>
      <Button
        size="small"
        isDisabled={!contract}
        onPress={() => contract && saveJson(contract.expression as ExpressionJson)}
      >
        Save…
      </Button>
      <Button size="small" onPress={() => file.current?.click()}>
        Open…
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="JSON file to open"
        accept=".json,application/json"
        onChange={({ target }) => {
          void target.files?.[0]?.text().then(onOpen);
          target.value = "";
        }}
      />
      <MenuTrigger>
        <Button size="small" isDisabled={!contract}>
          Copy as request
        </Button>
        <ActionMenu
          label="Copy as request"
          groups={[
            {
              entries: REQUEST_KINDS.map((kind) => ({
                id: kind,
                label: kind,
                run: () => {
                  if (!contract) return;
                  const { expression, sparsity } = contract;
                  const args = {
                    body: expression as ExpressionJson,
                    ...(retina ? { retina_name: retina.name } : {}),
                    ...(sparsity === undefined ? {} : { sparsity }),
                  };
                  const text = requestText(kind, { name: "expressions.evaluate", args }, origin);
                  void copy(text, `as ${kind}`);
                },
              })),
            },
          ]}
        />
      </MenuTrigger>
    </div>
  );
}

function saveJson(expression: ExpressionJson): void {
  const name = `${labelOf(expression, 60) || "expression"}.json`;
  download(name, `${JSON.stringify(expression)}\n`, "application/json");
  toast(`Saved ${name}`);
}
