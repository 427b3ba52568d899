import { ACCESS_CHANGES, type AccessChange, PROOF } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { notify, type Recipient } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { HostContext } from '../../platform/http/context.ts';
import type { AccessState } from './state.ts';

const recipientsOf = ({ email, cellPhone }: AccessState): Recipient[] => [
  ...(email ? [{ channel: 'email' as const, to: email }] : []),
  ...(cellPhone ? [{ channel: 'sms' as const, to: cellPhone }] : []),
];

/**
 * Records a change of contacts or sign-in methods with the state before it, and notifies the previous contacts (N-33): each
 * gets its own link that reverts it for 72 hours. A contact added by the change isn't notified. `what` describes it in more
 * detail than the kind.
 */
export async function tellChange(
  { platform, host }: Pick<HostContext, 'platform' | 'host'>,
  tx: Tx,
  personId: number,
  { kind, before, what }: { kind: AccessChange; before: AccessState; what?: string },
): Promise<void> {
  const now = platform.clock.now();
  const change = await tx.one<{ id: number }>(sql`
    insert into access_change (tenant_id, person_id, kind, before, at, expires_at)
    values (${tx.tenantId}, ${personId}, ${kind}, ${JSON.stringify(before)}::jsonb, ${now},
      ${new Date(now.getTime() + PROOF.undoHours * 3600_000)}) returning id`);
  if (!change) throw new Error('The change was not written');
  notify(tx, platform, {
    template: 'N-33',
    personId,
    institutionId: host.institutionId,
    dedupe: `change:${change.id}`,
    data: { alteracao: what ?? ACCESS_CHANGES[kind] },
    recipients: recipientsOf(before),
    undo: change.id,
  });
}
