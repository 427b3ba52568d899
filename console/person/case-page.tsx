import { formatDate } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ItemPage } from '../base/awaited-item.tsx';
import { At, Fact } from '../base/facts.tsx';
import { useMay } from '../base/me.ts';
import { useScreenTitle } from '../base/title.ts';
import { day } from '../base/zone.ts';
import '../styles/application.css';
import '../styles/approval.css';
import { documentCaseTexts as t } from '../texts/document-case.ts';
import { applicationTexts } from '../texts/subscription.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { CASES, type DocumentCase, useCase } from './case.ts';
import { DecideDialog, type Decision } from './decide-case-dialog.tsx';

/** `/pessoas/documentos/{id}`: both people with a document, and the decision whose it is (spec 25.6.3). */
export default function CasePage() {
  const caseId = Number(useParams().id);
  useScreenTitle(t.notice);
  const { data, error, refetch } = useCase(caseId);
  return (
    <ItemPage id={caseId} title={t.notice} of={{ data, error, refetch }} texts={t} list={CASES}>
      {(found) => <Whole one={found} key={caseId} />}
    </ItemPage>
  );
}

function Whole({ one }: { one: DocumentCase }) {
  const may = useMay()('subscriptions.decide');
  const [decision, setDecision] = useState<Decision>();
  const [said, setSaid] = useState<Decision>();
  const open = one.state === 'open';
  return (
    <Content>
      <Head
        title={t.title(applicationTexts.documents[one.documentType])}
        lead={
          open ? (
            <WithName text={(name) => t.lead(name, day(one.openedAt))} name={one.broughtBy} />
          ) : (
            t.leadDecided(day(one.openedAt))
          )
        }
        actions={
          open &&
          may &&
          (['kept', 'given'] as const).map((each) => (
            <Button key={each} kind="outline" onClick={() => setDecision(each)}>
              {t[each].open}
            </Button>
          ))
        }
      />
      <div role="status">{said && <Notice kind="success" title={t.done[said]} />}</div>
      {open && <Notice title={t.waits}>{may ? undefined : <p>{t.noPart}</p>}</Notice>}
      {one.state === 'given' && one.opens.account && <Notice kind="warning" title={t.next} />}
      <Section title={t.document}>
        <Compared one={one} />
        <p className="meta">{one.account.proved ? t.proved : t.unproved}</p>
        {one.opens.account && (
          <p>
            <Anchor href={`/pessoas/${one.personId}`}>{t.toPerson}</Anchor>
          </p>
        )}
      </Section>
      {open ? (
        <Section title={t.why}>
          <ul>
            {one.reasons.map((reason) => (
              <li key={reason}>{t.reasons[reason]}</li>
            ))}
          </ul>
        </Section>
      ) : (
        <Section title={t.decision}>
          <Outcome one={one} />
        </Section>
      )}
      {decision && (
        <DecideDialog
          one={one}
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={() => {
            setSaid(decision);
            setDecision(undefined);
          }}
        />
      )}
    </Content>
  );
}

type Row = { label: string; account: string | null; brought: string | null };

/** The data of both sides, line by line; after the decision nothing of the other side is kept. */
function Compared({ one: { account, brought, documentType, documentMasked } }: { one: DocumentCase }) {
  const date = (of: string | null | undefined) => (of ? formatDate(of) : null);
  const rows: Row[] = [
    { label: t.name, account: account.name, brought: brought?.name ?? null },
    { label: t.birth, account: date(account.birthDate), brought: date(brought?.birthDate) },
    { label: t.email, account: account.emailMasked, brought: brought?.emailMasked ?? null },
    { label: t.phone, account: account.phoneMasked, brought: brought?.phoneMasked ?? null },
  ];
  return (
    <div className="table-wrap">
      <table className="table table--stack asked">
        <caption className="visually-hidden">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.account}</th>
            {brought && <th scope="col">{t.brought}</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="line">
              {applicationTexts.documents[documentType]}
            </th>
            <td className="line" colSpan={brought ? 2 : 1}>
              <span className="numbers" translate="no">
                {documentMasked}
              </span>
            </td>
          </tr>
          {rows.map(({ label, account: ours, brought: theirs }) => (
            <tr key={label}>
              <th scope="row" className="line">
                {label}
              </th>
              <td className="line">
                {brought && <span className="table__label">{t.account}</span>}
                <Value>{ours}</Value>
              </td>
              {brought && (
                <td className={theirs && theirs !== ours ? 'line asked__new' : 'line'}>
                  <span className="table__label">{t.brought}</span>
                  <Value>{theirs}</Value>
                </td>
              )}
            </tr>
          ))}
          <tr>
            <th scope="row" className="line">
              {t.applications}
            </th>
            <td className="line" colSpan={brought ? 2 : 1}>
              {account.applications}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const Value = ({ children }: { children: string | null }) =>
  children === null ? <span className="muted">{t.none}</span> : <bdi translate="no">{children}</bdi>;

function Outcome({ one: { state, decidedBy, decidedAt, reason, givenTo, opens } }: { one: DocumentCase }) {
  return (
    <>
      <dl className="facts--list">
        <Fact name={t.outcome}>{t.outcomes[state]}</Fact>
        {decidedBy && (
          <Fact name={t.decidedBy}>
            <bdi translate="no">{decidedBy}</bdi>
          </Fact>
        )}
        {decidedAt && (
          <Fact name={t.decidedAt}>
            <At instant={decidedAt} />
          </Fact>
        )}
        {reason && <Fact name={t.reason}>{reason}</Fact>}
      </dl>
      {givenTo !== null && opens.given && (
        <p>
          <Anchor href={`/pessoas/${givenTo}`}>{t.toGiven}</Anchor>
        </p>
      )}
    </>
  );
}
