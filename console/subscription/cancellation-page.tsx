import { courseName, formatDate } from '@orbita/domain/foundation';
import { CANCELLATION_REASONS } from '@orbita/domain/subscription';
import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { type Outcome, OutcomeNotice } from '../act/outcome.tsx';
import { reading } from '../base/api.ts';
import { ItemPage } from '../base/awaited-item.tsx';
import { At, Fact } from '../base/facts.tsx';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { usePlaceName } from '../base/place.tsx';
import { useScreenTitle } from '../base/title.ts';
import { moneyText } from '../payment/money-text.ts';
import { cancellationTexts as t } from '../texts/cancellation.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { QueueBar } from '../work/queue-bar.tsx';
import { forgetQueues } from '../work/queues.ts';
import { addressOfLeaving, type Leaving, LEAVING_QUEUE as QUEUE, termOf } from './leaving.ts';
import '../styles/application.css';

const ConfirmLeavingDialog = lazy(() =>
  import('./cancellation-dialogs.tsx').then((all) => ({ default: all.ConfirmLeavingDialog })),
);
const DenyLeavingDialog = lazy(() =>
  import('./cancellation-dialogs.tsx').then((all) => ({ default: all.DenyLeavingDialog })),
);

const OPEN_ITEM_MS = 15_000;

/** E-08 `/cancelamentos/{id}`: one cancellation request, the law that applies and what is refunded (spec 25.12). */
export default function CancellationPage() {
  const id = Number(useParams().id);
  const title = Number.isSafeInteger(id) ? t.one.title(id) : t.one.loadingTitle;
  useScreenTitle(title);
  const { data, error, refetch } = useQuery({
    queryKey: ['cancellation', 'one', id],
    queryFn: reading('GET /operations/cancellations/{id}', { params: { id } }),
    enabled: Number.isSafeInteger(id),
    refetchInterval: usePollMs(OPEN_ITEM_MS),
  });
  useTeamEvent('application.changed', ({ subscriptionId }) => {
    if (subscriptionId === data?.subscriptionId) void refetch();
  });
  return (
    <ItemPage id={id} title={title} of={{ data, error, refetch }} texts={t.one} list="/cancelamentos">
      {(found) => <Whole leaving={found} key={id} onAgain={refetch} />}
    </ItemPage>
  );
}

type WholeProps = { leaving: Leaving; onAgain: () => Promise<unknown> };

function Whole({ leaving, onAgain }: WholeProps) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>('');
  const [act, setAct] = useState<'confirm' | 'deny'>();
  const fromQueue = new URLSearchParams(useLocation().search).get('fila') === QUEUE;
  const { claim } = leaving.work ?? { claim: null };
  const isFree = claim === null || claim.mine;
  const isOpen = leaving.state === 'open';
  const done = (said: Outcome) => {
    setAct(undefined);
    setOutcome(said);
    forgetQueues();
    void client.invalidateQueries({ queryKey: ['cancellation'] });
    void client.invalidateQueries({ queryKey: ['application'] });
  };
  const placeName = usePlaceName();
  const again = () => void onAgain();
  return (
    <Content split>
      {fromQueue && (
        <QueueBar
          item={{
            ...{ id: leaving.id, queue: QUEUE, work: leaving.work, name: t.one.title(leaving.id) },
            ...{ addressOf: addressOfLeaving, lookAgain: onAgain },
          }}
          label={t.loadingTitle}
          over={t.over}
          keyGroup={t.keyGroup}
          done={outcome !== '' && !isOpen}
          {...(isOpen ? { act: { label: t.one.confirm, run: () => setAct('confirm') } } : {})}
        />
      )}
      <Head
        title={leaving.person.name}
        lead={[
          t.one.title(leaving.id),
          courseName(leaving.courseName),
          placeName(leaving.institutionCode),
        ].join(' · ')}
        actions={
          isOpen &&
          isFree && (
            <>
              {!fromQueue && <Button onClick={() => setAct('confirm')}>{t.one.confirm}</Button>}
              {leaving.mayDeny && (
                <Button kind="outline" onClick={() => setAct('deny')}>
                  {t.one.deny}
                </Button>
              )}
            </>
          )
        }
      />
      <div className="stack">
        <div role="status">
          <OutcomeNotice outcome={outcome} />
        </div>
        <Notice kind={leaving.withdrawalRight ? 'warning' : undefined} title={termOf(leaving)}>
          <p>{ruleOf(leaving)}</p>
        </Notice>
        <About leaving={leaving} />
      </div>
      <aside className="aside" aria-label={t.one.about}>
        <Facts leaving={leaving} />
      </aside>
      <Suspense>
        {act === 'confirm' && (
          <ConfirmLeavingDialog
            leaving={leaving}
            onClose={() => setAct(undefined)}
            onDone={done}
            onStale={again}
          />
        )}
        {act === 'deny' && (
          <DenyLeavingDialog
            leaving={leaving}
            onClose={() => setAct(undefined)}
            onDone={done}
            onStale={again}
          />
        )}
      </Suspense>
    </Content>
  );
}

const ruleOf = ({ state, withdrawalRight, mayDeny }: Leaving): string => {
  if (state !== 'open') return t.states[state];
  if (withdrawalRight) return t.one.whole;
  return mayDeny ? t.one.contract : `${t.one.onlyRefund} ${t.one.contract}`;
};

const reasonOf = ({ reason }: Leaving): string =>
  CANCELLATION_REASONS.find(({ code }) => code === reason)?.label ?? reason;

const About = ({ leaving }: { leaving: Leaving }) => (
  <Section title={t.one.about}>
    <dl className="facts--list">
      <Fact name={t.one.reason}>{reasonOf(leaving)}</Fact>
      {leaving.details && <Fact name={t.one.details}>{leaving.details}</Fact>}
      {leaving.decidedBy && <Fact name={t.one.decidedBy}>{leaving.decidedBy}</Fact>}
      {leaving.decisionReason && <Fact name={t.one.decisionReason}>{leaving.decisionReason}</Fact>}
    </dl>
  </Section>
);

function Facts({ leaving }: { leaving: Leaving }) {
  return (
    <Section title={t.one.money}>
      <dl className="facts--list facts--end">
        <Fact name={t.one.paid}>{moneyText(leaving.paidTotal)}</Fact>
        <Fact name={t.one.left}>{moneyText(leaving.left)}</Fact>
        {leaving.waiting > 0 && <Fact name={t.one.waiting}>{moneyText(leaving.waiting)}</Fact>}
        {leaving.refund !== null && <Fact name={t.one.given}>{moneyText(leaving.refund)}</Fact>}
        <Fact name={t.one.classes}>
          {leaving.classesBegin ? formatDate(leaving.classesBegin) : t.one.noClasses}
        </Fact>
        <Fact name={t.asked}>
          <At instant={leaving.requestedAt} />
        </Fact>
        <Fact name={t.one.person}>
          <Anchor href={`/pessoas/${leaving.person.personId}`}>
            <span translate="no">{leaving.person.name}</span>
          </Anchor>
        </Fact>
        <Fact name={t.application}>
          <Anchor href={`/inscricoes/${leaving.subscriptionId}`}>{leaving.subscriptionId}</Anchor>
        </Fact>
      </dl>
    </Section>
  );
}
