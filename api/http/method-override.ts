import type { IncomingMessage } from 'node:http';

/**
 * Finds the routes of calls that may also come as a POST with `X-HTTP-Method-Override` (tus 1.0). On every other route the header
 * says nothing.
 */
export const methodOverride = {
  name: 'override',
  storage() {
    const routes = new Map<string, unknown>();
    return {
      // The type of a route is the router's own.
      get: (method: string) => (routes.get(method) ?? null) as never,
      set: (method: string, route: unknown) => void routes.set(method, route),
    };
  },
  validate: () => true,
  /** The method that is meant; none (which the router's type leaves out) where the request says nothing of it. */
  deriveConstraint: ({ method, headers }: IncomingMessage): string => {
    const given = headers['x-http-method-override'];
    return (method === 'POST' && typeof given === 'string' ? given.toUpperCase() : undefined) as string;
  },
};
