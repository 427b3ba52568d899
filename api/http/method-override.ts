import type { IncomingMessage } from 'node:http';

/**
 * Router constraint for calls that may also be sent as POST with `X-HTTP-Method-Override` (tus 1.0). On every other route the
 * header is ignored.
 */
export const methodOverride = {
  name: 'override',
  storage() {
    const routes = new Map<string, unknown>();
    return {
      // The type of a route is internal to the router.
      get: (method: string) => (routes.get(method) ?? null) as never,
      set: (method: string, route: unknown) => void routes.set(method, route),
    };
  },
  validate: () => true,
  /** The intended method; undefined (which the router's type leaves out) if the request does not override it. */
  deriveConstraint: ({ method, headers }: IncomingMessage): string => {
    const given = headers['x-http-method-override'];
    return (method === 'POST' && typeof given === 'string' ? given.toUpperCase() : undefined) as string;
  },
};
