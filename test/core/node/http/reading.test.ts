import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../../core/api/table.ts";
import { isLoopbackName } from "../../../../core/node/config/loopback.ts";
import {
  decodeText,
  parseFirstJson,
  readArguments,
  textOfBody,
} from "../../../../core/node/http/read-arguments.ts";
import { isAbsolute, normaliseTarget } from "../../../../core/node/http/requests.ts";
import { isSame, Sessions } from "../../../../core/node/http/sessions.ts";

describe("reading JSON", () => {
  it("takes the first value and ignores anything that follows", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom("", " ", "[1]", "{", "]]", '"x', "null"),
        (value, tail) => {
          const isBare = value === null || !["object", "string"].includes(typeof value);
          const text = ` ${JSON.stringify(value)}${isBare ? " " : ""}`;
          expect(JSON.stringify(parseFirstJson(text + tail))).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  it("refuses depth, however it is spelled, without exhausting the stack", () => {
    for (const text of [
      `${"[".repeat(161)}${"]".repeat(161)}`,
      `${'{"a":'.repeat(500_000)}1${"}".repeat(500_000)}`,
    ])
      expect(() => parseFirstJson(text)).toThrow(expect.objectContaining({ code: "bad-input" }));
    expect(parseFirstJson(`${"[".repeat(160)}${"]".repeat(160)}`)).toBeInstanceOf(Array);
  });
});

describe("reading a query", () => {
  it("refuses a percent sign that escapes nothing", () => {
    const { "terms.list": endpoint } = endpoints;
    for (const search of ["term=100%", "term=%E0%A4%A", "term=%zz"])
      expect(() => readArguments(endpoint, search)).toThrow("write a percent sign as %25");
    expect(readArguments(endpoint, "term=100%25%FF")).toMatchObject({ term: "100%\ufffd" });
  });
});

describe("reading text", () => {
  it("decodes UTF-8 and Latin-1, without a byte order mark", () => {
    expect(decodeText(Buffer.from("\ufeffså", "utf8"))).toBe("så");
    expect(decodeText(Buffer.from("så", "latin1"))).toBe("så");
  });

  it("takes only a whole JSON string, or an object with a text, for more than itself", () => {
    expect(textOfBody(' "a \\"b\\"" ')).toBe('a "b"');
    expect(textOfBody('{"text": "x", "more": 1}')).toBe("x");
    for (const raw of ['"a" and "b"', '"open', "{curly}", "plain"])
      expect(textOfBody(raw)).toBe(raw);
    for (const object of ['{"text": 5}', '{"txt": "x"}', "{}"])
      expect(() => textOfBody(object)).toThrow("“text”");
  });
});

describe("targets", () => {
  it("lose scheme, host, doubled and trailing slashes, and keep the query as it is", () => {
    expect(normaliseTarget("http://api.cortical.io/rest//terms/?term=a//b/")).toBe(
      "/rest/terms?term=a//b/",
    );
    expect(normaliseTarget("http://host")).toBe("/");
    expect(normaliseTarget("/")).toBe("/");
    expect(normaliseTarget("*")).toBe("*");
    expect(isAbsolute("HTTPS://x/")).toBe(true);
    expect(isAbsolute("/rest?u=http://x")).toBe(false);
  });

  it("stay as they are when they are in order", () => {
    const part = fc.stringMatching(/^[a-z_]{1,8}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const target = `/${parts.join("/")}?x=//`;
        expect(normaliseTarget(target)).toBe(target);
        expect(normaliseTarget(`/${parts.join("//")}/?x=//`)).toBe(target);
      }),
    );
  });
});

describe("who may come in", () => {
  it("knows the names of this machine", () => {
    for (const name of ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
      expect(isLoopbackName(name)).toBe(true);
    for (const name of ["127.0.0.1.evil.example", "0.0.0.0", "", "localhost.evil"])
      expect(isLoopbackName(name)).toBe(false);
  });

  it("compares keys of any length", () => {
    expect(isSame("key", "key")).toBe(true);
    for (const other of ["", "ke", "keys", "kez"]) expect(isSame(other, "key")).toBe(false);
  });

  /** What a browser at an address sends, and the name of the cookie that it is given. */
  const browser = (host: string | undefined, cookies: Record<string, string> = {}) => {
    const request = { headers: host === undefined ? {} : { host }, cookies };
    const setCookie = (name: string, value: string, options: object) => {
      cookies[name] = value;
      expect(options).toEqual({ path: "/", httpOnly: true, sameSite: "strict" });
    };
    return { request, reply: { setCookie }, cookies };
  };

  it("exchanges a token once, and forgets the oldest of many browsers", () => {
    const sessions = new Sessions();
    const { request, reply } = browser("localhost:8980", { a: "b" });
    const other = browser("localhost:8980");
    const first = sessions.issueToken();
    const second = sessions.issueToken();
    expect(sessions.redeem(first, request, reply)).toBe(false);
    expect(sessions.knows(request)).toBe(false);
    expect(sessions.redeem(second, request, reply)).toBe(true);
    expect(sessions.redeem(second, other.request, other.reply)).toBe(false);
    expect([sessions.knows(request), sessions.knows(other.request)]).toEqual([true, false]);
    for (let i = 0; i < 64; i++) sessions.open(other.request, other.reply);
    expect([sessions.knows(request), sessions.knows(other.request)]).toEqual([false, true]);
  });

  it("names cookies after the port that a browser sees, as browsers send them to every port", () => {
    const sessions = new Sessions();
    const nameOf = (host?: string) => {
      const { request, reply, cookies } = browser(host);
      sessions.open(request, reply);
      return Object.keys(cookies)[0];
    };
    expect(nameOf("localhost:8980")).toBe("semascope-8980");
    expect(nameOf("[::1]:9001")).toBe("semascope-9001");
    expect(nameOf("[::1]")).toBe("semascope");
    expect(nameOf("lab.example.org")).toBe("semascope");
    expect(nameOf()).toBe("semascope");
  });
});
