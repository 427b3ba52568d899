import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { networksOf } from './http/network.ts';
import type { Metrics } from './metrics.ts';

/** Subject of an event; the log shows only a pseudonym. An address is identified by its network. */
export type Subject = { person: number } | { account: number } | { token: number } | { address: string };

type Of = { tenant: { id: number; alias: string } | undefined; subject: Subject; trace: string };
export type Refusal = Of & { call: string; code: string; status: number };
/**
 * `sign-in`: a sign-in and its outcome. `password`: a new password. `limit`: a subject exceeded a limit. `not-hers`: a
 * candidate requested another person's data. `foreign-tenant`: a token or headers of one institution were sent to another one.
 */
export type SecurityEvent = Of & {
  kind: 'sign-in' | 'password' | 'limit' | 'not-hers' | 'foreign-tenant';
  outcome: string;
  call?: string;
  status?: number;
};

const WINDOW_MS = 60_000;
/** Maximum number of lines per window, for one kind of line and for a tenant; further lines are only counted. */
const LINES_PER_KIND = 20;
const LINES_PER_TENANT = 300;

type Logged = { lines: number; kinds: Map<string, number>; leftOut: Map<string, number> };

/**
 * Logs refusals and security events (S27): by tenant, call, code, request and a pseudonym, never by ids or URLs of the request.
 * A flood raises the counters of `/metrics` but does not fill the disk: above a number of lines per minute, `logLeftOut` only
 * reports after the minute how many were left out.
 */
export function createSecurityLog(
  config: Pick<Config, 'secret'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  metrics: Metrics,
  wall: () => number,
) {
  const tenants = new Map<string, Logged>();
  let began = wall();

  const pseudonymOf = ({ tenant, subject }: Of): string => {
    const [[kind, value] = ['', '']] = Object.entries(subject);
    const named = kind === 'address' ? networksOf(String(value)).near : value;
    return `${kind} ${createHmac('sha256', config.secret)
      .update(`subject:${tenant?.id}:${kind}:${named}`)
      .digest('base64url')
      .slice(0, 16)}`;
  };

  const logLeftOut = (): void => {
    for (const [tenant, { leftOut }] of tenants)
      if (leftOut.size > 0)
        log.warn({ event: 'left-out', tenant, lines: Object.fromEntries(leftOut) }, 'lines were left out');
    tenants.clear();
    began = wall();
  };

  /** Whether a line of this kind may be written; otherwise it is counted as left out. */
  const mayLog = (tenant: string, kind: string, word: string): boolean => {
    const passed = wall() - began;
    if (passed >= WINDOW_MS || passed < 0) logLeftOut();
    const logged = tenants.get(tenant) ?? { lines: 0, kinds: new Map(), leftOut: new Map() };
    tenants.set(tenant, logged);
    const same = logged.kinds.get(kind) ?? 0;
    if (same < LINES_PER_KIND && logged.lines < LINES_PER_TENANT) {
      logged.kinds.set(kind, same + 1);
      logged.lines += 1;
      return true;
    }
    logged.leftOut.set(word, (logged.leftOut.get(word) ?? 0) + 1);
    return false;
  };

  return {
    /** Logs a call that was refused with 401, 403, 404 or 429. */
    refused(of: Refusal): void {
      const { call, code, status, trace } = of;
      metrics.refusals.inc({ call, code });
      const tenant = of.tenant?.alias ?? '-';
      if (mayLog(tenant, `${call} ${code}`, code))
        log.info({ event: 'refusal', tenant, call, code, status, subject: pseudonymOf(of), trace });
    },
    /** Logs a security event for the operators of the product. */
    event(of: SecurityEvent): void {
      const { kind, outcome, call, status, trace } = of;
      metrics.security.inc({ kind, outcome });
      const tenant = of.tenant?.alias ?? '-';
      if (!mayLog(tenant, `${kind} ${outcome} ${call}`, `${kind} ${outcome}`)) return;
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
    logLeftOut,
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
