import { dayInZone, formatDate } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notifyCounted } from '../messaging/notify.ts';
import { forAllTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { parameterOf } from '../tenancy/parameters.ts';
import type { RequestRow } from './store.ts';

const DAY_MS = 24 * 3600_000;
/** Days before the deadline from which the data protection officer is reminded. */
const REMINDED_DAYS = 5;
const KIND_NAMES = {
  export: 'cópia dos dados',
  deletion: 'exclusão',
  correction: 'correção',
  'sharing-info': 'compartilhamento',
  'decision-review': 'revisão de decisão',
} as const;

type Due = RequestRow & { fallback_institution: number | null };

/**
 * Requests near or past their deadline; those made on a group host belong to the institution of the person's last application.
 */
const dueOf = (platform: Platform, tenantId: number) =>
  platform.db.tenant(tenantId).many<Due>(sql`
    select r.*, coalesce(
      (select s.institution_id from subscription s where s.tenant_id = r.tenant_id and s.person_id = r.person_id
       order by s.id desc limit 1),
      (select min(i.id) from institution i where i.tenant_id = r.tenant_id and i.retired_at is null)
    ) as fallback_institution
    from privacy_request r where r.tenant_id = ${tenantId} and r.state in ('received', 'in-review')
      and r.due_at <= ${new Date(platform.clock.now().getTime() + REMINDED_DAYS * DAY_MS)}::timestamptz
    order by r.due_at limit 200`);

async function remind(platform: Platform, tenantId: number): Promise<number> {
  const due = await dueOf(platform, tenantId);
  if (due.length === 0) return 0;
  const tenant = await tenantById(platform, tenantId);
  const now = platform.clock.now();
  let done = 0;
  for (const row of due) {
    const institutionId = row.institution_id ?? row.fallback_institution;
    const officer = await parameterOf(platform, tenantId, 'DpoContact', { institutionId });
    const late = row.due_at < now;
    if (!officer.includes('@')) {
      platform.log.warn({ request: row.id, late }, 'privacy request waits and its officer has no e-mail');
      continue;
    }
    done += await platform.db.write(tenantId, (tx) =>
      notifyCounted(tx, platform, {
        template: 'N-31',
        personId: null,
        institutionId,
        dedupe: `privacy:${row.id}:${late ? 'late' : 'soon'}`,
        data: {
          variante: late ? 'atrasada' : 'lembrete',
          numero: row.id,
          tipo: KIND_NAMES[row.kind],
          prazo: formatDate(dayInZone(row.due_at, tenant.timeZone)),
        },
        recipients: [{ channel: 'email', to: officer, name: 'Encarregado', link: false }],
      }),
    );
  }
  return done;
}

/** Reminds the data protection officer, once before the deadline and once after it. */
export const deadlineJob: Job = {
  name: 'privacy-deadline',
  everyMs: 3600_000,
  run: (platform) => forAllTenants(platform, (tenantId) => remind(platform, tenantId)),
};
