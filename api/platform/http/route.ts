import type { CallKey } from '@orbita/protocol';
import type { CallContext, Ctx, Reply } from './context.ts';

/** Implements one call of the protocol. */
export type Handler<K extends CallKey> = (ctx: Ctx<K>) => Promise<Reply>;
/** A call with its handler, typed so that the pipeline's list can hold calls of all kinds. */
export type Route = { key: CallKey; handler: (ctx: CallContext) => Promise<Reply> };

/** Combines a call of the protocol with its handler. */
export const route = <K extends CallKey>(key: K, handler: Handler<K>): Route => ({
  key,
  // The cast is safe because the pipeline passes a handler only the context of its own key.
  handler: handler as Route['handler'],
});

/** The same for a call that answers 200 with what is found or done. */
export const ok = <K extends CallKey>(key: K, find: (ctx: Ctx<K>) => Promise<unknown>): Route =>
  route(key, async (ctx) => reply(200, await find(ctx)));

/** Builds the reply of a handler. */
export const reply = (status: number, body?: unknown, more: Omit<Reply, 'status' | 'body'> = {}): Reply => ({
  status,
  body,
  ...more,
});
