import { DOCUMENT_LABELS, type DocumentState } from '@orbita/domain/document';
import { entryOf } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { documentList } from '../../document/team/list.ts';
import { sinceFilter } from '../../platform/lists/lists.ts';
import type { Source } from '../list-source.ts';
import { moment, yesOrNo } from '../moment.ts';

const STAGES: Readonly<Record<string, string>> = { selection: 'Inscrição', enrollment: 'Matrícula' };

const institution = sql`join institution i on i.tenant_id = d.tenant_id and i.id = d.institution_id`;

/** Documents, with the filters of their list (spec-console 25.8). */
export const documentSource: Source = {
  rows(tenantId, service, query) {
    const { from, where } = documentList(tenantId, service, query, new Date(0));
    return { from, where: sql`${where}${sinceFilter(query, sql`d.updated_at`)}` };
  },
  columns: {
    number: { value: sql`d.id` },
    application: { value: sql`d.subscription_id` },
    institution: { value: sql`i.acronym`, join: institution },
    document: { value: sql`d.name` },
    stage: { value: sql`d.stage`, cell: (stage: string) => entryOf(STAGES, stage) ?? stage },
    required: { value: sql`d.required`, cell: yesOrNo },
    state: { value: sql`d.state`, cell: (state: DocumentState) => DOCUMENT_LABELS[state] },
    waiting: { value: sql`d.waiting_since`, cell: moment },
    due: { value: sql`d.review_due_at`, cell: moment },
    changed: { value: sql`d.updated_at`, cell: moment },
  },
};
