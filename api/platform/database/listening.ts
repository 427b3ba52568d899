import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A server that is there but does not answer is noticed by a question, asked this often. */
const PROBE_MS = 2_000;
const PATIENCE_MS = 3_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

type Listener = { channel: string; heard: (payload: string) => void; missed: () => void };

/** Ends a connection without waiting for the other side. */
const cut = (client: pg.Client): void =>
  void (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

/**
 * One connection that listens to all channels of a process and comes back by itself. NOTIFY that came while it was
 * away is lost: once it listens again, `missed` of every listener is called, who then looks for what it was not told.
 */
export function createListening(url: string) {
  const listeners = new Set<Listener>();
  let current: Promise<pg.Client> | undefined;
  let stopped = false;

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'orbita listening',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => {
      for (const one of listeners) if (one.channel === channel) one.heard(payload ?? '');
    });
    try {
      await client.connect();
      for (const channel of new Set([...listeners].map((one) => one.channel)))
        await client.query(`listen ${channel}`);
    } catch (error) {
      cut(client);
      throw error;
    }
    const probe = setInterval(() => {
      client.query('select 1').catch(() => cut(client));
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
    /** Rejects when the database cannot be reached now. Returns how to stop. */
    async listen(channel: string, heard: Listener['heard'], missed: Listener['missed'] = () => undefined) {
      const one = { channel, heard, missed };
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
