import { createHash } from 'node:crypto';
import { describeAsked, approvalTexts as t } from '@orbita/domain/approval';
import type { Act } from '../../approval/act.ts';
import { askSecond } from '../../approval/ask.ts';
import { operatorOf } from '../../caller/operator.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Reply, ServiceContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { keepReturn, readKept } from '../slip-files/kept-return.ts';
import { readReturnOf } from '../slip-files/read-return.ts';
import { type FilingInstitution, filingInstitution } from '../slip-files/settings.ts';

type Command = { institution: string; digest: string; content: string };

/**
 * Keeps a return file sent by a team member for a second person's approval: a file can declare any slip paid, and nobody asks
 * the bank. A file that cannot belong to this institution is rejected first.
 * @throws `RETURN_REFUSED`.
 */
export async function secondForReturn(
  tx: Tx,
  asking: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  code: string,
  institution: FilingInstitution,
  content: string,
): Promise<Reply> {
  const { file, unreadable } = await readReturnOf(tx, institution, content);
  const paid = file.events.map(({ paidCents }) => paidCents).filter((cents) => cents > 0);
  const sum = paid.reduce((all, cents) => all + cents, 0);
  const digest = createHash('sha256').update(content).digest('hex');
  return askSecond(tx, asking, {
    kind: 'slip-return',
    subject: { kind: 'slip-return', id: null, name: `${code} ${digest}` },
    institutions: [code],
    summary: t.slipReturn,
    fields: describeAsked.slipReturn({
      institution: code,
      ...{ bank: file.bank, sequence: file.sequence, day: file.date, digest },
      ...{ lines: file.events.length + unreadable.length, paid: paid.length, largest: Math.max(0, ...paid) },
    }),
    ...(sum > 0 ? { amountCents: sum } : {}),
    command: { institution: code, digest, content } satisfies Command,
  });
}

/**
 * Executes an approved return file: it is kept with the approval, and each of its lines is processed in its own transaction after
 * the commit, by the job `slip-returns` if this process ends before.
 */
export const slipReturnAct: Act = {
  async run(tx, { platform, tenant, service, command }) {
    const { institution: code, content } = command as Command;
    const institution = await filingInstitution(tx, code);
    if (institution === 'unknown') fail('INSTITUTION_UNKNOWN');
    if (institution === 'not-by-file') fail('SLIPS_NOT_BY_FILE');
    const id = await keepReturn(tx, platform, institution, content, operatorOf(service));
    return () => readKept(platform, tenant.id, id);
  },
};
