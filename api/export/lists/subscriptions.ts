import { formatCpf, shownName } from '@orbita/domain/foundation';
import { type Status, statusInfo } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { sinceFilter } from '../../platform/lists/lists.ts';
import { subscriptionList } from '../../subscription/team/list/filters.ts';
import type { Source } from '../list-source.ts';
import { moment } from '../moment.ts';

const person = sql`join person p on p.tenant_id = s.tenant_id and p.id = s.person_id`;
const institution = sql`join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id`;
const course = sql`join course c on c.tenant_id = s.tenant_id and c.id = s.course_id`;
const pole = sql`join pole o on o.tenant_id = s.tenant_id and o.id = s.pole_id`;
const offer = sql`join offer f on f.tenant_id = s.tenant_id and f.id = s.offer_id`;
const intake = sql`join intake k on k.tenant_id = s.tenant_id and k.id = s.intake_id`;

/** Since when it is in its status: its last move that changed it, or its beginning. */
const entered = sql`coalesce((select h.at from status_history h
  where h.tenant_id = s.tenant_id and h.subscription_id = s.id and h.to_status = s.status
    and h.from_status is distinct from h.to_status order by h.id desc limit 1), s.created_at)`;

/** Who has no CPF signs in with another document. */
const document = sql`coalesce(p.cpf, (select u.document from user_account u
  where u.tenant_id = p.tenant_id and u.person_id = p.id order by u.id limit 1))`;

/** Applications, with the filters of their list (spec-console 25.6.1). */
export const subscriptionSource: Source = {
  rows(tenantId, service, query) {
    const { from, where } = subscriptionList(tenantId, service, query);
    return { from, where: sql`${where}${sinceFilter(query, sql`s.updated_at`)}` };
  },
  columns: {
    number: { value: sql`s.id` },
    name: {
      value: sql`array[p.name, p.social_name]`,
      join: person,
      cell: ([name, socialName]: [string, string | null]) => shownName({ name, socialName }),
    },
    document: { value: document, join: person, cell: (given: string) => formatCpf(given) },
    email: { value: sql`p.email`, join: person },
    cellPhone: { value: sql`p.cell_phone`, join: person },
    institution: { value: sql`i.acronym`, join: institution },
    course: { value: sql`c.name`, join: course },
    pole: { value: sql`o.description`, join: pole },
    offer: { value: sql`f.code`, join: offer },
    intake: { value: sql`k.code`, join: intake },
    status: { value: sql`s.status`, cell: (status: Status) => statusInfo(status).label },
    waiting: { value: entered, cell: moment },
    created: { value: sql`s.created_at`, cell: moment },
    changed: { value: sql`s.updated_at`, cell: moment },
    campaign: { value: sql`s.tracking ->> 'utmCampaign'` },
    externalId: { value: sql`s.external_id` },
  },
};
