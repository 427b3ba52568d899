import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import { authorisationOf } from '@orbita/domain/payment';
import { Card } from '@orbita/ui/card';
import { Check } from '@orbita/ui/check';
import { Facts } from '@orbita/ui/facts';
import { useQuery } from '@tanstack/react-query';
import { recurrenceTexts as t } from '../texts/payment-recurrence.ts';
import type { Price, Simulation } from './queries.ts';
import { recurrenceQuery } from './recurrence-query.ts';

/** What the payer authorises: amounts in cents, days `YYYY-MM-DD`. */
type Terms = { amounts: readonly number[]; firstDay: string; dayOfMonth: number };

/** Terms of a plan before it is charged; undefined when nothing is left to charge later. */
export function termsOf(price: Price, simulation: Simulation): Terms | undefined {
  const later = simulation.rows.filter(({ Number: number, FinalValue }) => number > 1 && FinalValue > 0);
  const first = later[0] && price.plan.find(({ Number: number }) => number === later[0]?.Number);
  if (!first) return undefined;
  return {
    amounts: later.map(({ FinalValue }) => toCents(FinalValue)),
    firstDay: first.dueDate,
    dayOfMonth: Number(first.dueDate.slice(8)),
  };
}

function TermsFacts({ terms: { amounts, firstDay, dayOfMonth } }: { terms: Terms }) {
  const authorised = authorisationOf(amounts);
  if (!authorised) return null;
  const amount = formatMoney(authorised.cents);
  return (
    <Facts
      inline
      facts={[
        { label: t.terms.amount, value: t.terms[authorised.kind](amounts.length, amount) },
        { label: t.terms.day, value: t.terms.everyMonth(dayOfMonth) },
        { label: t.terms.first, value: <time dateTime={firstDay}>{formatDate(firstDay)}</time> },
      ]}
    />
  );
}

type ConsentProps = {
  terms: Terms;
  given: boolean;
  onChange: (given: boolean) => void;
  missing: boolean;
};

/** Amount, day, first date, how to cancel, and the consent, before anything is charged (S-30d). */
export function RecurrenceConsent({ terms, given, onChange, missing }: ConsentProps) {
  return (
    <Card className="stack" aria-labelledby="outras-parcelas">
      <h2 className="h3" id="outras-parcelas">
        {t.termsTitle}
      </h2>
      <TermsFacts terms={terms} />
      <p className="small muted">{t.cancelHow}</p>
      <Check
        id="autorizo"
        required
        checked={given}
        onChange={(event) => onChange(event.target.checked)}
        error={missing && !given && t.consentRequired}
      >
        {t.consent}
      </Check>
    </Card>
  );
}

/** The same terms beside the code, as they were authorised. */
export function RecurrenceTerms({ subscriptionId }: { subscriptionId: number }) {
  const { data } = useQuery(recurrenceQuery(subscriptionId));
  const first = data?.cycles[0];
  if (!data || !first) return null;
  const amounts = data.cycles.map(({ amount }) => toCents(amount));
  return (
    <Card className="stack" aria-labelledby="outras-parcelas">
      <h2 className="h3" id="outras-parcelas">
        {t.termsTitle}
      </h2>
      <p className="small">{t.oneCode}</p>
      <TermsFacts terms={{ amounts, firstDay: first.dueDate, dayOfMonth: data.dayOfMonth }} />
      <p className="small muted">{t.cancelHow}</p>
    </Card>
  );
}
