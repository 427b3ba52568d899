import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { reading } from '../base/api.ts';
import { ItemPage } from '../base/awaited-item.tsx';
import { At, Fact } from '../base/facts.tsx';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { usePlaceName } from '../base/place.tsx';
import { useScreenTitle } from '../base/title.ts';
import { exactly } from '../base/zone.ts';
import { fieldTexts, kindWords, requestTexts as t } from '../texts/approval.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { type RequestAct, RequestDialog } from './dialogs.tsx';
import { AskedFields } from './fields.tsx';
import { type Approval, RequestState, untilOf } from './state.tsx';
import { ShowToken } from './token.tsx';

const OPEN_ITEM_MS = 15_000;

/** `/aprovacoes/{id}`: one request, and the possible decisions (spec 25.4.4). */
export default function RequestPage() {
  const id = Number(useParams().id);
  const known = Number.isSafeInteger(id);
  const title = known ? t.title(id) : t.loading;
  useScreenTitle(title);
  const { data, error, refetch } = useQuery({
    queryKey: ['approval', 'one', id],
    queryFn: reading('GET /operations/approvals/{id}', { params: { id } }),
    enabled: known,
    refetchInterval: usePollMs(OPEN_ITEM_MS),
  });
  useTeamEvent('approval.changed', (changed) => {
    if (changed.id === id) void refetch();
  });
  return (
    <ItemPage id={id} title={title} of={{ data, error, refetch }} texts={t} list="/aprovacoes">
      {(found) => <Request approval={found} key={id} onChanged={() => void refetch()} />}
    </ItemPage>
  );
}

type Said = { kind: 'success' | 'warning' | 'danger'; text: string };

/** What to say after an act, including refunds that the bank has not answered, and approved acts that could not be done. */
export function saidOf(after: Approval | undefined): Said {
  if (!after) return { kind: 'success', text: t.withdrawn };
  if (after.state === 'refused') return { kind: 'success', text: t.refused };
  if (after.state === 'failed') return { kind: 'danger', text: t.failed(after.failure ?? '') };
  if (after.refundState === 'failed') return { kind: 'danger', text: t.bankRefused };
  if (after.refundState === 'requested' || after.refundState === 'processing')
    return { kind: 'warning', text: t.bank };
  return { kind: 'success', text: t.approved };
}

function Request({ approval, onChanged }: { approval: Approval; onChanged: () => void }) {
  const client = useQueryClient();
  const [act, setAct] = useState<RequestAct>();
  const [said, setSaid] = useState<Said>();
  const waits = approval.state === 'waiting';
  const done = (after: Approval | undefined) => {
    setAct(undefined);
    setSaid(saidOf(after));
    if (after) adoptAnswer(client, ['approval', 'one', approval.id], after);
    void client.invalidateQueries({ queryKey: ['approval'] });
    void client.invalidateQueries({ queryKey: ['queues'] });
  };
  return (
    <Content>
      <Head
        title={approval.summary}
        lead={t.lead(approval.id, kindWords[approval.kind])}
        actions={<Acts approval={approval} onAct={setAct} />}
      />
      <div role="status">{said && <Notice kind={said.kind} title={said.text} />}</div>
      {waits && approval.aloneAt && <Notice kind="warning" title={t.alone(untilOf(approval.aloneAt))} />}
      {waits && !approval.aloneAt && !approval.mayDecide && (
        <Notice title={approval.mine ? t.own : t.notYours} />
      )}
      <Section title={fieldTexts.title}>
        <AskedFields fields={approval.fields} />
      </Section>
      <Section title={t.facts}>
        <Facts approval={approval} />
      </Section>
      {!waits && (
        <Section title={t.outcome}>
          <Outcome approval={approval} />
        </Section>
      )}
      {act && (
        <RequestDialog
          act={act}
          approval={approval}
          onClose={() => setAct(undefined)}
          onDone={done}
          onFailed={onChanged}
        />
      )}
    </Content>
  );
}

function Acts({ approval, onAct }: { approval: Approval; onAct: (act: RequestAct) => void }) {
  if (approval.mayShowToken) return <ShowToken approval={approval} />;
  if (approval.mayDecide)
    return (
      <>
        <Button onClick={() => onAct('approve')}>{t.approve}</Button>
        <Button kind="outline" onClick={() => onAct('refuse')}>
          {t.refuse}
        </Button>
      </>
    );
  if (approval.mine && approval.state === 'waiting')
    return (
      <Button kind="outline" onClick={() => onAct('withdraw')}>
        {t.withdraw}
      </Button>
    );
  return null;
}

function Facts({ approval }: { approval: Approval }) {
  const may = useMay();
  const { subscriptionId, institutions } = approval;
  const placeName = usePlaceName();
  return (
    <dl className="facts--list">
      <Fact name={t.state}>
        <RequestState state={approval.state} />
      </Fact>
      <Fact name={t.by}>
        <bdi translate="no">{approval.requestedBy.name}</bdi>
      </Fact>
      <Fact name={t.email}>
        <bdi>{approval.requestedBy.email}</bdi>
      </Fact>
      <Fact name={t.asked}>
        <At instant={approval.requestedAt} />
      </Fact>
      <Fact name={t.ends}>
        <time dateTime={approval.expiresAt} title={exactly(approval.expiresAt)}>
          {untilOf(approval.expiresAt)}
        </time>
      </Fact>
      <Fact name={t.where}>{institutions?.map(placeName).join(', ') ?? t.everywhere}</Fact>
      {subscriptionId !== null && may('subscriptions.read') && (
        <Fact name={t.application}>
          <Anchor href={`/inscricoes/${subscriptionId}`}>{subscriptionId}</Anchor>
        </Fact>
      )}
    </dl>
  );
}

function Outcome({ approval }: { approval: Approval }) {
  return (
    <dl className="facts--list">
      {approval.decidedBy && (
        <Fact name={t.decidedBy}>
          <bdi translate="no">{approval.decidedBy.name}</bdi>
        </Fact>
      )}
      {approval.endedAt && (
        <Fact name={t.endedAt}>
          <At instant={approval.endedAt} />
        </Fact>
      )}
      {approval.decisionReason && <Fact name={t.decisionReason}>{approval.decisionReason}</Fact>}
      {approval.failure && <Fact name={t.failure}>{approval.failure}</Fact>}
      {approval.refundState && <Fact name={t.refund}>{t.refundStates[approval.refundState]}</Fact>}
    </dl>
  );
}
