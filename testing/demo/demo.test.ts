import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDemoCatalogue } from '../../api/catalogue/demo.ts';
import { enterCardNotices } from '../../api/payment/demo-notices.ts';
import { Client } from '../client.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../harness.ts';
import { fillPast } from './fill.ts';
import { wantsDemo } from './index.ts';
import { workOf } from './stage.ts';
import { demoTasks } from './tasks.ts';

/** Days and times at which somebody may start the demo, whose catalogue is moved to them. */
const MOMENTS = ['2026-11-25T14:20:00-03:00', '2026-11-29T09:38:00-03:00'];

describe.each(MOMENTS)('the demo started at %s', (NOW) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ now: NOW, callsPerMinute: 1_000_000, environment: {} });
    await applyDemoCatalogue(harness.platform, { showcase: true });
    const at = harness.platform.config.publicUrl;
    harness.platform.config.publicUrl = harness.url;
    await enterCardNotices(harness.platform, { url: `${harness.sandbox.url}/control`, key: 'control' });
    harness.platform.config.publicUrl = at;
  });
  afterAll(() => harness?.stop());

  it('runs by calls, none of them refused, and shows every lasting status at least twice', {
    timeout: 600_000,
  }, async () => {
    const { platform, clock, sandbox } = harness;
    expect(await wantsDemo(platform, 'empty')).toBe(false);
    expect(await wantsDemo(platform, undefined)).toBe(true);
    const refused = await fillPast(
      {
        ...harness,
        async moveTo(instant, whole) {
          const now = new Date(instant);
          await fetch(`${sandbox.url}/control/clock`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
            body: JSON.stringify({ now: now.toISOString() }),
          });
          clock.set(now);
          await workOf(platform, { whole, ago: Date.parse(NOW) - instant });
        },
        close: async () => undefined,
      },
      Date.parse(NOW),
    );
    expect(refused.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([]);
    // Applications exist now, so that nobody's data would ever be mixed with invented ones.
    expect(await wantsDemo(platform, undefined)).toBe(false);

    const found = new Map<number, number>();
    for (const tenantId of await platform.db.tenantIds())
      for (const { status, n } of await platform.db.tenant(tenantId).many<{ status: number; n: number }>(sql`
      select status, count(*)::int as n from subscription where tenant_id = ${tenantId} group by status`))
        found.set(status, (found.get(status) ?? 0) + n);
    // 4 is left in the move that enters it, and 15 is reserved.
    const lasting = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21];
    expect(lasting.filter((status) => (found.get(status) ?? 0) < 2)).toEqual([]);
  });

  it('has what a visitor looks for: people waiting for a full class, a request near its end, a second grade, an expiring voucher', async () => {
    const now = Date.parse(NOW);
    const [row] = await harness.platform.db.tenant(1).many<Record<string, number>>(sql`
    select (select count(*)::int from subscription where tenant_id = 1 and awaits_class) as waiting,
      (select count(*)::int from privacy_request where tenant_id = 1 and state = 'received'
        and due_at between ${new Date(now)}::timestamptz and ${new Date(now + 3 * 86_400_000)}::timestamptz) as requests,
      (select count(*)::int from essay where tenant_id = 1 and state = 'finished' and round = 2) as again,
      (select count(*)::int from payment y join voucher v on v.tenant_id = y.tenant_id and v.id = y.voucher_id
        where y.tenant_id = 1 and y.state = 'paid' and v.code = 'VOLTA15') as vouchers,
      (select count(*)::int from payment where tenant_id = 1 and method = 'credit-card' and attention <> '[]'::jsonb) as marks`);
    expect(Object.entries(row ?? {}).filter(([, n]) => n < 1)).toEqual([]);
  });

  it('names waiting tasks', async () => {
    const operationsOf = (alias: string) => {
      const client = new Client(harness.url, `${alias}.localhost`);
      client.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': alias };
      return client;
    };
    const members = ['Ana', 'Beto', 'Clara', 'Davi', 'Gil'].map((name) => ({
      name: `${name} Equipe`,
      address: `http://localhost/orbita/equipe/convite#${name}`,
    }));
    const tasks = await demoTasks({ operationsOf }, members);
    expect(tasks.map(({ address }) => address.replace(/\/\d+#/, '/{id}#'))).toEqual([
      'http://localhost/orbita/equipe/convite?para=/redacoes/{id}#Clara',
      'http://localhost/orbita/equipe/convite?para=/documentos/{id}#Davi',
      'http://localhost/orbita/equipe/convite?para=/aprovacoes/{id}#Beto',
      'http://localhost/orbita/equipe/convite?para=/inscricoes/{id}#Gil',
      'http://localhost/orbita/equipe/convite?para=/#Ana',
    ]);
  });
});
