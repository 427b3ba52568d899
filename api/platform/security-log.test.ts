import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { createSecurityLog } from './security-log.ts';

type Line = Record<string, unknown> & { event: string; subject?: string; lines?: Record<string, number> };

function started() {
  const lines: Line[] = [];
  const write = (line: unknown) => void lines.push(line as Line);
  const time = { now: 0 };
  const metrics = createMetrics();
  const log = { info: write, warn: write } as unknown as Parameters<typeof createSecurityLog>[1];
  return {
    lines,
    time,
    metrics,
    security: createSecurityLog({ secret: 'x'.repeat(40) }, log, metrics, () => time.now),
  };
}
const ALFA = { id: 1, alias: 'alfa' };
const BETA = { id: 2, alias: 'beta' };
const refusal = {
  tenant: ALFA,
  subject: { person: 7 },
  trace: 't',
  call: 'GET /x',
  code: 'NOT_FOUND',
  status: 404,
};

describe('S27: refusals in the log', () => {
  it('are limited per kind and tenant, and the rest is reported as a number', () => {
    const { lines, time, security } = started();
    for (let n = 0; n < 100_000; n++)
      security.refused({ ...refusal, subject: { address: `10.0.${n >> 8}.${n & 255}` } });
    expect(lines).toHaveLength(20);
    for (let n = 0; n < 100_000; n++) security.refused({ ...refusal, call: `GET /${n % 400}` });
    expect(lines).toHaveLength(300);
    security.refused({ ...refusal, tenant: BETA });
    security.event({
      kind: 'sign-in',
      outcome: 'entered',
      tenant: BETA,
      subject: { account: 1 },
      trace: 't',
    });
    expect(lines).toHaveLength(302);
    time.now = 60_000;
    security.refused(refusal);
    expect(lines).toHaveLength(304);
    expect(lines[302]).toEqual({ event: 'left-out', tenant: 'alfa', lines: { NOT_FOUND: 200_000 - 300 } });
    security.logLeftOut();
    expect(lines).toHaveLength(304);
  });

  it('are counted when left out', async () => {
    const { security, metrics } = started();
    for (let n = 0; n < 1000; n++) security.refused(refusal);
    for (let n = 0; n < 1000; n++) security.event({ ...refusal, kind: 'limit', outcome: 'RATE_LIMITED' });
    const shown = await metrics.registry.metrics();
    expect(shown).toContain('orbita_refusals_total{call="GET /x",code="NOT_FOUND"} 1000');
    expect(shown).toContain('orbita_security_events_total{kind="limit",outcome="RATE_LIMITED"} 1000');
  });

  it('name people by a stable pseudonym that differs between tenants, and a network as one', () => {
    const { lines, security } = started();
    const of = (
      tenant: typeof ALFA | undefined,
      subject: Parameters<typeof security.refused>[0]['subject'],
    ) => {
      security.refused({ ...refusal, tenant, subject });
      return lines.at(-1)?.subject;
    };
    const mine = of(ALFA, { person: 7 });
    expect(mine).toMatch(/^person [\w-]{16}$/);
    expect(of(ALFA, { person: 7 })).toBe(mine);
    const others = [
      of(ALFA, { person: 8 }),
      of(ALFA, { account: 7 }),
      of(BETA, { person: 7 }),
      of(undefined, { person: 7 }),
      of(ALFA, { address: '203.0.113.7' }),
    ];
    expect(new Set([mine, ...others]).size).toBe(6);
    expect(of(ALFA, { address: '2804:14c:7:1::1' })).toBe(of(ALFA, { address: '2804:14c:7:1::2' }));
    expect(JSON.stringify(lines)).not.toMatch(/203\.0|2804/);
  });
});
