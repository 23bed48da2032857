import { createHash } from "node:crypto";
import { policyOf } from "./content-policy.ts";

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 18vh auto; padding: 0 1rem; }
h1 { font-size: 20px; }
label { display: block; }
form { display: flex; flex-wrap: wrap; gap: 0 8px; }
label { flex-basis: 100%; }
input, button { font: inherit; padding: 6px 10px; border-radius: 6px; border: 1px solid currentColor; margin: 4px 0; }
input { flex: 1; min-width: 0; }
[role="alert"]:empty { display: none; }
`;

/** The page's one style element, and its own form; it has no script. */
const SIGN_IN_POLICY = policyOf({
  "style-src": `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action": "'self'",
});

/** With the policy `no-referrer` a browser would send the form with `Origin: null`, as a page of another site. */
export const SIGN_IN_HEADERS = {
  "content-security-policy": SIGN_IN_POLICY,
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Asks for the key. It contains nothing of the user's; `problem` is a sentence of ours, or empty. */
export const signInHtml = (problem: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Semascope</title>
<meta name="viewport" content="width=device-width">
<style>${STYLE}</style>
<main>
<h1>Semascope</h1>
<p role="alert">${problem}</p>
<form method="post" action="/sign-in">
<label for="key">Key of this service</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>Open</button>
</form>
<p>The service printed its key when it started, on the line that begins with “Key”. That line also names the file that keeps the key.</p>
</main>
</html>
`;
