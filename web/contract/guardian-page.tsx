import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { GoodNews } from '@orbita/ui/good-news';
import { FileIcon } from '@orbita/ui/icons/file';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { useWide } from '@orbita/ui/use-wide.ts';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { BrandBar } from '../base/brand-bar.tsx';
import { GUARDIAN_PAGE, linkKey } from '../base/link-key.ts';
import { isOver, LinkEnded, LinkWaiting, retryLink } from '../base/link-page.tsx';
import { useTitle } from '../base/title.ts';
import { tenantDateTime } from '../base/zone.ts';
import { contractTexts } from '../texts/contract.ts';
import { guardianTexts as t } from '../texts/guardian.ts';
import { AcceptActs, AcceptCard, ContractToRead } from './agreement.tsx';
import { ContractDialog } from './contract-dialog.tsx';
import { PriceLines } from './price-lines.tsx';
import { type GuardianContract, guardianQuery } from './queries.ts';
import { CourseGroup, Group } from './review-group.tsx';
import { useAgreement } from './use-agreement.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useGuardianAccept } from './use-guardian-accept.ts';
import './verify.css';

/** S-53: a guardian reads and accepts the contract without the candidate, by their own link (spec 12.9). */
export default function GuardianPage() {
  const key = linkKey(GUARDIAN_PAGE);
  const { data, error, refetch } = useQuery({
    ...guardianQuery(key),
    retry: retryLink,
  });
  useTitle(t.pageTitle);
  return (
    <>
      <BrandBar />
      {key === '' || isOver(error) ? (
        <LinkEnded title={t.overTitle} lead={t.overLead} />
      ) : data ? (
        <Shown key={data.state} link={key} known={data} />
      ) : (
        <LinkWaiting texts={t} error={error} onRetry={refetch} />
      )}
    </>
  );
}

function Shown({ link, known }: { link: string; known: GuardianContract }) {
  if (known.state === 'accepted') return <Done known={known} />;
  if (known.state === 'closed') return <LinkEnded title={t.closedTitle} lead={t.closedLead} />;
  return <Open link={link} known={known} />;
}

function Open({ link, known }: { link: string; known: GuardianContract }) {
  const contract = { ...known.contract, acceptance: known.acceptance };
  const { accept, busy, failure } = useGuardianAccept(link);
  const confirmation = useConfirmation({
    ask: (channel) =>
      call('POST /candidate/guardian-acceptance/challenges', { body: { channel }, bearer: link }),
    verify: (challengeId, code) =>
      call('POST /candidate/guardian-acceptance/challenges/{challengeId}/verify', {
        params: { challengeId },
        body: { code },
        bearer: link,
      }),
  });
  const agreement = useAgreement(contract, confirmation, (text, token) => {
    const reactions = { onChanged: agreement.reading.clear, onUnconfirmed: confirmation.forget };
    void accept(text, reactions, token);
  });
  useTitle(t.pageTitle, agreement.isRefused);
  const wide = useWide();
  const prices = <PriceLines plans={known.plans} />;
  const acts = (
    <AcceptActs contract={contract} agreement={agreement} wide={wide} busy={busy}>
      {failure && <Notice kind="danger" role="alert" title={failure} />}
      <p className="small muted">{contractTexts.withdrawal}</p>
    </AcceptActs>
  );
  const side = wide && (
    <>
      {prices}
      <AcceptCard>{acts}</AcceptCard>
    </>
  );
  return (
    <Page
      {...(side ? { width: 'sheet', aside: side, asideLabel: contractTexts.acceptance } : { width: 'task' })}
    >
      <PageHead
        title={<WithName text={t.title} name={known.candidate} />}
        lead={<WithName text={t.lead} name={known.guardian} />}
      />
      <Card as="div" className="review">
        <Group title={t.student} lead={known.candidate} />
        <Group title={t.payer} lead={known.guardian} />
        <CourseGroup
          {...known.course}
          institution={known.institution}
          classRules={known.course.requiresClass && t.classRules}
        />
      </Card>
      {!wide && prices}
      <ContractToRead contract={contract} agreement={agreement} wide={wide} byGuardian />
      {!wide && <ActionBar sticky>{acts}</ActionBar>}
    </Page>
  );
}

function Done({ known }: { known: GuardianContract }) {
  const [reading, setReading] = useState(false);
  const { contract } = known;
  return (
    <Page width="task">
      <GoodNews
        mark="check"
        title={t.doneTitle}
        lead={<WithName text={t.doneLead} name={known.candidate} />}
      />
      <p>{t.copy}</p>
      <Card>
        <Facts
          facts={[
            { label: t.when, value: contract.acceptedAt ? tenantDateTime(contract.acceptedAt) : '' },
            { label: t.contract, value: contract.Contract },
          ]}
        />
      </Card>
      <Button kind="outline" block icon={FileIcon} onClick={() => setReading(true)}>
        {t.readAgain}
      </Button>
      <ContractDialog html={contract.FormatedContract} open={reading} onClose={() => setReading(false)} />
    </Page>
  );
}
