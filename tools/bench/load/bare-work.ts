import type { Call, Connection } from './connection.ts';

/** Rows that the bare server reads and updates for a lane. */
export type BareLane = { connection: Connection; url: string; subscriptionId: number; draftId: number };

/** The request to the bare server that corresponds to a call of the product: read, update or insert. */
export function bareRequest({ method, body }: Pick<Call, 'method' | 'body'>, lane: BareLane) {
  if (method === 'GET') return { method, url: `${lane.url}/${lane.subscriptionId}`, content: undefined };
  const content = Buffer.from(JSON.stringify({ body }));
  if (method === 'PUT') return { method, url: `${lane.url}/${lane.draftId}`, content };
  return { method: 'POST', url: `${lane.url}/`, content };
}

/**
 * The bare counterpart of a piece of work: as many calls as the product's, one after the other on the same connection, each a
 * single plain statement. It never waits for others: no payment is awaited and no password is hashed.
 */
export async function workBare(calls: readonly Call[], lane: BareLane): Promise<void> {
  for (const call of calls) {
    const { method, url, content } = bareRequest(call, lane);
    const headers: Record<string, string> = content ? { 'content-type': 'application/json' } : {};
    const { status, text } = await lane.connection.exchange(method, url, headers, content);
    if (status >= 300) throw new Error(`The bare server answered ${status} to ${method}: ${text}`);
    // The product's responses are parsed as well.
    JSON.parse(text);
  }
}
