import { ButtonLink } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { askedTexts as t } from '../texts/approval.ts';
import { type Approval, untilOf } from './state.tsx';

/** The approval request in a 202 answer; undefined if the act was done at once (spec 25.4.4). */
export const waitingIn = (answer: object | undefined): Approval | undefined =>
  answer && 'approval' in answer ? (answer.approval as Approval) : undefined;

/** Says that a second person must approve what was just requested, and links to the request. */
export const Asked = ({ approval }: { approval: Approval }) => (
  <Notice title={approval.aloneAt ? t.aloneTitle : t.title}>
    <p>
      {approval.aloneAt
        ? t.alone(approval.summary, untilOf(approval.aloneAt))
        : t.text(approval.summary, untilOf(approval.expiresAt))}
    </p>
    <div className="row">
      <ButtonLink kind="outline" small href={`/aprovacoes/${approval.id}`}>
        {t.show}
      </ButtonLink>
    </div>
  </Notice>
);
