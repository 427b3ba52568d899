import { CONTRACT_TEXTS } from '@orbita/domain/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTitle } from '../app/title.ts';
import type { PartProps } from '../enrolment/data-step.tsx';
import { BackLink } from '../enrolment/part-form.tsx';
import { partPath } from '../enrolment/way.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { contractTexts as t } from '../texts/contract.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { FileIcon } from '../ui/icons/file.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ContractDialog } from './contract-dialog.tsx';
import { OtherPlace } from './other-place.tsx';
import { PriceLines } from './price-lines.tsx';
import { contractQuery, priceExistsQuery, pricesQuery } from './queries.ts';
import { SummaryCards } from './summary-cards.tsx';
import { type Missing, useAccept } from './use-accept.ts';
import { useConfirmation } from './use-confirmation.ts';

const READ_BUTTON = 'ler-contrato';
const AGREE = 'aceite';
const DECLARE = 'declaracao';

/** The box can be ticked only after reading to the end; another text resets both. */
function useAgreement(text: string | undefined) {
  const [state, setState] = useState<{ text: string | undefined; read: boolean; agreed: boolean }>();
  const now = state?.text === text && state ? state : { text, read: false, agreed: false };
  return {
    read: now.read,
    agreed: now.agreed,
    setRead: () => !now.read && setState({ ...now, read: true }),
    setAgreed: (agreed: boolean) => setState({ ...now, agreed }),
    clear: () => setState(undefined),
  };
}

/** S-28: summary of all data, the contract, and its acceptance. */
export function ReviewPage(props: PartProps) {
  const { subscription, steps } = props;
  const priceExists = useQuery(priceExistsQuery(subscription.id));
  const contract = useQuery(contractQuery(subscription.id));
  const prices = useQuery(pricesQuery(subscription.id));
  const agreement = useAgreement(contract.data?.hash);
  const { accept, busy, failure, missing, full } = useAccept(props);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const demand = contract.data?.acceptance;
  const confirmation = useConfirmation(subscription.id, demand);
  const [confirming, setConfirming] = useState(false);
  const [declared, setDeclared] = useState(false);
  const [undeclared, setUndeclared] = useState(false);
  useTitle(t.pageTitle, problem !== null || undeclared);

  const closed = priceExists.data === false;
  const loadFailed = contract.isError || priceExists.isError;
  const ready = contract.data && priceExists.data === true;
  const submit = () => {
    if (!contract.data || !ready) return;
    if (!agreement.read || !agreement.agreed) {
      setProblem(agreement.read ? t.required : t.readFirst);
      document.getElementById(agreement.read ? AGREE : READ_BUTTON)?.focus();
      return;
    }
    setProblem(null);
    if (demand?.declaration && !declared) {
      setUndeclared(true);
      document.getElementById(DECLARE)?.focus();
      return;
    }
    const token = confirmation.token();
    if (demand?.code && !token) setConfirming(true);
    else send(token);
  };
  const send = (token?: string) => {
    setConfirming(false);
    if (!contract.data) return;
    const onUnconfirmed = confirmation.forget;
    void accept(contract.data, { onChanged: agreement.clear, onUnconfirmed }, token);
  };
  const retry = () => {
    void contract.refetch();
    void priceExists.refetch();
  };

  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          {failure && <Notice kind="danger" role="alert" title={failure} />}
          {full && <OtherPlace subscription={subscription} />}
          {loadFailed && !closed ? (
            <NotLoaded onRetry={retry} />
          ) : (
            <p className="small muted">{closed ? CONTRACT_TEXTS.noPrice : t.withdrawal}</p>
          )}
          <Button block disabled={!ready} busy={busy} onClick={submit}>
            {t.accept}
          </Button>
        </ActionBar>
      }
    >
      <div className="stack stack--tight">
        <BackLink part={props} step="review" />
        <PageHead title={t.title} lead={t.lead} />
      </div>
      <SummaryCards {...props} />
      {prices.data && prices.data.length > 0 && <PriceLines prices={prices.data} />}
      {prices.isError && !closed && <p className="small muted">{t.priceInContract}</p>}
      {!loadFailed && !contract.data && (
        <Loading label={t.loading}>
          <Skeleton shape="button" />
        </Loading>
      )}
      {contract.data && !closed && (
        <section className="stack stack--tight" aria-label={t.contract}>
          <Button
            kind="outline"
            block
            id={READ_BUTTON}
            icon={FileIcon}
            aria-describedby={problem ? `${AGREE}-aviso` : undefined}
            onClick={() => setReading(true)}
          >
            {t.read}
          </Button>
          <Check
            id={AGREE}
            checked={agreement.agreed}
            disabled={!agreement.read}
            error={problem}
            aria-describedby="aceite-antes"
            onChange={(event) => {
              agreement.setAgreed(event.target.checked);
              setProblem(null);
            }}
          >
            {CONTRACT_TEXTS.accept}
          </Check>
          {!agreement.read && !problem && (
            <p className="small muted" id="aceite-antes">
              {t.readFirst}
            </p>
          )}
          {demand?.declaration && demand.guardian && (
            <Check
              id={DECLARE}
              checked={declared}
              error={undeclared && t.required}
              onChange={(event) => {
                setDeclared(event.target.checked);
                setUndeclared(false);
              }}
            >
              {CONTRACT_TEXTS.declaration(demand.guardian)}
            </Check>
          )}
          <p className="small muted">{t.place}</p>
          <ContractDialog
            html={contract.data.FormatedContract}
            open={reading}
            read={agreement.read}
            onRead={() => {
              agreement.setRead();
              setProblem(null);
            }}
            onClose={() => setReading(false)}
          />
          {confirming && demand && (
            <ConfirmDialog
              demand={demand}
              confirmation={confirmation}
              onConfirmed={send}
              onClose={() => setConfirming(false)}
            />
          )}
        </section>
      )}
      {missing.length > 0 && <MissingData missing={missing} subscription={subscription} />}
    </StepFrame>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
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
