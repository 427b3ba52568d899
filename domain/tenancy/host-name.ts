/**
 * A host name as browsers send it and every proxy reads it (RFC 1123): labels of at most 63 characters in lower case, 253 in all,
 * without port, final dot or underscore; a name with accents in its ASCII form (`xn--…`).
 */
export const HOST_NAME =
  /^(?!.{254})[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){0,126}$/;
