import type { FastifyRequest } from 'fastify';

/** Path of non-empty segments in RFC 3986 characters; `;` is excluded because other systems parse parameters after it. */
const SEGMENTS = /^(?:\/[\w\-.~!$&'()*+,=:@%]+)*\/?$/;
/** Unnecessary escapes, escapes of control characters, and incomplete escapes. */
const NEEDLESS = /%(?:[01][\da-f]|2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\daef]|(?![\da-f]{2}))/i;
/** Escapes that would become a new segment in a system that unescapes the URL before parsing it. */
const HIDDEN_SLASH = /%(?:2f|5c)/i;
const DOTS = /\/\.\.?(?:\/|$)/;

/**
 * Whether a request target is in our only accepted form: a path with nothing before it, without empty or dot segments and
 * without unnecessary escapes. The case of escapes does not matter (RFC 3986, 6.2.2). `values` means the route has path
 * parameters, in which an escaped slash is a character.
 */
export function isCanonical(target: string, values: boolean): boolean {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  return (
    SEGMENTS.test(path) &&
    path.length > 0 &&
    !NEEDLESS.test(path) &&
    !DOTS.test(path) &&
    (values || !HIDDEN_SLASH.test(path)) &&
    // No search term contains a NUL, and the database rejects it in a parameter.
    !target.includes('%00') &&
    !target.includes('#')
  );
}

/**
 * Returns a canonical form of a request's path: the matched route with its values, otherwise the raw path. `shown` may
 * substitute something else for a value.
 */
export function calledAddress(
  request: FastifyRequest,
  shown: (name: string, value: string) => string = (_, value) => value,
): string {
  const template = request.routeOptions.url;
  const values = (request.params ?? {}) as Record<string, string>;
  if (template === undefined) return request.url.split('?', 1)[0] ?? '';
  return template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name] ?? '';
    const written = shown(name, value);
    return written === value ? encodeURIComponent(value) : written;
  });
}
