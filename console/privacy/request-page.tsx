import { formatCpf, formatDate } from '@orbita/domain/foundation';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { ItemPage } from '../base/awaited-item.tsx';
import { At } from '../base/facts.tsx';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { whoMay } from '../base/not-allowed.tsx';
import { useScreenTitle } from '../base/title.ts';
import { exactly } from '../base/zone.ts';
import { privacyTexts, privacyRequestTexts as t } from '../texts/privacy.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import { Content, Head, Section } from '../ui/page.tsx';
import { isOpen, RequestDue, RequestState, type WholeRequest } from './request.tsx';
import { type RequestAct, RequestDialog } from './request-dialogs.tsx';

const AGAIN_MS = 30_000;

/** E-08 `/privacidade/{id}`: one request about personal data, and its answer (spec 25.12). */
export default function RequestPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery({
    queryKey: ['privacy', 'one', id],
    queryFn: ({ signal }) => call('GET /operations/privacy-requests/{id}', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id),
    refetchInterval: usePollMs(AGAIN_MS),
  });
  return (
    <ItemPage id={id} title={privacyTexts.title} of={{ data, error, refetch }} texts={t} list="/privacidade">
      {(found) => <Whole request={found} />}
    </ItemPage>
  );
}

/** Acts possible on a request in its current state. */
function actsOf(request: WholeRequest, mayErase: boolean): RequestAct[] {
  const { kind, status, review, effects } = request;
  if (!isOpen(request)) return [];
  const take: RequestAct[] = status === 'received' ? ['take'] : [];
  if (kind === 'decision-review') return review?.event === 'essay-rejected' ? take : [...take, 'judge'];
  if (kind === 'export') return ['deny'];
  if (kind === 'deletion')
    return [...take, 'deny', ...(mayErase && effects?.blockedBy.length === 0 ? (['erase'] as const) : [])];
  return [...take, 'deny', 'reply'];
}

const LABELS = { take: t.take, deny: t.deny, reply: t.reply, judge: t.judge, erase: t.erase } as const;

function Whole({ request }: { request: WholeRequest }) {
  const may = useMay();
  const client = useQueryClient();
  const [act, setAct] = useState<RequestAct>();
  const [asked, setAsked] = useState<Approval>();
  const [said, setSaid] = useState('');
  useScreenTitle(t.one(request.id));
  const done = async (text: string, waits?: Approval) => {
    setAct(undefined);
    setAsked(waits);
    setSaid(waits ? '' : text);
    await client.invalidateQueries({ queryKey: ['privacy'] });
  };
  const acts = actsOf(request, may('privacy.erase'));
  // Denial is never the suggested act.
  const main = acts.findLast((one) => one !== 'deny');
  return (
    <Content>
      <Head
        title={t.title(privacyTexts.kinds[request.kind], request.id)}
        lead={<span translate="no">{request.person.name}</span>}
        actions={acts.map((one) => (
          <Button key={one} kind={one === main ? 'primary' : 'outline'} onClick={() => setAct(one)}>
            {LABELS[one]}
          </Button>
        ))}
      />
      {said && <AnnouncedNotice key={said} kind="success" title={said} />}
      <div role="status">{asked && <Asked approval={asked} />}</div>
      <Advice request={request} />
      <Section title={t.facts}>
        <Facts request={request} />
      </Section>
      {request.effects && <Effects effects={request.effects} />}
      {act && (
        <RequestDialog
          act={act}
          request={request}
          onClose={() => setAct(undefined)}
          onDone={(text, waits) => void done(text, waits)}
        />
      )}
    </Content>
  );
}

/** The next step, if no button offers it. */
function Advice({ request }: { request: WholeRequest }) {
  const may = useMay();
  const { kind, review, personId, answeredAt, status } = request;
  if (kind === 'deletion' && status === 'concluded' && answeredAt)
    return (
      <Notice kind="success" title={t.erased(exactly(answeredAt))}>
        {may('privacy.kept') && (
          <ButtonLink kind="outline" small href={`/privacidade/guardados?pessoa=${personId}`}>
            {t.kept}
          </ButtonLink>
        )}
      </Notice>
    );
  if (!isOpen(request)) return null;
  if (kind === 'export') return <Notice title={t.copy} />;
  if (kind === 'correction')
    return (
      <Notice title={t.correction}>
        {!may('subscriptions.decide') && <p>{t.corrects(whoMay(['subscriptions.decide']).join(', '))}</p>}
        {may('subscriptions.read') && (
          <ButtonLink kind="outline" small href={`/pessoas/${personId}`}>
            {t.personPage}
          </ButtonLink>
        )}
      </Notice>
    );
  if (kind !== 'decision-review') return null;
  if (review?.event === 'essay-rejected')
    return (
      <Notice title={t.essayReview}>
        {may('essays.grade', 'essays.lead') && (
          <ButtonLink kind="outline" small href="/redacoes">
            {t.essays}
          </ButtonLink>
        )}
      </Notice>
    );
  return <Notice title={t.review}>{review?.decidedBy && t.decidedBy(review.decidedBy)}</Notice>;
}

function Facts({ request }: { request: WholeRequest }) {
  const may = useMay();
  const { person, subscriptionId } = request;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [privacyTexts.state, <RequestState key="state" {...request} />],
    [privacyTexts.due, isOpen(request) && <RequestDue key="due" {...request} />],
    [t.asked, <At key="asked" instant={request.requestedAt} />],
    [privacyTexts.taken, request.takenBy],
    [
      t.document,
      person.document && (/^\d{11}$/.test(person.document) ? formatCpf(person.document) : person.document),
    ],
    [t.email, person.email],
    [
      t.application,
      subscriptionId !== null &&
        (may('subscriptions.read') ? (
          <Anchor key="application" href={`/inscricoes/${subscriptionId}`}>
            {subscriptionId}
          </Anchor>
        ) : (
          subscriptionId
        )),
    ],
    [t.details, request.details],
    [t.answer, request.answer],
    [t.answeredBy, request.answeredBy],
    [t.answeredAt, request.answeredAt && <At key="answered" instant={request.answeredAt} />],
  ];
  return (
    <dl className="facts--list">
      {rows
        .filter(([, value]) => value !== null && value !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What an erasure removes, what the law keeps, and what prevents it. */
function Effects({ effects }: { effects: NonNullable<WholeRequest['effects']> }) {
  const may = useMay();
  const { blockedBy, applications, files, messages, reasons, keepUntil } = effects;
  return (
    <>
      {blockedBy.length > 0 && (
        <Notice kind="warning" title={t.blocked}>
          <ul>
            {blockedBy.map(({ subscriptionId, statusName }) => (
              <li key={subscriptionId}>
                {may('subscriptions.read') ? (
                  <Anchor href={`/inscricoes/${subscriptionId}`}>
                    {t.blockedBy(subscriptionId, statusName)}
                  </Anchor>
                ) : (
                  t.blockedBy(subscriptionId, statusName)
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Section title={t.goes}>
        <ul>
          {t.goesList.map((one) => (
            <li key={one}>{one}</li>
          ))}
          {applications.length > 0 && <li>{t.applications(applications.length)}</li>}
          {files > 0 && <li>{t.files(files)}</li>}
          {messages > 0 && <li>{t.messages(messages)}</li>}
        </ul>
      </Section>
      <Section title={t.stays}>
        {keepUntil === null ? (
          <p>{t.staysNothing}</p>
        ) : (
          <>
            <p>{t.staysUntil(formatDate(keepUntil))}</p>
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{t.reasons[reason]}</li>
              ))}
            </ul>
          </>
        )}
      </Section>
    </>
  );
}
