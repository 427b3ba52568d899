import type { CallKey } from '@orbita/protocol';
import type { CallContext, Ctx, Reply } from './context.ts';

/** Answers one call of the protocol. */
export type Handler<K extends CallKey> = (ctx: Ctx<K>) => Promise<Reply>;
/** A call with its handler, in the type that the pipeline's list has for calls of all kinds. */
export type Route = { key: CallKey; handler: (ctx: CallContext) => Promise<Reply> };

/** Joins a call of the protocol with its handler. */
export const route = <K extends CallKey>(key: K, handler: Handler<K>): Route => ({
  key,
  // The cast is safe because the pipeline calls a handler only with the context of the handler's own key.
  handler: handler as Route['handler'],
});

/** Builds the answer of a handler. */
export const reply = (status: number, body?: unknown, more: Omit<Reply, 'status' | 'body'> = {}): Reply => ({
  status,
  body,
  ...more,
});
