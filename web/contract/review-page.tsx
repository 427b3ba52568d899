import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { firstName } from '@orbita/domain/foundation';
import { ActionBar } from '@orbita/ui/action-bar';
import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useWide } from '@orbita/ui/use-wide.ts';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTitle } from '../base/title.ts';
import { BackLink } from '../enrolment/back-link.tsx';
import { ClassesLook } from '../enrolment/classes-look.tsx';
import type { PartProps } from '../enrolment/part-props.ts';
import { partPath } from '../enrolment/way.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { contractTexts as t } from '../texts/contract.ts';
import { guardianLinkTexts } from '../texts/guardian.ts';
import { AcceptActs, AcceptCard, ContractToRead } from './agreement.tsx';
import { GuardianFirst, guardianByLink } from './guardian-first.tsx';
import { OtherPlace } from './other-place.tsx';
import { PriceLines } from './price-lines.tsx';
import { contractQuery, priceExistsQuery } from './queries.ts';
import { SummaryCards } from './summary-cards.tsx';
import { type Missing, useAccept } from './use-accept.ts';
import { useAgreement } from './use-agreement.ts';
import { candidateCodes, useConfirmation } from './use-confirmation.ts';

const WITH = 'com';
const GUARDIAN = 'responsavel';

/** S-28: summary of all data, the contract, and its acceptance. */
export default function ReviewPage(props: PartProps) {
  const { subscription, steps } = props;
  const priceExists = useQuery(priceExistsQuery(subscription.id));
  const contract = useQuery(contractQuery(subscription.id));
  const wide = useWide();
  const { accept, busy, failure, missing, full } = useAccept(props);
  const confirmation = useConfirmation(candidateCodes(subscription.id, contract.data?.acceptance));
  const agreement = useAgreement(contract.data, confirmation, (text, token) => {
    const reactions = { onChanged: agreement.reading.clear, onUnconfirmed: confirmation.forget };
    void accept(text, reactions, token);
  });
  useTitle(t.pageTitle, agreement.isRefused);
  // The guardian accepts beside the candidate, on this device; stored in the address, so that Back works.
  const [parameters, setParameters] = useSearchParams();
  const here = parameters.get(WITH) === GUARDIAN;
  const setHere = (next: boolean) => {
    if (next) parameters.set(WITH, GUARDIAN);
    else parameters.delete(WITH);
    setParameters(parameters);
  };
  useHeadingFocus(String(here), { preventScroll: false });
  const demand = contract.data?.acceptance;
  const guardian = guardianByLink(demand);

  const closed = priceExists.data === false;
  const loadFailed = contract.isLoadingError || priceExists.isLoadingError;
  const ready = contract.data && priceExists.data === true;
  const retry = () => Promise.all([contract.refetch(), priceExists.refetch()]);

  const lines = !contract.isLoadingError && contract.data?.plans.length !== 0 && (
    <PriceLines plans={contract.data?.plans} />
  );
  const shown = closed ? undefined : contract.data;
  const acts = (
    <AcceptActs
      contract={ready ? shown : undefined}
      agreement={agreement}
      wide={wide}
      busy={busy}
      off={closed || loadFailed}
    >
      {failure && <Notice kind="danger" role="alert" title={failure} />}
      {full && <OtherPlace subscription={subscription} />}
      {loadFailed && !closed ? (
        <NotLoaded onRetry={retry} />
      ) : (
        <p className="small muted">{closed ? CONTRACT_TEXTS.noPrice : t.withdrawal}</p>
      )}
    </AcceptActs>
  );
  const side = wide && (
    <>
      {!closed && lines}
      <AcceptCard>{acts}</AcceptCard>
    </>
  );

  const facts = (
    <>
      <SummaryCards {...props} />
      <ClassesLook subscription={subscription} />
    </>
  );
  // Only the contract tells whether the guardian is asked by a link.
  if (props.data.minor && !contract.data && !loadFailed && !closed)
    return (
      <StepFrame subscription={subscription} steps={steps}>
        <Loading label={t.loading}>
          <Skeleton height="20rem" />
        </Loading>
      </StepFrame>
    );
  if (guardian && contract.data && ready && !here)
    return (
      <GuardianFirst part={props} contract={contract.data} demand={guardian} onHere={() => setHere(true)}>
        {facts}
        {!closed && lines}
      </GuardianFirst>
    );
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      aside={side}
      bar={!wide && <ActionBar sticky>{acts}</ActionBar>}
    >
      <div className="stack stack--tight">
        <BackLink part={props} step="review" />
        <PageHead
          title={t.title}
          lead={
            demand?.guardian ? (
              <WithName text={guardianLinkTexts.together} name={firstName(demand.guardian)} />
            ) : (
              t.lead
            )
          }
        />
        {guardian && (
          <div>
            <LinkAction onClick={() => setHere(false)}>
              <WithName text={guardianLinkTexts.send} name={firstName(guardian.guardian)} />
            </LinkAction>
          </div>
        )}
      </div>
      {missing.length > 0 && <MissingData missing={missing} subscription={subscription} />}
      {facts}
      {!wide && !closed && lines}
      {!loadFailed && !contract.data && (
        <Loading label={t.loading}>
          <Skeleton {...(wide ? { height: '20rem' } : { shape: 'button' })} />
        </Loading>
      )}
      {shown && <ContractToRead contract={shown} agreement={agreement} wide={wide} />}
    </StepFrame>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  return <LoadFailed title={CONTRACT_TEXTS.notLoaded} onRetry={onRetry} />;
}

function MissingData({
  missing,
  subscription,
}: {
  missing: readonly Missing[];
  subscription: PartProps['subscription'];
}) {
  const list = useRef<HTMLUListElement>(null);
  // The element may be hidden behind the action bar.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Notice kind="danger" role="alert" title={t.missingTitle}>
      <ul ref={list}>
        {missing.map((part) => (
          <li key={part}>
            <LinkAction href={partPath(subscription, part)}>{t.missing[part]}</LinkAction>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
