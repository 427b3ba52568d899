import type { FastifyRequest } from 'fastify';

/** Returns the value of a header, or its first value when it was sent more than once. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
