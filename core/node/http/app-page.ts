import path from "node:path";
import fastifyRateLimit from "@fastify/rate-limit";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CONTENT_POLICY } from "./content-policy.ts";
import type { AccessRules } from "./guard.ts";
import { isSame } from "./sessions.ts";
import { SIGN_IN_HEADERS, signInHtml } from "./sign-in.ts";

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
    cacheControl: false,
    setHeaders: (response, file) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      if (path.basename(path.dirname(file)) === "assets")
        response.setHeader("cache-control", NEVER_CHANGES);
    },
  });
  app.get("/", (request, reply) => {
    const token = new URL(request.url, "http://localhost").searchParams.get("token");
    if (token !== null) return exchangeToken(access, token, request, reply);
    if (access.apiKey !== null && !access.sessions.knows(request)) return signInPage(reply, "");
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
  await app.register(fastifyRateLimit, { global: false });
  const wrongKeys = app.createRateLimit({ max: MOST_WRONG - 1, timeWindow: WRONG_MILLISECONDS });
  app.post("/sign-in", async (request, reply) => {
    const wrong = await wrongKeys(request, { increment: false });
    if (!wrong.isAllowed && wrong.isExceeded) {
      const { ttlInSeconds: seconds } = wrong;
      return signInPage(
        reply.header("retry-after", String(seconds)),
        `Too many wrong keys came from your address. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
        429,
      );
    }
    const form = new URLSearchParams(String(request.body ?? ""));
    if (access.apiKey !== null && !isSame((form.get("key") ?? "").trim(), access.apiKey)) {
      await wrongKeys(request);
      return signInPage(reply, "That is not the key of this service.");
    }
    access.sessions.open(request, reply);
    return reply.redirect("/", 303);
  });
}

/**
 * Wrong keys that one address may send, or one network of the newer addresses, and in which time: a person mistypes, and whoever has
 * the right key is not kept out for long by somebody at the same address.
 */
const MOST_WRONG = 5;
const WRONG_MILLISECONDS = 40_000;

function exchangeToken(
  { sessions }: AccessRules,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (sessions.redeem(token, request, reply) || sessions.knows(request))
    return reply.redirect("/", 303);
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
