import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { CONTENT_POLICY } from "./content-policy.ts";
import type { AccessRules } from "./guard.ts";
import { isSame } from "./sessions.ts";
import { SIGN_IN_HEADERS, signInHtml, WrongKeys } from "./sign-in.ts";

/** Serves the built page, and lets browsers in by token or by key. */
export async function serveApp(
  app: FastifyInstance,
  root: string,
  access: AccessRules,
): Promise<void> {
  const wrongKeys = new WrongKeys();
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      if (path.basename(path.dirname(file)) === "assets")
        response.setHeader("cache-control", NEVER_CHANGES);
    },
  });
  app.get("/", (request, reply) => {
    const token = new URL(request.url, "http://localhost").searchParams.get("token");
    if (token !== null) return exchangeToken(access, token, request.headers, reply);
    if (access.apiKey !== null && !access.sessions.knows(request.headers))
      return signInPage(reply, "");
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
  app.post("/sign-in", (request, reply) => {
    const seconds = access.apiKey === null ? 0 : wrongKeys.wait(request.ip);
    if (seconds > 0)
      return signInPage(
        reply.header("retry-after", String(seconds)),
        `Too many wrong keys came from your address. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
        429,
      );
    const form = new URLSearchParams(String(request.body ?? ""));
    if (access.apiKey !== null && !isSame((form.get("key") ?? "").trim(), access.apiKey)) {
      wrongKeys.add(request.ip);
      return signInPage(reply, "That is not the key of this service.");
    }
    wrongKeys.forget(request.ip);
    return reply
      .header("set-cookie", access.sessions.open(request.headers.host))
      .redirect("/", 303);
  });
}

function exchangeToken(
  { sessions }: AccessRules,
  token: string,
  headers: IncomingHttpHeaders,
  reply: FastifyReply,
): FastifyReply {
  const cookie = sessions.redeem(token, headers.host);
  if (cookie !== undefined) return reply.header("set-cookie", cookie).redirect("/", 303);
  if (sessions.knows(headers)) return reply.redirect("/", 303);
  return signInPage(reply, "This address has been used already; it works once.");
}

/** A reply without a problem is the first question; one with a problem is a refusal. */
function signInPage(
  reply: FastifyReply,
  problem: string,
  status = problem === "" ? 200 : 401,
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...SECURITY_HEADERS, ...SIGN_IN_HEADERS })
    .type("text/html; charset=utf-8")
    .send(signInHtml(problem));
}

/** The name of a built file has a hash of what is in it: a browser that has it need not ask again, nor compile it again. */
const NEVER_CHANGES = "public, max-age=31536000, immutable";

const SECURITY_HEADERS = {
  "content-security-policy": CONTENT_POLICY,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
