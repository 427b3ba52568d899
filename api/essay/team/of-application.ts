import { isApproved } from '@orbita/domain/essay';
import type { Answer } from '@orbita/protocol';
import type { ServiceContext } from '../../platform/http/context.ts';
import { mayWithin } from '../../platform/http/may-within.ts';
import { settingsReader } from '../../subscription/facts.ts';
import { seenRow } from '../../subscription/seen-state.ts';
import { gradesAt, isFinal } from '../blind.ts';
import { essaysOf } from '../store.ts';

const CALL = 'GET /operations/subscriptions/{id}/essays';

/**
 * Essay attempts of an application, oldest first, without their texts. Somebody who may still have to mark one gets no link to
 * essays whose grade is not final (25.7). 404 outside the caller's institutions.
 */
export async function essaysInBrief(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
): Promise<Answer<typeof CALL>> {
  const on = platform.db.tenant(tenant.id);
  const { institution_code: code } = await seenRow(on, service, id);
  const blind = gradesAt(service, code);
  const grades = mayWithin(service, CALL);
  const rows = await essaysOf(on, id);
  return rows.map((row) => {
    const minScore = settingsReader(row.settings)('EssayMinScore');
    const final = isFinal(row);
    return {
      essayId: blind && !final ? null : row.id,
      attempt: row.attempt,
      state: row.state,
      score: grades && final ? row.score : null,
      minScore,
      approved:
        final && row.score !== null
          ? isApproved({ score: row.score, hasPlagiarism: row.has_plagiarism === true }, minScore)
          : null,
    };
  });
}
