import { type DescribedWebhook, describeAsked, approvalTexts as t } from '@orbita/domain/approval';
import type { ParsedBody } from '@orbita/protocol';
import { webhookKind } from '@orbita/protocol/messaging';
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

/** The command of a request about an endpoint: a new one, or the new values of an existing one. */
type WebhookCommand = { add: Added } | { id: number; change: Changed };

/**
 * Keeps a new endpoint for a second person: from then on it receives everything that happens to the institution's candidates,
 * like a never-ending export. Undefined for service tokens, which aren't held back.
 */
export async function secondForEndpoint(tx: Tx, asking: Asking, given: Added): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  await checkNewEndpoint(tx, asking.platform, asking.service, given);
  const to = {
    url: given.url,
    kinds: given.kinds ?? webhookKind.options,
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

/** Whether data would go somewhere new, or more kinds of data would go; sending less, or nothing, needs no approval. */
const sendsMore = (from: DescribedWebhook, to: DescribedWebhook): boolean =>
  to.active && (!from.active || to.url !== from.url || to.kinds.some((kind) => !from.kinds.includes(kind)));

/** The same for an endpoint changed so that it receives more, or moves elsewhere. */
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
  // A new address for a disabled endpoint would receive data as soon as somebody enables it.
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
 * Executes an endpoint change that a second person approved. Nobody knows its secret; the requester has a new one created and
 * shown by the call that rotates secrets.
 */
export const webhookAct: Act = {
  async run(tx, { platform, tenant, service, command }) {
    const asked = command as WebhookCommand;
    if ('add' in asked) await addEndpoint(tx, platform, tenant, service, asked.add);
    else await changeEndpoint(tx, platform, tenant, service, asked.id, () => asked.change);
    return undefined;
  },
};
