import { createHmac, randomUUID } from 'node:crypto';
import type { World } from '../world.ts';

export const WHATSAPP_TOKEN = 'sandbox-whatsapp-token';
export const WHATSAPP_SECRET = 'sandbox-whatsapp-secret';
/** Business numbers that the sandbox simulates, and their owners. */
export const WHATSAPP_NUMBERS: Readonly<Record<string, string>> = { '100000000000002': 'beta' };
const ACCOUNT = '200000000000002';

const HOUR_MS = 3600_000;
const DAY_HOURS = 24;
const PAUSE_MS = 20;

const digits = (text: string): string => text.replace(/\D/g, '');
const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, PAUSE_MS).unref());

/** What happens to a message to a number, by endings like those of SMS, but distinct from them. */
export function fateOf(to: string): 'delivered' | 'nowhere' | 'held' | 'crowded' | 'unregistered' {
  const number = digits(to);
  if (number.endsWith('8881')) return 'nowhere';
  if (number.endsWith('8882')) return 'held';
  if (number.endsWith('8883')) return 'crowded';
  return number.endsWith('8884') ? 'unregistered' : 'delivered';
}

/** The number by which WhatsApp knows a phone. Many Brazilian ones predate the ninth digit. */
export const waIdOf = ({ strange }: Pick<World, 'strange'>, to: string): string => {
  const number = digits(to);
  return strange.is('whatsapp-no-ninth') && /^55\d{2}9\d{8}$/.test(number)
    ? number.slice(0, 4) + number.slice(5)
    : number;
};

const userOf = (waId: string): string => `BR.${digits(waId).slice(-8)}`;

/** Whether somebody wrote to us within the last day, so that we may reply in free text. */
export const maySpeak = ({ ledger, clock }: World, waId: string): boolean => {
  const at = ledger.table<string>('whatsapp-wrote').get(waId.slice(-8));
  return at !== undefined && clock.now().getTime() - new Date(at).getTime() < DAY_HOURS * HOUR_MS;
};

const seconds = ({ clock }: World): string => String(Math.floor(clock.now().getTime() / 1000));

const addressOf = ({ ledger, product }: World, phone: string): string =>
  ledger.table<string>('whatsapp-callback').get(phone) ??
  `${product.apiUrl}/orbita/api/operations/webhooks/whatsapp/${WHATSAPP_NUMBERS[phone]}`;

/** Unreadable entries, and some about other people's numbers. */
const unreadable = (value: object): unknown[] => [
  null,
  7,
  'mensagem',
  { field: 'messages' },
  { field: 'messages', value: { metadata: {}, statuses: [{}] } },
  { field: 'account_update', value: { event: 'VERIFIED' } },
  { field: 'messages', value: { ...value, metadata: { phone_number_id: '999999999999999' } } },
];

/** Sends a notification as Meta does: signed over its bytes, one change per entry. */
async function tell(world: World, phone: string, part: object): Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140000000', phone_number_id: phone },
    ...part,
  };
  const changes = [{ field: 'messages', value }];
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: world.strange.is('whatsapp-unreadable')
      ? [
          null,
          { id: ACCOUNT },
          { id: ACCOUNT, changes: [...unreadable(value), ...changes, ...unreadable(value)] },
        ]
      : [{ id: ACCOUNT, changes }],
  });
  const secret = world.strange.is('whatsapp-forged') ? 'another secret' : WHATSAPP_SECRET;
  await fetch(addressOf(world, phone), {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  }).catch(() => undefined);
}

interface Sent {
  id: string;
  to: string;
  reference: unknown;
}

const ERRORS = {
  nowhere: { code: 131026, title: 'Message undeliverable' },
  held: { code: 131049, title: 'This message was not delivered to maintain healthy ecosystem engagement.' },
  window: { code: 131047, title: 'Re-engagement message' },
} as const;

/** Reports the status of a message, in the order and number set by the switches. */
export async function report(
  world: World,
  phone: string,
  { id, to, reference }: Sent,
  end: 'delivered' | keyof typeof ERRORS,
): Promise<void> {
  const { strange } = world;
  const one = (status: string, more: object = {}) => ({
    statuses: [
      {
        ...{ id, status, timestamp: seconds(world), recipient_id: waIdOf(world, to) },
        recipient_user_id: userOf(to),
        ...(typeof reference === 'string' ? { biz_opaque_callback_data: reference } : {}),
        ...more,
      },
    ],
  });
  const failed = (name: keyof typeof ERRORS) =>
    one('failed', { errors: [{ ...ERRORS[name], error_data: { details: ERRORS[name].title } }] });
  const told =
    end === 'delivered' ? [one('sent'), one('delivered'), one('read')] : [one('sent'), failed(end)];
  if (strange.is('whatsapp-disordered')) told.reverse();
  if (strange.is('whatsapp-late-failure') && end === 'delivered') told.push(failed('nowhere'));
  for (const part of strange.is('whatsapp-repeated') ? told.flatMap((part) => [part, part]) : told) {
    await pause();
    await tell(world, phone, part);
  }
}

/** Somebody writes to a business number. */
export async function write(world: World, phone: string, from: string, text: string): Promise<void> {
  const waId = waIdOf(world, from);
  world.ledger.table<string>('whatsapp-wrote').put(waId.slice(-8), world.clock.now().toISOString());
  const message = {
    ...{ from: waId, from_user_id: userOf(waId), id: `wamid.${randomUUID()}`, timestamp: seconds(world) },
    ...{ type: 'text', text: { body: text } },
  };
  await tell(world, phone, {
    contacts: [{ profile: { name: 'Contato' }, wa_id: waId, user_id: userOf(waId) }],
    messages: world.strange.is('whatsapp-repeated') ? [message, message] : [message],
  });
}
