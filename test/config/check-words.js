import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * Checks how the documents and the interface are written (core/docs/style.md): no banned phrases, no sentence over 30 words,
 * no dead links, a README of one page. The generated reference and archived texts are left out.
 */

const LONGEST = 30;
const README_BYTES = 9 * 1024;
const BANNED = [
  /\bhangs? on\b/i,
  /\bin place of\b/i,
  /\bgoes on where\b/i,
  /\basked (?:for )?again\b/i,
  /\btaken by chance\b/i,
  /\bwhat is true\b/i,
  /\band says so\b/i,
  /\bwhoever\b/i,
  /\bof its own\b/i,
  /\bis told\b/i,
  /\bbeside the\b/i,
  /\bwho (?:reads|types)\b/i,
];
/** Tables of words to avoid, generated or archived texts. */
const LEFT_OUT = ["core/docs/style.md", "core/api/README.md", "test/bench/history.md"];

/** Code with words that people read. */
const INTERFACE = ["renderer/*.ts", "renderer/*.tsx", "core/*.ts", "electron/*.ts"];

const files = (pattern) =>
  execFileSync("git", ["ls-files", "--", pattern], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);

const problems = [];
const report = (file, line, what) => problems.push(`${file}:${line}: ${what}`);

for (const file of files("*.md")) {
  const markdown = readFileSync(file, "utf8");
  for (const link of deadLinks(file, markdown))
    report(file, 1, `a link to ${link}, which is not there`);
  if (LEFT_OUT.includes(file)) continue;
  for (const { line, text } of paragraphs(markdown)) check(file, line, text);
}
const size = statSync("README.md").size;
if (size > README_BYTES) report("README.md", 1, `${size} bytes; at most ${README_BYTES}`);
for (const file of INTERFACE.flatMap(files)) {
  const source = readFileSync(file, "utf8");
  for (const { line, text } of shown(file, source)) check(file, line, text);
}

for (const problem of problems) console.log(problem);
if (problems.length > 0) {
  console.log(`${problems.length} places are not written as core/docs/style.md asks.`);
  process.exitCode = 1;
}

function check(file, line, text) {
  for (const phrase of BANNED) {
    const found = phrase.exec(text);
    if (found) report(file, line, `“${found[0]}”`);
  }
  for (const sentence of sentences(text)) {
    const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    if (words > LONGEST)
      report(file, line, `a sentence of ${words} words: ${sentence.slice(0, 60)}…`);
  }
}

function sentences(text) {
  return text.split(/(?<=[.!?:;])\s+(?=[\p{Lu}`“*\d[])/u);
}

function deadLinks(file, markdown) {
  return [...markdown.replace(/```[\s\S]*?```/g, "").matchAll(/(?:\]\(|srcset="|src=")([^)"\s]+)/g)]
    .map(([, link]) => link.replace(/#.*$/, ""))
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(join(dirname(file), link)));
}

/** Prose of a Markdown file: paragraphs, list items and headings; no code, tables or pictures. */
function paragraphs(markdown) {
  const found = [];
  let current;
  let isCode = false;
  markdown.split("\n").forEach((row, at) => {
    if (/^\s*```/.test(row)) isCode = !isCode;
    const isProse = !isCode && row.trim() !== "" && !/^\s*(?:```|\||!\[|<)/.test(row);
    if (!isProse || /^\s*(?:[-*#]|\d+\.)\s/.test(row)) current = undefined;
    if (!isProse) return;
    if (current === undefined) {
      current = { line: at + 1, text: "" };
      found.push(current);
    }
    current.text += ` ${plain(row)}`;
  });
  return found;
}

function plain(row) {
  return row
    .trim()
    .replace(/^(?:[-*#]+|\d+\.)\s+/, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`[^`]*`/g, "code");
}

/** What people may read: texts between tags, and strings with a space in them. */
function shown(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const isText =
      ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken?.(node);
    if (isText && !isWordList(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      for (const text of parts(node.text))
        if (/\S\s+\S/.test(text)) found.push({ line: line + 1, text: text.replace(/\s+/g, " ") });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Such as `"a an the".split(" ")`: words, and no sentence. */
function isWordList({ parent }) {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === "split";
}

/** Options and examples of a command are rows of a table, and tags end a sentence. */
function parts(text) {
  const rows = /^ {2,}\S/m.test(text) ? text.split("\n") : [text];
  return rows.flatMap((row) => row.split(/<\/?[a-z][^>]*>/));
}
