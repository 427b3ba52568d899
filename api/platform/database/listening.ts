import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { payloadsOf } from './notes.ts';

/** Milliseconds between probes, which detect a server that is connected but not responding. */
const PROBE_MS = 2_000;
const PATIENCE_MS = 3_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

type Listener = { channel: string; received: (payload: string) => void; missed: () => void };

/** Channel on which a process checks that it receives its own notifications. */
const SELF = 'orbita_self';
/** Number of probes between two notifications to oneself, each of which is a commit: half a minute. */
const HEARS_EVERY = 15;

/** A transaction-mode pooler accepts LISTEN but delivers nothing, without reporting an error. */
class DeafConnection extends Error {
  constructor() {
    super(
      'Notifications do not come back: a pooler stands before the database. ORBITA_LISTEN_DATABASE_URL names the server itself.',
    );
  }
}

/** Closes a connection without waiting for the other side. */
const cut = (client: pg.Client): void =>
  void (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

/**
 * Opens one connection that listens to all channels of a process and reconnects automatically. A NOTIFY sent while it was
 * disconnected is lost: once it listens again, it calls `missed` of every listener, which then re-reads the data. It notifies
 * itself at the start and regularly afterwards, to check that notifications arrive; `notify` sends these on another connection.
 */
export function createListening(url: string, notify: (channel: string, payload: string) => Promise<unknown>) {
  const listeners = new Set<Listener>();
  let current: Promise<pg.Client> | undefined;
  let stopped = false;

  const hears = async (client: pg.Client): Promise<boolean> => {
    const sign = randomUUID();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const received = ({ payload }: pg.Notification) => payload === sign && resolve(true);
    client.on('notification', received);
    try {
      await notify(SELF, sign);
      return await Promise.race([promise, pause(PATIENCE_MS, false, { ref: false })]);
    } finally {
      client.off('notification', received);
    }
  };

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'orbita listening',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => {
      for (const one of listeners)
        if (one.channel === channel) for (const said of payloadsOf(payload ?? '')) one.received(said);
    });
    try {
      await client.connect();
      for (const channel of new Set([SELF, ...[...listeners].map((one) => one.channel)]))
        await client.query(`listen ${channel}`);
      if (!(await hears(client))) throw new DeafConnection();
    } catch (error) {
      cut(client);
      throw error;
    }
    let probes = 0;
    const probe = setInterval(() => {
      client.query('select 1').catch(() => cut(client));
      probes += 1;
      // If the database accepts no notification, the probe above decides whether this connection is alive.
      if (probes % HEARS_EVERY === 0)
        hears(client)
          .then((heard) => heard || cut(client))
          .catch(() => undefined);
    }, PROBE_MS);
    client.once('end', () => {
      clearInterval(probe);
      if (!stopped) current = openAgain();
    });
    return client;
  };

  const openAgain = async (): Promise<pg.Client> => {
    for (let wait = FIRST_PAUSE_MS; !stopped; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
      try {
        const client = await open();
        for (const one of listeners) one.missed();
        return client;
      } catch {
        await pause(wait);
      }
    }
    throw new Error('Listening has ended');
  };

  return {
    /** Listens to a channel. Rejects when the database is unreachable. Returns a function that stops listening. */
    async listen(
      channel: string,
      received: Listener['received'],
      missed: Listener['missed'] = () => undefined,
    ) {
      const one = { channel, received, missed };
      listeners.add(one);
      try {
        current ??= open();
        const client = await current;
        await client.query(`listen ${channel}`);
      } catch (error) {
        listeners.delete(one);
        if (listeners.size === 0) current = undefined;
        throw error;
      }
      return async () => void listeners.delete(one);
    },
    async close(): Promise<void> {
      stopped = true;
      const client = await current?.catch(() => undefined);
      if (client) cut(client);
    },
  };
}
