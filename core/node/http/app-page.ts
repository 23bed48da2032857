import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type AccessRules, isSame } from "./guard.ts";

/** Nothing from elsewhere, no inline script and no style element; what scripts set on an element's style is no concern of a policy. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the built page, and lets browsers in by token or by key. */
export async function serveApp(
  app: FastifyInstance,
  root: string,
  access: AccessRules,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    },
  });
  app.get("/", (request, reply) => {
    const token = new URL(request.url, "http://localhost").searchParams.get("token");
    if (token !== null) return exchangeToken(access, token, request.headers.cookie, reply);
    if (access.apiKey !== null && !access.sessions.knows(request.headers.cookie))
      return signInPage(reply, "");
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
  app.post("/sign-in", (request, reply) => {
    const form = new URLSearchParams(String(request.body ?? ""));
    if (access.apiKey !== null && !isSame(form.get("key") ?? "", access.apiKey))
      return signInPage(reply, "That is not the key of this service.");
    return reply.header("set-cookie", access.sessions.open()).redirect("/", 303);
  });
}

function exchangeToken(
  { sessions }: AccessRules,
  token: string,
  cookies: string | undefined,
  reply: FastifyReply,
): FastifyReply {
  const cookie = sessions.redeem(token);
  if (cookie !== undefined) return reply.header("set-cookie", cookie).redirect("/", 303);
  if (sessions.knows(cookies)) return reply.redirect("/", 303);
  return signInPage(reply, "This address has been used already; it works once.");
}

/** Without script and without anything of the user's in it. */
function signInPage(reply: FastifyReply, problem: string): FastifyReply {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Semascope</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 18vh auto; padding: 0 1rem; }
h1 { font-size: 20px; }
label { display: block; }
input, button { font: inherit; padding: 6px 10px; border-radius: 6px; border: 1px solid currentColor; margin: 4px 4px 4px 0; }
input { width: 60%; }
[role="alert"]:empty { display: none; }
</style>
<main>
<h1>Semascope</h1>
<p role="alert">${problem}</p>
<form method="post" action="/sign-in">
<label for="key">Key of this service</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>Open</button>
</form>
<p>The key was printed when the service started; <code>semascope serve --help</code> says where it is kept.</p>
</main>
</html>
`;
  return reply
    .code(problem === "" ? 200 : 401)
    .headers({ ...SECURITY_HEADERS, "cache-control": "no-store" })
    .type("text/html; charset=utf-8")
    .send(page);
}

const SECURITY_HEADERS = {
  "content-security-policy": CONTENT_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
