import type { FastifyRequest } from 'fastify';

/** A path of segments without empty ones, in the characters RFC 3986 has for them; `;` begins parameters elsewhere. */
const SEGMENTS = /^(?:\/[\w\-.~!$&'()*+,=:@%]+)*\/?$/;
/** Escapes of what needs none, of control characters, and halves of escapes. */
const NEEDLESS = /%(?:[01][\da-f]|2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\daef]|(?![\da-f]{2}))/i;
/** Escapes of what would begin another segment to whoever reads the address after unescaping it. */
const HIDDEN_SLASH = /%(?:2f|5c)/i;
const DOTS = /\/\.\.?(?:\/|$)/;

/**
 * Whether the target of a request has the one form an address of ours is written in: a path and nothing before it, no
 * empty and no dot segment, nothing escaped that needs no escape. Upper and lower case of an escape mean the same (RFC
 * 3986, 6.2.2). `values` says that the route takes values out of the path: in these an escaped slash is a character.
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
    // No word searched for contains the character 0, and the database refuses to be asked for it.
    !target.includes('%00') &&
    !target.includes('#')
  );
}

/** Address of a request in its one spelling: the matched route with its values; without a route, the path as it came. */
export function calledAddress(request: FastifyRequest): string {
  const template = request.routeOptions.url;
  const values = (request.params ?? {}) as Record<string, string>;
  if (template === undefined) return request.url.split('?', 1)[0] ?? '';
  return template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
