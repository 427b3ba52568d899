import {
  type InterviewRequest,
  interviewErrors,
  interviewMessage,
  type PreferredPeriod,
  periodsText,
  usableChannels,
} from '@orbita/domain/admission';
import { dayInZone, shownName } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
import type { Commands, Host, Reply } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { lockSubscription } from '../subscription/move.ts';
import { type Caller, ownSubscription } from '../subscription/own.ts';
import type { SubscriptionRow } from '../subscription/row.ts';
import { parametersOf } from '../tenancy/parameters.ts';
import { supportPhone, whatsappLink } from '../tenancy/support.ts';
import { publishQueues } from '../work/publish.ts';
import { type InterviewRow, interviewOf, lockInterview, presentAppointment } from './interview-store.ts';
import { openInterview } from './open.ts';

type Asking = Caller & { host: Host };

/** Channels for requesting the interview of a subscription, and the contacts they use. */
async function waysOf({ platform, tenant, host }: Asking, row: SubscriptionRow) {
  const place = { institutionId: row.institution_id, offerId: row.offer_id, hostId: row.host_id ?? host.id };
  const [parameter, phone] = await Promise.all([
    parametersOf(platform, tenant.id, place),
    supportPhone(platform, tenant, row.institution_id, place.hostId),
  ]);
  return {
    phone,
    channels: usableChannels(parameter('InterviewChannels'), phone !== null),
    coordination: parameter('InterviewEmail'),
  };
}
type Ways = Awaited<ReturnType<typeof waysOf>>;

const nameOf = (row: SubscriptionRow) =>
  shownName({ name: row.person_name, socialName: row.person_social_name });

const present = (row: SubscriptionRow, interview: InterviewRow | undefined, { channels, phone }: Ways) => {
  const periods = interview?.periods ?? [];
  const words = { name: nameOf(row), course: row.course_name, id: row.id, periods };
  const byPhone = interview?.state === 'requested' && interview.channel === 'whatsapp' && phone !== null;
  return {
    state: interview?.state ?? ('not-requested' as const),
    channels: [...channels],
    channel: interview?.channel ?? null,
    periods,
    appointment: interview ? presentAppointment(interview) : null,
    whatsappLink: byPhone ? whatsappLink(phone, interviewMessage(words)) : null,
  };
};

/** The interview of the caller's own application; 404 if the offer has none and none was ever opened. */
async function own(ctx: Asking, subscriptionId: number) {
  const row = await ownSubscription(ctx, subscriptionId);
  const interview = await interviewOf(ctx.platform.db.tenant(ctx.tenant.id), row.id);
  if (!interview && !row.interview) fail('NOT_FOUND');
  return { row, interview, ways: await waysOf(ctx, row) };
}

/** The interview, with the channels for requesting it (spec 11.3). */
export async function showInterview(ctx: Asking, subscriptionId: number) {
  const { row, interview, ways } = await own(ctx, subscriptionId);
  return present(row, interview, ways);
}

/** Notifies the coordination by e-mail if an address is set; every request is also listed in operations. */
async function notifyCoordination(
  tx: Tx,
  platform: Platform,
  row: SubscriptionRow,
  request: { id: number; revision: number; periods: readonly PreferredPeriod[]; to: string },
): Promise<void> {
  notify(tx, platform, {
    template: 'N-15',
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: `${request.id}:pedido:${request.revision}`,
    data: {
      variante: 'pedido',
      nome_candidato: nameOf(row),
      periodos: periodsText(request.periods),
      contato: row.person_email ?? row.person_cell_phone ?? '',
    },
    recipients: [{ channel: 'email', to: request.to, name: 'Coordenação', link: false }],
  });
}

/**
 * Requests an interview, or another appointment, which cancels the previous one. 422 with the fields, 409 `STATE_CONFLICT` with
 * the `status` outside 18.
 */
export async function requestInterview(
  ctx: Asking & Commands,
  subscriptionId: number,
  read: () => InterviewRequest,
): Promise<Reply> {
  const { platform } = ctx;
  const { row, ways } = await own(ctx, subscriptionId);
  const given = read();
  const now = platform.clock.now();
  invalid(interviewErrors(given, { channels: ways.channels, today: dayInZone(now, row.time_zone) }));
  const periods = (given.periods ?? []) as readonly PreferredPeriod[];
  return ctx.once(async (tx) => {
    const { status } = await lockSubscription(tx, row.id);
    if (status !== STATUS.PendingInterview) fail('STATE_CONFLICT', { extra: { status } });
    if (!(await lockInterview(tx, row.id))) await openInterview(tx, platform, row);
    const written = await tx.one<{ id: number; revision: number }>(sql`
      update interview set state = 'requested', channel = ${given.channel}::text,
        periods = ${JSON.stringify(periods)}::jsonb, appointment_at = null, place = null, link = null,
        revision = revision + 1, requested_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and subscription_id = ${row.id} returning id, revision`);
    if (!written) throw new Error(`The interview of ${row.id} vanished under its lock`);
    await emitStepsChanged(tx, platform, row.id);
    publishQueues(tx, { kind: 'interview', institutionId: row.institution_id });
    if (given.channel === 'email' && ways.coordination)
      await notifyCoordination(tx, platform, row, { ...written, periods, to: ways.coordination });
    return reply(200, present(row, await interviewOf(tx, row.id), ways));
  });
}
