import { createClock } from '../../api/platform/clock.ts';
import type { Config } from '../../api/platform/config.ts';
import { loadConfig } from '../../api/platform/config.ts';
import type { Platform } from '../../api/platform/platform.ts';
import { assemblePlatform, start } from '../../api/start.ts';
import { Client } from '../client.ts';
import { PROXIED } from '../proxied.ts';
import type { Stage } from '../walker.ts';

/** Milliseconds between two checks of what visitors wait for. */
const EVERY_MS = 1_000;
/** Jobs whose results people wait for: files are scanned, PDFs made, messages sent. */
const SOON = ['scan', 'contract-copy', 'outbox'];

/**
 * Left to the product's own worker once the past is over: it cleans up, or concerns only the present. Here each of these would
 * run for every day of the six weeks.
 */
const LEFT_TO_THE_PRESENT = new Set([
  ...[
    'sign-in-clean-up',
    'staff-clean-up',
    'academic-catalogue',
    'notice-address',
    'storage-sweep',
    'upload-sweep',
    'document-sweep',
  ],
  ...[
    'retention',
    'anonymisation',
    'erasure-list',
    'erasure-repeat',
    'idempotency-clean-up',
    'export',
    'export-sweep',
    'webhooks',
  ],
]);
/** The comparison with the banks reads the preceding days, so it runs at the end of the past. */
const AT_THE_END = 'comparison';
const COMPARED_MS = 2 * 86_400_000;

/** Does the work people wait for or, with `whole`, all of a day's work, `ago` milliseconds before the present. */
export async function workOf(
  { jobs }: Platform,
  { whole, ago }: { whole: boolean; ago: number },
): Promise<void> {
  const daily = jobs.names().filter((name) => !LEFT_TO_THE_PRESENT.has(name));
  const due = whole ? daily.filter((name) => ago < COMPARED_MS || name !== AT_THE_END) : SOON;
  for (const name of due) await jobs.run(name);
}

export type PastStage = Stage & {
  /**
   * Moves product and sandbox of the past to an instant and does the work people wait for or, with `whole`, all of a day's
   * work.
   */
  moveTo(instant: number, whole: boolean): Promise<void>;
  close(): Promise<void>;
};

/**
 * A second instance of the product, on the same data but at an earlier time and on a port that only this machine reaches: what
 * the demo's people do there goes through the same calls as everything else, weeks before the product's own visitors.
 */
export async function openPast(
  live: Platform,
  given: { environment: Record<string, string | undefined>; port: number; operationsToken: string },
): Promise<PastStage> {
  const { sandbox } = live.config;
  if (!sandbox) throw new Error('The demo needs the simulated world');
  const config: Config = {
    ...loadConfig({
      ...given.environment,
      ...PROXIED,
      HOST: '127.0.0.1',
      PORT: String(given.port),
      ORBITA_SIGN_UPS_PER_HOUR: '1000000',
      ORBITA_CALLS_PER_MINUTE: '1000000',
    }),
    role: 'api',
  };
  const clock = createClock();
  // The database stays open for the visitors when the past ends.
  const db = Object.create(live.db, { close: { value: async () => undefined } }) as Platform['db'];
  const platform = await assemblePlatform(config, db, { clock });
  const started = await start(config, platform);
  // Links in messages lead to the visitors' address.
  if (live.address.url) platform.address.url = live.address.url;

  const operationsOf = (alias: string) => {
    const client = new Client(started.url, `${alias}.localhost`);
    client.headers = { authorization: `Bearer ${given.operationsToken}`, 'x-tenant-alias': alias };
    return client;
  };
  let present = 0;
  const moveTo = async (instant: number, whole: boolean) => {
    const now = new Date(instant);
    const answer = await fetch(`${sandbox.url}/control/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-control-key': sandbox.key },
      body: JSON.stringify({ now: now.toISOString() }),
    });
    if (!answer.ok) throw new Error(`The simulated world keeps its clock: ${answer.status}`);
    clock.set(now);
    await workOf(platform, { whole, ago: live.clock.now().getTime() - instant });
    // Nothing of the past is pending now, so what the present sends was written by a visitor.
    if (live.clock.wall() - present < EVERY_MS) return;
    present = live.clock.wall();
    for (const job of SOON) await live.jobs.run(job);
  };
  return {
    platform,
    url: started.url,
    clock,
    operations: operationsOf('alfa'),
    operationsOf,
    visitor: (host = 'cua.alfa.localhost') => new Client(started.url, host),
    moveTo,
    async close() {
      await fetch(`${sandbox.url}/control/clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-control-key': sandbox.key },
        body: JSON.stringify({ now: null }),
      });
      await started.close();
    },
  };
}
