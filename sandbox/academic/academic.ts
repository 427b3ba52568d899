import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ledger } from '../ledger.ts';

/** One student system: the secrets it checks with, and whether it answers with student numbers. */
interface AcademicSystem {
  name: string;
  secrets: string[];
  answersNumbers: boolean;
}

/** An event as received; a repeat increases its count instead of adding another one. */
interface AcademicNotice {
  id: string;
  system: string;
  type: string;
  body: unknown;
  times: number;
  at: string;
}

type Received =
  | { outcome: 'unknown' | 'refused' | 'malformed' }
  | { outcome: 'taken'; answer: { studentLyceumId?: string } };

export interface Academic {
  connect(system: AcademicSystem): void;
  system(name: string): AcademicSystem | undefined;
  receive(name: string, headers: Record<string, unknown>, body: string, now: Date): Received;
  /** Newest first. */
  notices(name?: string): AcademicNotice[];
  clear(): void;
}

/** Seconds, in both directions, for which a signature is valid; an old one may have been recorded. */
const TOLERANCE = 5 * 60;

/**
 * Verifies a webhook by the Standard Webhooks specification (standardwebhooks.com), as described in `docs/webhooks.md`:
 * HMAC-SHA256 over `id.timestamp.body`; one of the signatures must match one of the secrets.
 */
function isGenuine(
  secrets: readonly string[],
  headers: Record<string, unknown>,
  body: string,
  now: Date,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  if (!id || Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
    return signatures.split(' ').some((one) => {
      const [version, text = ''] = one.split(',');
      const given = Buffer.from(text, 'base64');
      return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  });
}

/** The same number for the same application, however often it is requested. */
const studentNumberOf = (subscriptionId: number, timestamp: string): string =>
  `${timestamp.slice(0, 4)}${String(subscriptionId).padStart(6, '0')}`;

type Event = { type?: unknown; timestamp?: unknown; data?: { subscriptionId?: unknown } };

const parsed = (body: string): Event | undefined => {
  try {
    return JSON.parse(body) as Event;
  } catch {
    return undefined;
  }
};

/** Student systems of institutions that listen to webhooks, and what was sent to them. */
export function openAcademic(ledger: Ledger): Academic {
  const systems = ledger.table<AcademicSystem>('academic-system');
  const notices = ledger.table<AcademicNotice>('academic-notice');
  return {
    connect: (system) => systems.put(system.name, system),
    system: (name) => systems.get(name),
    receive: (name, headers, body, now) => {
      const system = systems.get(name);
      if (!system) return { outcome: 'unknown' };
      if (!isGenuine(system.secrets, headers, body, now)) return { outcome: 'refused' };
      const event = parsed(body);
      const subscriptionId = event?.data?.subscriptionId;
      if (typeof event?.type !== 'string' || typeof subscriptionId !== 'number')
        return { outcome: 'malformed' };
      const id = String(headers['webhook-id']);
      const key = `${name} ${id}`;
      const known = notices.get(key);
      notices.put(
        key,
        known
          ? { ...known, times: known.times + 1 }
          : { id, system: name, type: event.type, body: event, times: 1, at: String(event.timestamp) },
      );
      const numbered = event.type === 'enrollment.completed' && system.answersNumbers;
      return {
        outcome: 'taken',
        answer: numbered ? { studentLyceumId: studentNumberOf(subscriptionId, String(event.timestamp)) } : {},
      };
    },
    notices: (name) =>
      notices
        .values()
        .filter(({ system }) => name === undefined || system === name)
        .reverse(),
    clear: () => notices.clear(),
  };
}
