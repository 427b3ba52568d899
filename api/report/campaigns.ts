import { APPROVED_STATUSES, type CampaignRow, campaignFinding, MOST_CAMPAIGNS } from '@orbita/domain/report';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { type Asked, counted } from './asked.ts';

/** Applications by channel and campaign, those without either first and then the most frequent (spec-console 25.13). */
export async function campaigns(on: Runner, asked: Asked) {
  const rows = await on.many<CampaignRow>(sql`
    with named as materialized (
      select s.channel, s.campaign, s.channel is null and s.campaign is null as nameless, count(*)::int as created,
        count(*) filter (where coalesce(s.left_status, s.status) = any(${APPROVED_STATUSES}::int[]))::int as approved,
        count(*) filter (where s.is_paid)::int as paid,
        count(*) filter (where s.status = ${STATUS.Enrolled}::int)::int as enrolled
      from subscription s where ${counted(asked)} group by 1, 2
    ), ranked as (
      select *, not nameless and row_number() over (
        partition by nameless order by created desc, channel, campaign) > ${MOST_CAMPAIGNS}::int as others from named
    )
    select case when not others then channel end as channel, case when not others then campaign end as campaign, others,
      sum(created)::int as created, sum(approved)::int as approved, sum(paid)::int as paid, sum(enrolled)::int as enrolled
    from ranked group by nameless, others, 1, 2
    order by nameless desc, others, created desc, channel, campaign`);
  return { report: 'campaigns' as const, rows, finding: campaignFinding(rows) };
}
