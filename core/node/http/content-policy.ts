/**
 * What a page of the application may load, in the desktop window as in a browser. Scripts and styles come only from our
 * own files, never inline, and nothing goes to or comes from elsewhere. Styles that a script sets on an element are
 * not covered by a policy, so the page may set them.
 */
export const CONTENT_POLICY = policyOf({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' blob: data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "worker-src": "'self'",
  "manifest-src": "'self'",
  "object-src": "'none'",
  "form-action": "'none'",
});

/** Whatever a policy does not name is forbidden. */
export function policyOf(allowed: Readonly<Record<string, string>>): string {
  const directives = {
    "default-src": "'none'",
    ...allowed,
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}
