import { createHash } from 'node:crypto';

type Named = { id: number; dedupe_key: string; created_at: Date };

/**
 * Identifies a message to the service that carries it: the same for every attempt, so that a repeat after a crash is
 * recognised. It starts with the message's id, so that a report can be matched.
 */
export const referenceOf = (tenantId: number, { id, dedupe_key, created_at }: Named): string =>
  `${id}-${createHash('sha256')
    .update(`${tenantId}:${id}:${dedupe_key}:${created_at.toISOString()}`)
    .digest('hex')
    .slice(0, 32)}`;

/** Id of the message with this reference; undefined for text that isn't a reference. */
export function numberIn(reference: string): number | undefined {
  const found = /^(\d{1,15})-[0-9a-f]{32}$/.exec(reference);
  return found ? Number(found[1]) : undefined;
}
