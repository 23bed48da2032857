import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import type { Draft } from "../../../core/expression/draft.ts";
import { type ContractRequest, hasContractForm } from "../../../core/expression/print-json.ts";
import { Button } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { copyText, download } from "../../components/files/download.ts";
import { requestText } from "../../components/sharing/request-text.ts";
import { REQUEST_KINDS, type RequestKind } from "../../model/export-source.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { treeAsJson } from "./model/json-text.ts";
import { useContract } from "./use-contract.ts";
import "./explore.css";

/** The expression as JSON: to read, and to copy and save in the exact form of the service. The line reads JSON. */
export function JsonCopy() {
  const [isOpen, setOpen] = useState(false);
  const { tree } = useSubjectTree();
  if (!tree) return null;
  return (
    <section className="build-json stack" aria-label="As JSON">
      <h3>
        <AriaButton
          className="json-toggle row gap-1 plain muted strong"
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden="true" /> As JSON
        </AriaButton>
      </h3>
      {isOpen && <OpenJson tree={tree} />}
    </section>
  );
}

function OpenJson({ tree }: { readonly tree: Draft }) {
  const text = treeAsJson(tree);
  return (
    <>
      <textarea
        className="build-box json-text across fine breaks"
        aria-label="Expression as JSON"
        readOnly
        spellCheck={false}
        rows={Math.min(14, Math.max(2, text.split("\n").length))}
        value={text}
      />
      {!hasContractForm(tree) && (
        <p className="muted">
          The service does not know the shelf, the history, regions or thinned parts: copies and
          files contain their positions instead.
        </p>
      )}
      <JsonActions />
    </>
  );
}

function JsonActions() {
  const retina = useRetina();
  const contract = useContract();
  const copy = async (text: string, what: string) =>
    toast((await copyText(text)) ? `Copied ${what}` : "The system did not allow copying.");
  const origin = window.engine ? "http://127.0.0.1:8080" : window.location.origin;
  const asRequest = (kind: RequestKind, { expression, sparsity }: ContractRequest) => {
    const args = {
      body: expression as ExpressionJson,
      ...(retina ? { retina_name: retina.name } : {}),
      ...(sparsity === undefined ? {} : { sparsity }),
    };
    const text = requestText(kind, { name: "expressions.evaluate", args }, origin);
    void copy(text, `as ${kind}`);
  };
  return (
    <div className="row gap-1 wrap">
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
                run: () => contract && asRequest(kind, contract),
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
