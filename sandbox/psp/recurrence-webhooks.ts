import { withoutFinalSlashes } from '@orbita/domain/foundation';
import type { Clock } from '../clock.ts';
import type { Deliveries } from '../deliveries.ts';
import type { Ledger } from '../ledger.ts';
import type { Strange } from '../strange.ts';
import { noticeBody } from './banks.ts';
import type { RecurrenceWebhook } from './recurrence-types.ts';

export type RecurrenceTopic = 'rec' | 'cobr';

/** Names of the lists in notifications, as the standard spells them. */
const LISTS = { rec: 'recs', cobr: 'cobsr' } as const;

export interface RecurrenceWebhooks {
  get(clientId: string, topic: RecurrenceTopic): RecurrenceWebhook | undefined;
  set(clientId: string, topic: RecurrenceTopic, webhookUrl: string | null): void;
  /** Sends one item to the registered address, `…/rec` or `…/cobr`; does nothing without one. */
  notify(clientId: string, topic: RecurrenceTopic, item: object): void;
}

/** Webhooks of Pix Automático: one per receiver and topic, without a key. */
export function openRecurrenceWebhooks(
  ledger: Ledger,
  clock: Clock,
  deliveries: Deliveries,
  strange: Strange,
): RecurrenceWebhooks {
  const table = ledger.table<RecurrenceWebhook>('recurrence-webhook');
  const keyOf = (clientId: string, topic: RecurrenceTopic) => `${clientId}/${topic}`;
  return {
    get: (clientId, topic) => table.get(keyOf(clientId, topic)),
    set: (clientId, topic, webhookUrl) => {
      if (webhookUrl === null) table.remove(keyOf(clientId, topic));
      else table.put(keyOf(clientId, topic), { webhookUrl, createdAt: clock.now().toISOString() });
    },
    notify: (clientId, topic, item) => {
      const hook = table.get(keyOf(clientId, topic));
      if (!hook) return;
      deliveries.add(
        `${withoutFinalSlashes(hook.webhookUrl)}/${topic}`,
        noticeBody(LISTS[topic], item, strange),
      );
      deliveries.flush();
    },
  };
}
