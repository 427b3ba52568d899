import { APPROVAL_QUEUE, APPROVALS, approvalTexts as t } from '@orbita/domain/approval';
import { formatDateTime } from '@orbita/domain/foundation';
import sql, { empty } from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { publishToTeam, queueChanged } from '../platform/team-events.ts';
import { colleagueById, linkedPeople, secondPersons, wholeTeam } from './people.ts';
import type { ApprovalRow } from './store.ts';

const institutionIds = (tx: Tx, codes: readonly string[] | null): Promise<{ id: number }[]> =>
  tx.many<{ id: number }>(sql`
    select id from institution where tenant_id = ${tx.tenantId} and retired_at is null
      ${codes ? sql`and code = any(${codes}::text[])` : empty}`);

/** Notifies the pages of the requester and of possible approvers that a request was made or ended (spec 25.19). */
export async function publishToPages(tx: Tx, platform: Platform, approval: ApprovalRow): Promise<void> {
  const { id, kind, state, institutions, requested_by: staffId } = approval;
  const { approves } = APPROVALS[kind];
  const places = await institutionIds(tx, institutions);
  const [only] = places;
  publishToTeam(tx, platform, {
    type: 'approval.changed',
    data: { id, state },
    staffId,
    to: {
      parts: [approves],
      institution: institutions === null ? 'all' : places.length === 1 && only ? only.id : 'any',
    },
  });
  for (const place of places)
    queueChanged(tx, { queue: APPROVAL_QUEUE.name, institutionId: place.id, parts: [approves] });
}

/** Read in the transaction: waiting for another connection from the pool while holding this one could deadlock. */
async function zoneOf(tx: Tx): Promise<string> {
  const row = await tx.one<{ zone: string }>(
    sql`select time_zone as zone from tenant where id = ${tx.tenantId}`,
  );
  if (!row) throw new Error(`Unknown tenant ${tx.tenantId}`);
  return row.zone;
}

const pageOf = (id: number): string => `/aprovacoes/${id}`;

/** Sends NE-05 to everybody who could be the second person. */
export async function notifyApprovers(
  tx: Tx,
  platform: Platform,
  approval: ApprovalRow,
  requester: string,
): Promise<void> {
  const about = approval.subject_kind === 'staff' ? approval.subject_id : null;
  const people = await secondPersons(tx, {
    kind: approval.kind,
    institutions: approval.institutions,
    not: [
      ...[approval.requested_by, ...(about === null ? [] : [about])],
      ...(await linkedPeople(tx, approval.requested_by, platform.clock.now())),
    ],
  });
  notify(tx, platform, {
    template: 'NE-05',
    personId: null,
    dedupe: `approval:${approval.id}`,
    data: {
      resumo: approval.summary,
      quem: requester,
      prazo: formatDateTime(approval.expires_at, await zoneOf(tx)),
    },
    recipients: people.map(({ name, email }) => ({ channel: 'email', to: email, name })),
    consolePath: pageOf(approval.id),
  });
}

/** Sends NE-12 to the whole team: an act that nobody else could approve will be done soon. */
export async function notifyTeam(
  tx: Tx,
  platform: Platform,
  approval: ApprovalRow,
  requester: string,
): Promise<void> {
  const { id, alone_at: at } = approval;
  if (at === null) return;
  notify(tx, platform, {
    template: 'NE-12',
    personId: null,
    dedupe: `approval:${id}:alone`,
    data: { resumo: approval.summary, quem: requester, quando: formatDateTime(at, await zoneOf(tx)) },
    recipients: (await wholeTeam(tx)).map(({ name, email }) => ({ channel: 'email', to: email, name })),
  });
}

/** Sends NE-06 to the requester; not if they withdrew the request themselves or are no longer in the team. */
export async function notifyRequester(
  tx: Tx,
  platform: Platform,
  approval: ApprovalRow,
  decider: string | null,
): Promise<void> {
  const { state } = approval;
  if (state === 'waiting' || state === 'withdrawn') return;
  const requester = await colleagueById(tx, approval.requested_by);
  if (requester?.state !== 'active') return;
  const why = approval.failure ?? approval.decision_reason;
  notify(tx, platform, {
    template: 'NE-06',
    personId: null,
    dedupe: `approval:${approval.id}:${state}`,
    data: {
      decidido: t.outcome[state],
      resumo: approval.summary,
      quando: formatDateTime(approval.ended_at ?? platform.clock.now(), await zoneOf(tx)),
      ...(decider ? { quem: decider } : {}),
      ...(why ? { motivo: why } : {}),
    },
    recipients: [{ channel: 'email', to: requester.email, name: requester.name }],
    consolePath: pageOf(approval.id),
  });
}
