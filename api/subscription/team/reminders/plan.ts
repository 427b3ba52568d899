import { dayInZone, firstName, shownName } from '@orbita/domain/foundation';
import {
  type Channel,
  type LeftOut,
  leftOut,
  REMINDER,
  REMINDERS,
  type ReminderKind,
  renderNotification,
} from '@orbita/domain/messaging';
import { awaitsPayment, STATUS } from '@orbita/domain/subscription';
import sql, { empty, raw } from 'sql-template-tag';
import { channelsTo, type Notification } from '../../../messaging/notify.ts';
import { deadlineReminder, lastDayToPay } from '../../../payment/deadlines.ts';
import type { Runner } from '../../../platform/database/types.ts';
import type { Ctx, Service, Tenant } from '../../../platform/http/context.ts';
import { fail, invalid } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SubscriptionState } from '../../facts.ts';
import { paymentUntil } from '../../present.ts';
import { shownStates } from '../../shown-state.ts';
import { waitOfState } from '../../wait.ts';
import { subscriptionList } from '../list/filters.ts';

export type ReminderWish = ReturnType<Ctx<'POST /operations/reminders'>['body']>;

/** A chosen application, with the channels that reach its person and the reason why they are left out, if they are. */
export type Planned = { row: SubscriptionState; channels: readonly Channel[]; why: LeftOut | null };

const TOO_MANY = `Escolha no máximo ${REMINDER.most} inscrições de cada vez.`;

/** Last day to pay; null if nothing is due or no deadline applies. */
const payUntil = (row: SubscriptionState): string | null =>
  (awaitsPayment(row.status) || row.status === STATUS.PendingClassSelection) && paymentUntil(row) !== null
    ? lastDayToPay(row, row.time_zone)
    : null;

/** The reminder message for an application, as taken by `notify`. */
export const messageOf = (
  kind: ReminderKind,
  row: SubscriptionState,
): Pick<Notification, 'template' | 'data'> => ({
  template: REMINDERS[kind].template,
  data: kind === 'payment' ? deadlineReminder(row, row.time_zone) : { variante: 'acesso' },
});

/** Why somebody is left out now, or null; `lastAt` is when they were last reminded. */
export const whyNot = (
  kind: ReminderKind,
  row: SubscriptionState,
  now: Date,
  about: { channels: readonly Channel[]; lastAt: Date | null; another: boolean },
): LeftOut | null =>
  leftOut(
    kind,
    {
      waitsForPerson: waitOfState(row, now)?.for === 'person',
      payUntil: payUntil(row),
      today: dayInZone(now, row.time_zone),
      reachable: about.channels.length > 0,
      ...{ lastAt: about.lastAt, another: about.another },
    },
    now,
  );

/**
 * Ids of the chosen applications that the caller can see, in the order of their list. Fails with 404 if one is not visible, and
 * with 422 if there are more than a batch may contain.
 */
async function chosen(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  wish: ReminderWish,
): Promise<number[]> {
  const list = subscriptionList(tenant.id, service, wish.query ?? {}, platform.clock.now());
  const only = wish.subscriptionIds ? sql` and s.id = any(${wish.subscriptionIds}::bigint[])` : empty;
  const rows = await platform.db.tenant(tenant.id).many<{ id: number }>(sql`
    select s.id from subscription s where ${list.where}${only}
    order by ${list.at} ${raw(list.newestFirst ? 'desc' : 'asc')}, s.id limit ${REMINDER.most + 1}::int`);
  if (rows.length > REMINDER.most) invalid([{ field: 'query', message: TOO_MANY }]);
  if (wish.subscriptionIds && rows.length < new Set(wish.subscriptionIds).size) fail('NOT_FOUND');
  return rows.map(({ id }) => id);
}

/** When each of these people was last reminded; people who never were are missing. */
async function lastReminders(on: Runner, people: readonly number[]): Promise<Map<number, Date>> {
  const rows = await on.many<{ person_id: number; at: Date }>(sql`
    select person_id, at from last_reminder where tenant_id = ${on.tenantId} and person_id = any(${people}::bigint[])`);
  return new Map(rows.map(({ person_id: person, at }) => [person, at]));
}

/** What sending a batch now would do, application by application. */
export async function planOf(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  wish: ReminderWish,
): Promise<Planned[]> {
  const ids = await chosen(platform, tenant, service, wish);
  if (ids.length === 0) return [];
  const on = platform.db.tenant(tenant.id);
  const now = platform.clock.now();
  const found = new Map(
    (await shownStates(platform, tenant.id, sql`s.id = any(${ids}::bigint[])`)).map((row) => [row.id, row]),
  );
  const people = [...new Set([...found.values()].map(({ person_id: person }) => person))];
  const last = await lastReminders(on, people);
  const [first] = found.values();
  // All get the same kind of message, so the channels are the same whatever the text says.
  const message = first ? messageOf(wish.kind, first) : { template: REMINDERS[wish.kind].template };
  const channels = await channelsTo(on, platform, tenant.id, message, people);
  const reminded = new Set<number>();
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const { person_id: person } = row;
    const by = channels.get(person) ?? [];
    const why = whyNot(wish.kind, row, now, {
      ...{ channels: by, lastAt: last.get(person) ?? null, another: reminded.has(person) },
    });
    if (why === null) reminded.add(person);
    return [{ row, channels: by, why }];
  });
}

/** The text as the first recipient would see it; null if there is none. Each recipient gets their own link. */
export function exampleOf(kind: ReminderKind, plan: readonly Planned[]) {
  const row = plan.find(({ why }) => why === null)?.row;
  if (!row) return null;
  const { template, data } = messageOf(kind, row);
  const name = shownName({ name: row.person_name, socialName: row.person_social_name });
  const { subject, text, sms } = renderNotification(template, {
    ...{ id: row.id, curso: row.course_name, nome: firstName(name), instituicao: row.institution_name },
    ...{ link: '[link da pessoa]', ...(data as Record<string, string>) },
  });
  return { subject, text, sms: sms ?? null };
}
