import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { networksOf } from './http/network.ts';
import type { Metrics } from './metrics.ts';

/** Who did it: known to the log by a pseudonym alone. An address counts as its network. */
export type Subject = { person: number } | { account: number } | { token: number } | { address: string };

type Of = { tenant: { id: number; alias: string } | undefined; subject: Subject; trace: string };
export type Refusal = Of & { call: string; code: string; status: number };
/**
 * `sign-in`: a way in and what came of it. `password`: a new one. `limit`: somebody does too much. `not-hers`: a
 * candidate asked for what belongs to somebody else. `foreign-tenant`: token or headers of one institution came to
 * another one.
 */
export type SecurityEvent = Of & {
  kind: 'sign-in' | 'password' | 'limit' | 'not-hers' | 'foreign-tenant';
  outcome: string;
  call?: string;
  status?: number;
};

const WINDOW_MS = 60_000;
/** Lines of one window: of a tenant, and of one kind of line within it. The rest is counted and told as a number. */
const LINES_PER_KIND = 20;
const LINES_PER_TENANT = 300;

type Told = { lines: number; kinds: Map<string, number>; leftOut: Map<string, number> };

/**
 * What the log keeps of refusals and of what concerns security (S27): each once, by tenant, call, code, request and a
 * pseudonym, never by ids or addresses of the request. A flood fills `/metrics`, not the disk: beyond some lines a
 * minute only their number is told, by `tellLeftOut`, once the minute is over.
 */
export function createSecurityLog(
  config: Pick<Config, 'secret'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  metrics: Metrics,
  wall: () => number,
) {
  const tenants = new Map<string, Told>();
  let began = wall();

  const pseudonymOf = ({ tenant, subject }: Of): string => {
    const [[kind, value] = ['', '']] = Object.entries(subject);
    const named = kind === 'address' ? networksOf(String(value)).near : value;
    return `${kind} ${createHmac('sha256', config.secret)
      .update(`subject:${tenant?.id}:${kind}:${named}`)
      .digest('base64url')
      .slice(0, 16)}`;
  };

  const tellLeftOut = (): void => {
    for (const [tenant, { leftOut }] of tenants)
      if (leftOut.size > 0)
        log.warn({ event: 'left-out', tenant, lines: Object.fromEntries(leftOut) }, 'lines were left out');
    tenants.clear();
    began = wall();
  };

  /** True when a line of this kind may be written; counts it as left out otherwise. */
  const mayTell = (tenant: string, kind: string, word: string): boolean => {
    const passed = wall() - began;
    if (passed >= WINDOW_MS || passed < 0) tellLeftOut();
    const told = tenants.get(tenant) ?? { lines: 0, kinds: new Map(), leftOut: new Map() };
    tenants.set(tenant, told);
    const same = told.kinds.get(kind) ?? 0;
    if (same < LINES_PER_KIND && told.lines < LINES_PER_TENANT) {
      told.kinds.set(kind, same + 1);
      told.lines += 1;
      return true;
    }
    told.leftOut.set(word, (told.leftOut.get(word) ?? 0) + 1);
    return false;
  };

  return {
    /** A call that was refused with 401, 403, 404 or 429. */
    refused(of: Refusal): void {
      const { call, code, status, trace } = of;
      metrics.refusals.inc({ call, code });
      const tenant = of.tenant?.alias ?? '-';
      if (mayTell(tenant, `${call} ${code}`, code))
        log.info({ event: 'refusal', tenant, call, code, status, subject: pseudonymOf(of), trace });
    },
    /** Something that whoever looks after the product wants to see. */
    event(of: SecurityEvent): void {
      const { kind, outcome, call, status, trace } = of;
      metrics.security.inc({ kind, outcome });
      const tenant = of.tenant?.alias ?? '-';
      if (!mayTell(tenant, `${kind} ${outcome} ${call}`, `${kind} ${outcome}`)) return;
      const line = {
        event: 'security',
        kind,
        outcome,
        tenant,
        call,
        status,
        subject: pseudonymOf(of),
        trace,
      };
      if (kind === 'sign-in' || kind === 'password') log.info(line);
      else log.warn(line);
    },
    tellLeftOut,
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
