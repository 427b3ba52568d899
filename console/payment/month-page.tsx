import { courseName, formatDate } from '@orbita/domain/foundation';
import { methodLabel } from '@orbita/domain/payment';
import { Anchor } from '@orbita/ui/link';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { type Outcome, OutcomeNotice } from '../act/outcome.tsx';
import { ItemPage } from '../base/awaited-item.tsx';
import { At, Fact } from '../base/facts.tsx';
import { useMay } from '../base/me.ts';
import { PlaceName } from '../base/place.tsx';
import { useScreenTitle } from '../base/title.ts';
import { monthStates, monthTexts as t } from '../texts/payment.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { Marks, type Money } from './marks.tsx';
import { MoneyBar } from './money-bar.tsx';
import { moneyText } from './money-text.ts';
import { type OpenMonth, useMoneyReload, useMonth } from './queries.ts';
import { moneyQueueNamed } from './queue-list.tsx';
import { Refunds } from './refunds.tsx';
import { MoneyMarks } from './state.tsx';
import '../styles/application.css';
import '../styles/payment.css';

/** E-07 `/pagamentos/mensalidades/{id}`: one month paid by card or automatic Pix (spec 25.11). */
export default function MonthPage() {
  const id = Number(useParams().id);
  const title = Number.isSafeInteger(id) ? t.title(id) : t.loadingTitle;
  useScreenTitle(title);
  const { data, error, refetch } = useMonth(id);
  return (
    <ItemPage id={id} title={title} of={{ data, error, refetch }} texts={t} list="/pagamentos">
      {(found) => <Whole month={found} key={id} onAgain={refetch} />}
    </ItemPage>
  );
}

function Whole({ month, onAgain }: { month: OpenMonth; onAgain: () => Promise<unknown> }) {
  const [outcome, setOutcome] = useState<Outcome>('');
  const reload = useMoneyReload();
  const queue = moneyQueueNamed(new URLSearchParams(useLocation().search).get('fila'), useMay());
  const money: Money = { kind: 'month', item: month };
  const { claim } = month.work ?? { claim: null };
  return (
    <Content split>
      {queue === 'month-attention' && (
        <MoneyBar
          money={money}
          queue={queue}
          name={t.title(month.id)}
          done={outcome !== '' && month.work === null}
          lookAgain={onAgain}
        />
      )}
      <Head
        title={`${t.month(month.number)}, ${moneyText(month.amount)}`}
        lead={[t.title(month.id), methodLabel(month.method), month.person.name].join(' · ')}
      />
      <div className="stack">
        <div role="status">
          <OutcomeNotice outcome={outcome} />
        </div>
        <div className="row">
          {monthStates[month.state]}
          <MoneyMarks marks={month.attention} />
        </div>
        <Marks
          money={money}
          canAct={claim === null || claim.mine}
          onDone={(said) => {
            setOutcome(said);
            void reload();
          }}
        />
        {month.refunds.length > 0 && <Refunds refunds={month.refunds} />}
      </div>
      <aside className="aside" aria-label={t.facts}>
        <MonthFacts month={month} />
      </aside>
    </Content>
  );
}

function MonthFacts({ month }: { month: OpenMonth }) {
  return (
    <Section title={t.facts}>
      <dl className="facts--list facts--end">
        <Fact name={t.person}>
          <span translate="no">{month.person.name}</span>
        </Fact>
        <Fact name={t.application}>
          <Anchor href={`/inscricoes/${month.subscriptionId}`}>{month.subscriptionId}</Anchor>
        </Fact>
        <Fact name={t.first}>
          <Anchor href={`/pagamentos/${month.paymentId}`}>{month.paymentId}</Anchor>
        </Fact>
        <Fact name={t.authorisation}>{t.authorisations[month.recurrenceState]}</Fact>
        <Fact name={t.course}>{courseName(month.courseName)}</Fact>
        <Fact name={t.institution}>
          <PlaceName code={month.institutionCode} />
        </Fact>
        <Fact name={t.dueDate}>{formatDate(month.dueDate)}</Fact>
        {month.askedFor && <Fact name={t.askedFor}>{formatDate(month.askedFor)}</Fact>}
        {month.retryDays.length > 0 && (
          <Fact name={t.retries}>{month.retryDays.map(formatDate).join(', ')}</Fact>
        )}
        <Fact name={t.got}>{month.received === null ? '—' : moneyText(month.received)}</Fact>
        {month.refunded > 0 && <Fact name={t.refunded}>{moneyText(month.refunded)}</Fact>}
        <Fact name={t.leftName}>{moneyText(month.left)}</Fact>
        {month.paidAt && (
          <Fact name={t.paidAt}>
            <At instant={month.paidAt} />
          </Fact>
        )}
        {month.endCode && <Fact name={t.endCode}>{month.endCode}</Fact>}
        {month.providerId && (
          <Fact name={t.txid}>
            <span translate="no">{month.providerId}</span>
          </Fact>
        )}
      </dl>
    </Section>
  );
}
