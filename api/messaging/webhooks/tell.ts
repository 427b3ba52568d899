import { entryOf } from '@orbita/domain/foundation';
import type { WebhookKind } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { LiveEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { type DataOf, notifyInstitution, type Subject } from './write.ts';

type About = Subject & { external_id: string | null; institution: string };
/** What a kind reports in addition to the application's identity. */
type Own<K extends WebhookKind> = Omit<
  DataOf<K>,
  'subscriptionId' | 'externalId' | 'institution' | 'version'
>;

/** Notifies the institution's systems that listen to a kind; makes no further queries if none does. */
export async function tellInstitution<K extends WebhookKind>(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  type: K,
  data: Own<K>,
): Promise<void> {
  const about = await tx.one<About>(sql`
    select s.id, s.person_id, s.institution_id, s.version, s.external_id, i.code as institution, t.time_zone
    from subscription s
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    join tenant t on t.id = s.tenant_id
    where s.tenant_id = ${tx.tenantId} and s.id = ${subscriptionId}
      and exists (select from webhook_endpoint e where e.tenant_id = s.tenant_id and e.institution_id = s.institution_id
        and e.state <> 'removed' and ${type}::text = any(e.kinds))`);
  if (!about) return;
  const { id, external_id: externalId, institution, version } = about;
  const said = { subscriptionId: id, externalId, institution, version, ...data } as unknown as DataOf<K>;
  await notifyInstitution(tx, platform, about, type, said);
}

type Told = { [K in WebhookKind]: { type: K; data: Own<K> } }[WebhookKind];

/** Payment data of a live event, with the same names. */
const moneyOf = ({ paymentId, purpose, method, amount, state }: LiveEvent['data']) =>
  ({ paymentId, purpose, method, amount, state }) as Own<'payment.confirmed'>;
const monthOf = ({ number, dueDay, amount }: LiveEvent['data']) =>
  ({ number, dueDay, amount }) as Own<'recurrence.charged'>;

/** What the institution is told about a live event; candidates' pages get the whole event. */
const TOLD: Readonly<Record<string, (data: LiveEvent['data']) => Told | undefined>> = {
  'document.reviewed': ({ documentId, name, state, reason = null }) => ({
    type: 'document.reviewed',
    data: { documentId, name, state, reason } as Own<'document.reviewed'>,
  }),
  'essay.finished': ({ essayId }) => ({ type: 'essay.finished', data: { essayId: Number(essayId) } }),
  'essay.timed-out': ({ essayId, delivered }) =>
    delivered ? { type: 'essay.finished', data: { essayId: Number(essayId) } } : undefined,
  'essay.graded': ({ essayId, approved, score }) => ({
    type: 'essay.graded',
    data: { essayId, approved, score } as Own<'essay.graded'>,
  }),
  'payment.confirmed': (data) => ({ type: 'payment.confirmed', data: moneyOf(data) }),
  'payment.manual-decided': (data) =>
    data.decision === 'settled' ? { type: 'payment.confirmed', data: moneyOf(data) } : undefined,
  'payment.late': (data) => ({ type: 'payment.late', data: moneyOf(data) }),
  'payment.refunded': (data) => ({ type: 'payment.refunded', data: moneyOf(data) }),
  'recurrence.charged': (data) => ({ type: 'recurrence.charged', data: monthOf(data) }),
  'recurrence.failed': (data) => ({ type: 'recurrence.failed', data: monthOf(data) }),
  'recurrence.refunded': (data) => ({ type: 'recurrence.refunded', data: monthOf(data) }),
};

/** Notifies the institution's systems of a live event, if they listen to it. */
export async function tellOfEvent(tx: Tx, platform: Platform, event: LiveEvent): Promise<void> {
  const told = entryOf(TOLD, event.type)?.(event.data);
  if (told)
    await tellInstitution(tx, platform, event.subscriptionId, told.type, told.data as Own<typeof told.type>);
}
