import { createHash } from 'node:crypto';

type Named = { id: number; dedupe_key: string; created_at: Date };

/**
 * Name of a message for the service that carries it: the same for every attempt, so that a repeat after a crash is recognised.
 * The number of the message stands in front, so that a report finds it.
 */
export const referenceOf = (tenantId: number, { id, dedupe_key, created_at }: Named): string =>
  `${id}-${createHash('sha256')
    .update(`${tenantId}:${id}:${dedupe_key}:${created_at.toISOString()}`)
    .digest('hex')
    .slice(0, 32)}`;

/** Number of the message with this reference; undefined for a text that is none. */
export function numberIn(reference: string): number | undefined {
  const found = /^(\d{1,15})-[0-9a-f]{32}$/.exec(reference);
  return found ? Number(found[1]) : undefined;
}
