import { courseName, formatDate } from '@orbita/domain/foundation';
import { formatLine, methodLabel } from '@orbita/domain/payment';
import { Anchor } from '@orbita/ui/link';
import { WithName } from '@orbita/ui/with-name';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { type Outcome, OutcomeNotice } from '../act/outcome.tsx';
import { ItemPage } from '../base/awaited-item.tsx';
import { At, Fact } from '../base/facts.tsx';
import { useMay } from '../base/me.ts';
import { PlaceName } from '../base/place.tsx';
import { useScreenTitle } from '../base/title.ts';
import { monthStates, purposes, chargeTexts as t } from '../texts/payment.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { Marks, type Money } from './marks.tsx';
import { MoneyBar } from './money-bar.tsx';
import { moneyText } from './money-text.ts';
import { type OpenPayment, useMoneyReload, usePayment } from './queries.ts';
import { moneyQueueNamed } from './queue-list.tsx';
import { Refunds } from './refunds.tsx';
import { MoneyMarks, PaymentState } from './state.tsx';
import '../styles/application.css';
import '../styles/payment.css';

/** E-07 `/pagamentos/{id}`: one payment, its history and the possible acts (spec 25.11). */
export default function PaymentPage() {
  const id = Number(useParams().id);
  const title = Number.isSafeInteger(id) ? t.title(id) : t.loadingTitle;
  useScreenTitle(title);
  const { data, error, refetch } = usePayment(id);
  return (
    <ItemPage id={id} title={title} of={{ data, error, refetch }} texts={t} list="/pagamentos">
      {(found) => <Whole payment={found} key={id} onAgain={refetch} />}
    </ItemPage>
  );
}

function Whole({ payment, onAgain }: { payment: OpenPayment; onAgain: () => Promise<unknown> }) {
  const [outcome, setOutcome] = useState<Outcome>('');
  const reload = useMoneyReload();
  const queue = moneyQueueNamed(new URLSearchParams(useLocation().search).get('fila'), useMay());
  const money: Money = { kind: 'payment', item: payment };
  const { claim } = payment.work ?? { claim: null };
  return (
    <Content split>
      {queue === 'attention' && (
        <MoneyBar
          money={money}
          queue={queue}
          name={t.title(payment.id)}
          done={outcome !== '' && payment.work === null}
          lookAgain={onAgain}
        />
      )}
      <Head
        title={`${purposes[payment.purpose]}, ${moneyText(payment.amount)}`}
        lead={[t.title(payment.id), methodLabel(payment.method), payment.person.name].join(' · ')}
      />
      <div className="stack">
        <div role="status">
          <OutcomeNotice outcome={outcome} />
        </div>
        <div className="row">
          <PaymentState state={payment.state} />
          <MoneyMarks marks={payment.attention} />
        </div>
        <Marks
          money={money}
          canAct={claim === null || claim.mine}
          onDone={(said) => {
            setOutcome(said);
            void reload();
          }}
        />
        {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} />}
        <Events payment={payment} />
        {payment.recurrence && <Months recurrence={payment.recurrence} />}
      </div>
      <aside className="aside" aria-label={t.facts}>
        <PaymentFacts payment={payment} />
        <ProviderFacts payment={payment} />
      </aside>
    </Content>
  );
}

function Events({ payment: { events } }: { payment: OpenPayment }) {
  return (
    <Section title={t.events}>
      {events.length === 0 && <p className="muted">{t.noEvents}</p>}
      <ol className="lines">
        {events.map(({ at, kind, text, amount, by, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of one moment may be alike, and none is moved
          <li key={`${at} ${kind} ${index}`} className="lines__item lines__item--note">
            <span>
              <b>{text}</b>
              {amount !== null && <span className="numbers"> {moneyText(amount)}</span>}
            </span>
            {(by || detail) && (
              <small>
                {by && <WithName text={t.by} name={by} />}
                {by && detail && ' · '}
                {detail}
              </small>
            )}
            <small>
              <At instant={at} />
            </small>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Months({ recurrence: { months } }: { recurrence: NonNullable<OpenPayment['recurrence']> }) {
  return (
    <Section title={t.months}>
      <ul className="lines">
        {months.map(({ id, number, dueDate, amount, state, attention }) => (
          <li key={id} className="lines__item">
            <div>
              <Anchor href={`/pagamentos/mensalidades/${id}`}>
                <b>{t.month(number)}</b>
              </Anchor>
              <small>
                {moneyText(amount)} · {t.due(formatDate(dueDate))}
              </small>
            </div>
            <span>
              {monthStates[state]}
              <MoneyMarks marks={attention} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PaymentFacts({ payment }: { payment: OpenPayment }) {
  const may = useMay();
  const { person, received, rows } = payment;
  return (
    <Section title={t.facts}>
      <dl className="facts--list facts--end">
        <Fact name={t.person}>
          {may('subscriptions.read') ? (
            <Anchor href={`/pessoas/${person.personId}`}>
              <span translate="no">{person.name}</span>
            </Anchor>
          ) : (
            <span translate="no">{person.name}</span>
          )}
        </Fact>
        <Fact name={t.application}>
          {may('subscriptions.read') ? (
            <Anchor href={`/inscricoes/${payment.subscriptionId}`}>{payment.subscriptionId}</Anchor>
          ) : (
            payment.subscriptionId
          )}
        </Fact>
        <Fact name={t.course}>{courseName(payment.courseName)}</Fact>
        <Fact name={t.institution}>
          <PlaceName code={payment.institutionCode} />
        </Fact>
        {rows.map(({ label, amount }) => (
          <Fact key={label} name={label}>
            <span className="numbers">{moneyText(amount)}</span>
          </Fact>
        ))}
        <Fact name={t.amount}>
          <span className="numbers">{moneyText(payment.amount)}</span>
        </Fact>
        <Fact name={t.got}>
          <span className="numbers">{received === null ? '—' : moneyText(received)}</span>
        </Fact>
        {payment.refunded > 0 && (
          <Fact name={t.refunded}>
            <span className="numbers">{moneyText(payment.refunded)}</span>
          </Fact>
        )}
        <Fact name={t.leftName}>
          <span className="numbers">{moneyText(payment.left)}</span>
        </Fact>
        <Fact name={t.createdAt}>
          <At instant={payment.createdAt} />
        </Fact>
        {payment.paidAt && (
          <Fact name={t.paidAt}>
            <At instant={payment.paidAt} />
          </Fact>
        )}
      </dl>
    </Section>
  );
}

function ProviderFacts({ payment: { provider } }: { payment: OpenPayment }) {
  const { txid, number, endToEndIds, slipLine, ourNumber, dueDay, brand, last4 } = provider;
  const facts: [string, string | null][] = [
    [t.txid, txid],
    [t.number, number],
    ...endToEndIds.map((one): [string, string] => [t.endToEnd, one]),
    [t.slipLine, slipLine && formatLine(slipLine)],
    [t.ourNumber, ourNumber],
    [t.dueDay, dueDay && formatDate(dueDay)],
    [t.card, last4 && t.cardOf(brand ?? '', last4)],
  ];
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
  if (known.length === 0) return null;
  return (
    <Section title={t.provider}>
      <dl className="facts--list charge-numbers">
        {known.map(([name, value]) => (
          <Fact key={name + value} name={name}>
            <span translate="no">{value}</span>
          </Fact>
        ))}
      </dl>
    </Section>
  );
}
