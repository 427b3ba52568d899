import type { FastifyRequest } from 'fastify';

/**
 * Path of non-empty segments in the characters of RFC 3986; `;` is excluded because other systems read
 * parameters after it.
 */
const SEGMENTS = /^(?:\/[\w\-.~!$&'()*+,=:@%]+)*\/?$/;
/** Escapes that no character needs, escapes of control characters, and incomplete escapes. */
const NEEDLESS = /%(?:[01][\da-f]|2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\daef]|(?![\da-f]{2}))/i;
/** Escapes that become a new segment in a system that unescapes the address before it reads it. */
const HIDDEN_SLASH = /%(?:2f|5c)/i;
const DOTS = /\/\.\.?(?:\/|$)/;

/**
 * Returns whether the target of a request has the one form of our addresses: a path with nothing before it,
 * without empty and dot segments, and without needless escapes. Upper and lower case of an escape mean the
 * same (RFC 3986, 6.2.2). `values` = the route takes values from the path, in which an escaped slash is a
 * character.
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
    // No search word contains the character 0, and the database refuses it in a parameter.
    !target.includes('%00') &&
    !target.includes('#')
  );
}

/**
 * Returns the one spelling of a request's address: the matched route with its values, else the raw path. `shown` may write
 * something else in place of a value.
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
