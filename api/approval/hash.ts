import { createHash } from 'node:crypto';
import type { ApprovalField } from '@orbita/domain/approval';
import type { ApprovalRow } from './store.ts';

/** JSON with the keys of every object sorted, so that equal values always serialise the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

export type Asked = Pick<
  ApprovalRow,
  'kind' | 'subject_kind' | 'subject_id' | 'person_id' | 'subscription_id' | 'amount_cents' | 'reason'
> & { institutions: readonly string[] | null; fields: readonly ApprovalField[]; requested_by: number };

/**
 * Hash of a request: of what its second person reads and of the command that is executed. `expiresAt` makes it unique per
 * request. 43 characters of base64url.
 */
export const hashOf = (asked: Asked, command: unknown, expiresAt: Date): string => {
  const read = [
    asked.kind,
    asked.subject_kind,
    asked.subject_id,
    asked.person_id,
    asked.subscription_id,
    asked.institutions,
    asked.amount_cents,
    asked.reason,
    asked.fields,
    asked.requested_by,
  ];
  return createHash('sha256')
    .update(canonical([...read, expiresAt.toISOString(), command ?? null]))
    .digest('base64url');
};
