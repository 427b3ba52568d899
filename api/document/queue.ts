import { BULLETIN } from '@orbita/domain/selection';
import sql, { raw } from 'sql-template-tag';
import type { FindItem, Queue } from '../work/queue.ts';

type Stage = 'selection' | 'enrollment';

/** Documents that can be reviewed and aren't decided yet, with the time they are due (spec 25.4.1). */
export const documentQueue = (stage: Stage): Queue => ({
  table: 'required_document',
  where: sql`w.stage = '${raw(stage)}' and w.state = 'sent' and w.readable and w.code <> '${raw(BULLETIN.code)}'`,
  key: sql`w.review_due_at`,
  dueAfterHours: 0,
  dueAt: sql`w.review_due_at`,
  waitingSince: sql`w.waiting_since`,
  aheadHours: (read) => read('ReviewTargetHours') / 2,
  title: sql`w.name`,
  subscriptionId: sql`w.subscription_id`,
  near: (after) => sql`w.subscription_id = (
    select d.subscription_id from required_document d where d.tenant_id = w.tenant_id and d.id = ${after})`,
});

/** Every required document can be claimed; it is pending once there is a clean file. */
export const findDocumentItem: FindItem = (tenantId, id) => sql`
  select d.institution_id, i.code as institution_code, d.version,
    case when d.state = 'sent' and d.readable and d.code <> ${BULLETIN.code}
      then case d.stage when 'selection' then 'selection-documents' else 'enrolment-documents' end end as queue
  from required_document d join institution i on i.tenant_id = d.tenant_id and i.id = d.institution_id
  where d.tenant_id = ${tenantId} and d.id = ${id}`;
