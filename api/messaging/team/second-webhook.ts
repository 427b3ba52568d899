import { type DescribedWebhook, describeAsked, approvalTexts as t } from '@orbita/domain/approval';
import type { ParsedBody } from '@orbita/protocol';
import type { Act } from '../../approval/act.ts';
import { askSecond } from '../../approval/ask.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Reply, ServiceContext } from '../../platform/http/context.ts';
import {
  addEndpoint,
  changeEndpoint,
  checkAddress,
  checkNewEndpoint,
  lockEndpoint,
} from './webhook-endpoints.ts';

type Asking = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;
type Added = ParsedBody<'POST /operations/webhook-endpoints'>;
type Changed = ParsedBody<'PUT /operations/webhook-endpoints/{id}'>;

/** What a request about an address says: a new one, or one as it shall be. */
type WebhookCommand = { add: Added } | { id: number; change: Changed };

const ALL = ['subscription.status-changed', 'enrollment.completed'];

/**
 * Keeps a new address for a second person: what happens to everybody of an institution is sent there from then on, as an export
 * that never ends. Undefined for service tokens, which are not held back.
 */
export async function secondForEndpoint(tx: Tx, asking: Asking, given: Added): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  await checkNewEndpoint(tx, asking.platform, asking.service, given);
  const to = {
    url: given.url,
    kinds: given.kinds ?? ALL,
    description: given.description ?? '',
    active: true,
  };
  return askSecond(tx, asking, {
    kind: 'webhook',
    subject: { kind: 'webhook', id: null, name: `${given.institution} ${given.url}` },
    institutions: [given.institution],
    summary: t.webhookAdd,
    fields: describeAsked.webhook({ institution: given.institution, from: null, to }),
    command: { add: given },
  });
}

/** Whether data go where, or of what, they did not go before; to send less, or nothing, needs nobody. */
const sendsMore = (from: DescribedWebhook, to: DescribedWebhook): boolean =>
  to.active && (!from.active || to.url !== from.url || to.kinds.some((kind) => !from.kinds.includes(kind)));

/** The same for an address that is changed so that more is sent, or elsewhere. */
export async function secondForChangedEndpoint(
  tx: Tx,
  asking: Asking,
  id: number,
  read: () => Changed,
): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  const { institution, url, kinds, description, state } = await lockEndpoint(tx, asking.service, id);
  const given = read();
  checkAddress(asking.platform, given.url);
  const from = { url, kinds, description, active: state === 'active' };
  const to = {
    url: given.url,
    kinds: given.kinds ?? kinds,
    description: given.description ?? description,
    active: given.state === 'active',
  };
  // A new address of a disabled one would be sent to as soon as somebody switches it on.
  if (!sendsMore(from, to) && to.url === from.url) return undefined;
  return askSecond(tx, asking, {
    kind: 'webhook',
    subject: { kind: 'webhook', id },
    institutions: [institution],
    summary: t.webhookChange,
    fields: describeAsked.webhook({ institution, from, to }),
    command: { id, change: given },
  });
}

/**
 * An address that a second person approved. Its secret nobody knows; who asked has a new one made and shown by the call that
 * changes secrets.
 */
export const webhookAct: Act = {
  async run(tx, { platform, tenant, service, command }) {
    const asked = command as WebhookCommand;
    if ('add' in asked) await addEndpoint(tx, platform, tenant, service, asked.add);
    else await changeEndpoint(tx, platform, tenant, service, asked.id, () => asked.change);
    return undefined;
  },
};
