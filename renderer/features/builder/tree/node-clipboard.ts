import type { Expression } from "../../../../core/expression/ast.ts";
import { type Draft, type NodeId, nodeWith } from "../../../../core/expression/draft.ts";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printJson } from "../../../../core/expression/print-json.ts";
import { copyText } from "../../../components/files/download.ts";
import { parseFingerprint } from "../../../components/sharing/drag-payload.ts";
import { addBeside, remove } from "../../../model/builder/edit.ts";
import { shortName } from "../../../model/builder/short-name.ts";
import { useBuild } from "../../../state/builder/build-ui.ts";
import { commitEdit } from "../../../state/builder/edit-subject.ts";
import { toast } from "../../../state/toasts.ts";

/** What was copied last, for systems that do not let a page read the clipboard. */
let copied = "";

export async function copyNode(tree: Draft, id: NodeId): Promise<void> {
  const node = nodeWith(tree, id);
  if (node === undefined) return;
  copied = JSON.stringify(printJson(node));
  await copyText(copied);
  toast(`Copied ${shortName(node)}`);
}

export async function cutNode(tree: Draft, id: NodeId): Promise<void> {
  await copyNode(tree, id);
  commitEdit(remove(tree, id));
}

export async function pasteNode(tree: Draft, id: NodeId, retina: string): Promise<void> {
  const text = await readClipboard();
  const node = expressionIn(text);
  if (typeof node === "string") {
    useBuild.setState({ refusal: node });
    return;
  }
  const { operator } = useBuild.getState();
  commitEdit(addBeside(tree, id, { node, operator }), { retina });
}

async function readClipboard(): Promise<string> {
  try {
    return (await navigator.clipboard.readText()) || copied;
  } catch {
    return copied;
  }
}

/** An expression from pasted text: JSON, a fingerprint, or the one-line syntax; a sentence where it is none. */
export function expressionIn(text: string): Expression | string {
  if (text.trim() === "") return "There is nothing to paste.";
  const fingerprint = parseFingerprint(text);
  if (fingerprint) return parseJson(fingerprint.source, "application");
  const { expression, problems } = parseLine(text.trim(), { isPhrase: () => true });
  const [problem] = problems;
  if (problem) return `What was pasted is not an expression: ${problem.message}`;
  return expression ?? "What was pasted is not an expression.";
}
