import { openDeliveries } from '../deliveries.ts';
import type { Ledger } from '../ledger.ts';

/** Notifications of acquirers, sent at once and until delivered; `delays` are the pauses between attempts in milliseconds. */
export function openNotices(ledger: Ledger, delays: number[]) {
  const deliveries = openDeliveries(ledger, delays, { table: 'card-notice', agent: 'sandbox-acquirer' });
  deliveries.flush();
  return {
    ...deliveries,
    /** Queues a notification; it is sent after `wait` milliseconds and repeated until a 2xx comes back. */
    add({ url, headers }: { url: string; headers: Record<string, string> }, body: unknown, wait?: number) {
      deliveries.add(url, body, wait, headers);
      deliveries.flush();
    },
  };
}
