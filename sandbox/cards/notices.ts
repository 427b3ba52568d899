import { randomUUID } from 'node:crypto';
import { realNow } from '../clock.ts';
import type { Ledger } from '../ledger.ts';

interface Notice {
  id: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  attempts: number;
  /** Real time of the next attempt in milliseconds. */
  nextAt: number;
  state: 'waiting' | 'delivered' | 'given-up';
}

export interface Notices {
  /** Queues a notification; it is sent after `wait` milliseconds and repeated until a 2xx comes back. */
  add(to: { url: string; headers: Record<string, string> }, body: unknown, wait?: number): void;
  clear(): void;
  stop(): void;
}

const CALL_TIMEOUT = 10_000;

/** Sends a notification once; true when the receiver accepted it. */
async function post(notice: Notice, stop: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(notice.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'sandbox-acquirer', ...notice.headers },
      body: JSON.stringify(notice.body),
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(CALL_TIMEOUT)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Notifications of acquirers, kept in the ledger until delivered; `delays` are the pauses between attempts in milliseconds. */
export function openNotices(ledger: Ledger, delays: number[]): Notices {
  const table = ledger.table<Notice>('card-notice');
  const timers = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();

  const attempt = async (id: string): Promise<void> => {
    const before = table.get(id);
    if (!before) return;
    const taken = await post(before, stopping.signal);
    timers.delete(id);
    const now = table.get(id);
    if (stopping.signal.aborted || !now) return;
    const delay = delays[now.attempts];
    const next: Notice = {
      ...now,
      attempts: now.attempts + 1,
      state: taken ? 'delivered' : delay === undefined ? 'given-up' : 'waiting',
      nextAt: realNow() + (delay ?? 0),
    };
    table.put(id, next);
    schedule(next);
  };

  const schedule = (notice: Notice): void => {
    if (notice.state !== 'waiting' || timers.has(notice.id)) return;
    const wait = Math.max(0, notice.nextAt - realNow());
    timers.set(notice.id, setTimeout(() => void attempt(notice.id), wait).unref());
  };

  for (const left of table.values()) schedule(left);
  return {
    add: ({ url, headers }, body, wait = 0) => {
      const id = randomUUID();
      table.put(id, { id, url, headers, body, attempts: 0, nextAt: realNow() + wait, state: 'waiting' });
      const added = table.get(id);
      if (added) schedule(added);
    },
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
