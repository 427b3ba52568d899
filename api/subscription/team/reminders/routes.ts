import { operatorOf } from '../../../caller/operator.ts';
import { fail, invalid } from '../../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../../platform/http/route.ts';
import { withKey } from '../../../platform/http/with-key.ts';
import type { Platform } from '../../../platform/platform.ts';
import { parameterOf } from '../../../tenancy/parameters.ts';
import { exampleOf, type Planned, planOf } from './plan.ts';
import { batchOf, countOfDay, insertBatch, listBatches, stopBatch } from './store.ts';

const NOBODY = 'Ninguém do que foi escolhido recebe este lembrete agora.';

const sent = (plan: readonly Planned[]): readonly Planned[] => plan.filter(({ why }) => why === null);

function countsOf<Name extends string>(names: readonly Name[]): Map<Name, number> {
  const counts = new Map<Name, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Reminders to many people at once (spec-console 25.6.5). */
export const reminderRoutes = (platform: Platform): Route[] => [
  route('POST /operations/reminders/preview', async ({ tenant, service, body }) => {
    const wish = body();
    const plan = await planOf(platform, tenant, service, wish);
    const reached = sent(plan);
    return reply(200, {
      chosen: plan.length,
      people: reached.length,
      channels: [...countsOf(reached.flatMap(({ channels }) => channels))].map(([channel, count]) => ({
        channel,
        count,
      })),
      leftOut: [...countsOf(plan.flatMap(({ why }) => why ?? []))].map(([why, count]) => ({
        ...{ why, count },
        ids: plan.flatMap((one) => (one.why === why ? [one.row.id] : [])).slice(0, 20),
      })),
      text: exampleOf(wish.kind, plan),
    });
  }),
  route('POST /operations/reminders', (ctx) =>
    withKey(ctx, async (write) => {
      const { tenant, service } = ctx;
      const wish = ctx.body();
      const plan = await planOf(platform, tenant, service, wish);
      const people = sent(plan).length;
      if (people === 0)
        invalid([{ field: wish.subscriptionIds ? 'subscriptionIds' : 'query', message: NOBODY }]);
      const most = await parameterOf(platform, tenant.id, 'RemindersPerDay');
      const now = platform.clock.now();
      return write(async (tx) => {
        if ((await countOfDay(tx, now)) + people > most) fail('REMINDER_LIMIT', { extra: { most } });
        const by = service.staff ? (service.operator ?? service.tokenName) : operatorOf(service);
        const id = await insertBatch(tx, plan, {
          kind: wish.kind,
          staffId: service.staff?.id ?? null,
          by,
          now,
        });
        return reply(201, await batchOf(tx, tenant, service, id));
      });
    }),
  ),
  ok('GET /operations/reminders', ({ tenant, service, query }) =>
    listBatches(platform.db.tenant(tenant.id), tenant, service, query),
  ),
  ok('GET /operations/reminders/{id}', ({ tenant, service, params }) =>
    batchOf(platform.db.tenant(tenant.id), tenant, service, params.id),
  ),
  route('POST /operations/reminders/{id}/stop', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { tenant, service, params } = ctx;
        await batchOf(tx, tenant, service, params.id);
        await stopBatch(tx, params.id, platform.clock.now());
        return reply(200, await batchOf(tx, tenant, service, params.id));
      }),
    ),
  ),
];
