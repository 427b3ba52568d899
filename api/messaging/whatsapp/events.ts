import { entryOf } from '@orbita/domain/foundation';
import { asksToStop, whatsAppTrouble } from '@orbita/domain/messaging';
import { z } from 'zod';

/** The fate of a message according to a report; `carrier` is the message's id at WhatsApp. */
export type WhatsAppReport = {
  carrier: string;
  reference: string | null;
  /** The person's id with this business. */
  user: string | null;
  outcome: 'sent' | 'delivered' | 'failed';
  reason: string;
};

/** Somebody wrote to our number, or told WhatsApp they want no more messages from it. */
export type WhatsAppWord = {
  /** The sender's number; null if hidden. */
  from: string | null;
  user: string | null;
  /** Our message they replied to. */
  answers: string | null;
  stops: boolean;
  /** May be answered: the person wrote themselves. */
  wrote: boolean;
  at: Date | null;
};

export type WhatsAppEvents = { reports: WhatsAppReport[]; words: WhatsAppWord[] };

const MOST_ITEMS = 1_000;
const id = z.string().regex(/^[\w.=+/:-]{1,200}$/);
const number = z.string().regex(/^[1-9]\d{6,14}$/);
const list = z.array(z.unknown()).max(MOST_ITEMS).catch([]);
const perhaps = <T extends z.ZodType>(shape: T) => shape.nullish().catch(null);

const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  statuses: list,
  messages: list,
  user_preferences: list,
});
const change = z.object({ value });
const notice = z.object({ entry: list });
const entry = z.object({ changes: list });

const OUTCOMES: Readonly<Record<string, WhatsAppReport['outcome']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  played: 'delivered',
  failed: 'failed',
};

const status = z.object({
  id,
  status: z.string().max(40),
  biz_opaque_callback_data: perhaps(z.string().max(60)),
  recipient_user_id: perhaps(id),
  errors: perhaps(z.array(z.object({ code: z.number().int() })).max(20)),
});

const inbound = z.object({
  from: perhaps(number),
  from_user_id: perhaps(id),
  timestamp: perhaps(z.string().regex(/^\d{1,12}$/)),
  type: z.string().max(40),
  context: perhaps(z.object({ id: perhaps(id) })),
  text: perhaps(z.object({ body: z.string().max(10_000) })),
  button: perhaps(z.object({ text: z.string().max(1_000) })),
  interactive: perhaps(z.object({ button_reply: z.object({ title: z.string().max(1_000) }) })),
});

const preference = z.object({
  wa_id: perhaps(number),
  user_id: perhaps(id),
  value: z.string().max(40),
  timestamp: perhaps(z.union([z.number().int(), z.string().regex(/^\d{1,12}$/)])),
});

const readAll = <T>(items: readonly unknown[], shape: z.ZodType<T>): T[] =>
  items.flatMap((item) => {
    const read = shape.safeParse(item);
    return read.success ? [read.data] : [];
  });

/** A time from seconds since 1970; null if it isn't a valid date. */
function moment(seconds: string | number | null | undefined): Date | null {
  if (seconds === null || seconds === undefined) return null;
  const at = new Date(Number(seconds) * 1000);
  return Number.isNaN(at.getTime()) ? null : at;
}

function reportOf(read: z.output<typeof status>): WhatsAppReport[] {
  const outcome = entryOf(OUTCOMES, read.status);
  if (!outcome) return [];
  const code = read.errors?.[0]?.code;
  return [
    {
      carrier: read.id,
      reference: read.biz_opaque_callback_data ?? null,
      user: read.recipient_user_id ?? null,
      outcome,
      reason: code === undefined ? 'no reason given' : (whatsAppTrouble(code)?.words ?? `code ${code}`),
    },
  ];
}

const saidIn = ({ text, button, interactive }: z.output<typeof inbound>): string =>
  text?.body ?? button?.text ?? interactive?.button_reply.title ?? '';

/** Kinds of chat notices that nobody wrote. */
const UNWRITTEN = ['system', 'reaction', 'unsupported', 'errors', 'unknown'];

const wordOf = (read: z.output<typeof inbound>): WhatsAppWord => ({
  from: read.from ?? null,
  user: read.from_user_id ?? null,
  answers: read.context?.id ?? null,
  stops: asksToStop(saidIn(read)),
  wrote: !UNWRITTEN.includes(read.type),
  at: moment(read.timestamp),
});

const refusalOf = (read: z.output<typeof preference>): WhatsAppWord[] =>
  read.value === 'stop'
    ? [
        {
          ...{
            from: read.wa_id ?? null,
            user: read.user_id ?? null,
            answers: null,
            stops: true,
            wrote: false,
          },
          at: moment(read.timestamp),
        },
      ]
    : [];

/**
 * What a WhatsApp notice says about one of our numbers. It may contain several entries for several numbers; those about others,
 * and items that can't be parsed, are skipped without affecting the rest.
 */
export function readWhatsAppEvents(body: unknown, phoneNumberId: string): WhatsAppEvents {
  const entries = readAll(notice.safeParse(body).data?.entry ?? [], entry);
  const ours = entries
    .flatMap(({ changes }) => readAll(changes, change))
    .map((one) => one.value)
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  const all = (name: 'statuses' | 'messages' | 'user_preferences') =>
    ours.flatMap((one) => one[name]).slice(0, MOST_ITEMS);
  return {
    reports: readAll(all('statuses'), status).flatMap(reportOf),
    words: [
      ...readAll(all('messages'), inbound).map(wordOf),
      ...readAll(all('user_preferences'), preference).flatMap(refusalOf),
    ],
  };
}
