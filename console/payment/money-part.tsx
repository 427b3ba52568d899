import { keepFile } from '@orbita/client/keep-file.ts';
import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { CopyButton } from '@orbita/ui/copy-code';
import { BarcodeIcon } from '@orbita/ui/icons/barcode';
import { CardIcon } from '@orbita/ui/icons/card';
import { CheckIcon } from '@orbita/ui/icons/check';
import { useMutation } from '@tanstack/react-query';
import { Fact, Part } from '../act/part.tsx';
import { usePart } from '../act/queries.ts';
import { fileOf, textOf } from '../base/api.ts';
import { day } from '../base/zone.ts';
import { moneyPartTexts as t } from '../texts/parts.ts';
import { Mark } from '../ui/state.tsx';

type Money = Answer<'GET /operations/subscriptions/{id}/charges'>;
type Charge = Money['charges'][number];

const reais = (amount: number): string => formatMoney(toCents(amount));

/** The text below the amount of a charge or month. */
const noteOf = ({ method, purpose, paidAt, dueDate }: Charge): string =>
  [
    t.line(t.methods[method], t.purposes[purpose]),
    paidAt ? day(paidAt) : dueDate && t.due(formatDate(dueDate)),
  ]
    .filter(Boolean)
    .join(' · ');

/** An application's money: what was received, what is owed and by when, its charges, and a button that resends an open slip. */
export default function MoneyPart({ id, until }: { id: number; until: string | null }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/charges');
  return (
    <Part
      title={t.title}
      query={query}
      none={until ? `${t.none} ${t.until} ${day(until)}.` : t.none}
      isEmpty={({ charges }) => charges.length === 0}
      aside={({ charges }) => <span className="meta">{t.charges(charges.length)}</span>}
    >
      {(money) => (
        <>
          <Sums money={money} until={until} />
          <ul className="rows">
            {money.charges.map((charge) => (
              <li key={charge.paymentId}>
                {charge.method === 'slip' ? <BarcodeIcon small /> : <CardIcon small />}
                <span>
                  <b>{reais(charge.received ?? charge.amount)}</b>
                  <small>{noteOf(charge)}</small>
                </span>
                <span>{t.states[charge.state]}</span>
                {charge.slipLine && <Slip paymentId={charge.paymentId} line={charge.slipLine} />}
              </li>
            ))}
          </ul>
          <Months months={money.months} />
        </>
      )}
    </Part>
  );
}

function Sums({ money: { paid, returned, owed, next }, until }: { money: Money; until: string | null }) {
  return (
    <dl className="facts--list">
      <Fact label={t.paid}>{reais(paid)}</Fact>
      {returned > 0 && <Fact label={t.returned}>{reais(returned)}</Fact>}
      <Fact label={t.owed}>{reais(owed)}</Fact>
      {next?.dueDate && <Fact label={t.next}>{t.nextOn(reais(next.amount), formatDate(next.dueDate))}</Fact>}
      {!next && until && <Fact label={t.until}>{day(until)}</Fact>}
      {next && (
        <Fact label={t.late}>
          {next.overdue && next.dueDate ? (
            <Mark kind="danger">{t.overdue(formatDate(next.dueDate))}</Mark>
          ) : (
            <span className="mark" data-kind="ok">
              <CheckIcon small />
              {t.onTime}
            </span>
          )}
        </Fact>
      )}
    </dl>
  );
}

function Months({ months }: Pick<Money, 'months'>) {
  if (months.length === 0) return null;
  return (
    <details className="more-facts">
      <summary>{t.months(months.filter(({ state }) => state === 'paid').length, months.length)}</summary>
      <dl className="facts--list">
        {months.map(({ id, number, dueDate, amount, state }) => (
          <Fact key={id} label={t.month(number)} small={`${t.monthStates[state]} · ${formatDate(dueDate)}`}>
            {reais(amount)}
          </Fact>
        ))}
      </dl>
    </details>
  );
}

function Slip({ paymentId, line }: { paymentId: number; line: string }) {
  const save = useMutation({
    mutationFn: () => fileOf('GET /operations/payments/{id}/slip', { params: { id: paymentId } }),
    onSuccess: (file) => keepFile(file, `boleto-${paymentId}.pdf`),
  });
  return (
    <div className="rows__more">
      <Button
        kind="outline"
        small
        icon={BarcodeIcon}
        busy={save.isPending && t.slipBusy}
        onClick={() => save.mutate()}
      >
        {t.slip}
      </Button>
      <CopyButton value={line} label={t.copyLine} copiedLabel={t.copied} kind="quiet" />
      {save.error && (
        <p className="field__error" role="alert">
          {textOf(save.error)}
        </p>
      )}
    </div>
  );
}
