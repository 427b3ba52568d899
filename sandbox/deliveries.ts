import { randomUUID } from 'node:crypto';
import { realNow } from './clock.ts';
import type { Ledger } from './ledger.ts';

interface Delivery {
  id: string;
  url: string;
  headers?: Record<string, string>;
  /** The whole message. */
  body: unknown;
  attempts: number;
  /** Real time of the next attempt in milliseconds. */
  nextAt: number;
  state: 'waiting' | 'delivered' | 'given-up';
  lastAnswer: string | null;
}

export interface Deliveries {
  /** Queues a notification; it is sent after `wait` milliseconds and repeated until a 2xx comes back. */
  add(url: string, body: unknown, wait?: number, headers?: Record<string, string>): void;
  /** Starts sending what `add` queued, including what a previous process left behind. */
  flush(): void;
  clear(): void;
  stop(): void;
}

/** Delays between attempts, in milliseconds; after the last one the provider gives up. */
export const RETRY_DELAYS = [1_000, 5_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000];
const CALL_TIMEOUT = 10_000;

/** Table in the ledger, and the user agent the provider sends. */
interface NoticeForm {
  table: string;
  agent: string;
}
const PIX_NOTICES: NoticeForm = { table: 'delivery', agent: 'sandbox-psp/2.9.0' };

const post = async (delivery: Delivery, form: NoticeForm, stop: AbortSignal): Promise<string> => {
  try {
    const answer = await fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': form.agent, ...delivery.headers },
      body: JSON.stringify(delivery.body),
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(CALL_TIMEOUT)]),
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Notifications of a provider, by default those of Pix (`{webhookUrl}/pix`, `/rec`, `/cobr`), kept until delivered. */
export function openDeliveries(ledger: Ledger, delays: number[], form = PIX_NOTICES): Deliveries {
  const table = ledger.table<Delivery>(form.table);
  const timers = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();

  const attempt = async (id: string): Promise<void> => {
    const before = table.get(id);
    if (!before) return;
    const lastAnswer = await post(before, form, stopping.signal);
    timers.delete(id);
    const now = table.get(id);
    if (stopping.signal.aborted || !now) return;
    const attempts = now.attempts + 1;
    const delivered = /^2\d\d$/.test(lastAnswer);
    const delay = delays[attempts - 1];
    const state = delivered ? 'delivered' : delay === undefined ? 'given-up' : 'waiting';
    const next = {
      ...now,
      attempts,
      lastAnswer,
      state,
      nextAt: realNow() + (delay ?? 0),
    } satisfies Delivery;
    table.put(id, next);
    schedule(next);
  };

  const schedule = (delivery: Delivery): void => {
    if (delivery.state !== 'waiting' || timers.has(delivery.id)) return;
    const wait = Math.max(0, delivery.nextAt - realNow());
    timers.set(delivery.id, setTimeout(() => void attempt(delivery.id), wait).unref());
  };

  const flush = (): void => {
    for (const delivery of table.values()) schedule(delivery);
  };

  return {
    add: (url, body, wait = 0, headers = {}) => {
      const id = randomUUID();
      table.put(id, {
        id,
        url,
        headers,
        body,
        attempts: 0,
        nextAt: realNow() + wait,
        state: 'waiting',
        lastAnswer: null,
      });
    },
    flush,
    clear: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      table.clear();
    },
    stop: () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
