import { serverNow } from '@orbita/client/server-clock.ts';
import { formatMoney, toCents } from '@orbita/domain/foundation';
import { cardShown, METHOD_LABELS, METHOD_TEXTS } from '@orbita/domain/payment';
import { type ActionItem, ActionList } from '@orbita/ui/action-list';
import { CardIcon } from '@orbita/ui/icons/card';
import { LayersIcon } from '@orbita/ui/icons/layers';
import { PixIcon } from '@orbita/ui/icons/pix';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import { RepeatIcon } from '@orbita/ui/icons/repeat';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useTitle } from '../base/title.ts';
import { momentLine } from '../subscription/deadline.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { deniedTexts as t } from '../texts/payment-card.ts';
import { laterOf, usableMethods } from './choice.ts';
import { type Denial, type DeniedOption, leftNoTry, waysOut } from './denial.ts';
import { type Payment, type PaymentOptions, type Price, simulationQuery } from './queries.ts';

export type DeniedPageProps = StepProps & {
  options: PaymentOptions;
  payment: Payment;
  denial: Denial;
  /** The price that was to be paid, if known. */
  price: Price | undefined;
  voucher: string | null;
  onGo: (way: DeniedOption) => void;
};

/** S-33b: why the card was not approved, that nothing was charged, and the remaining options. */
export function DeniedPage(props: DeniedPageProps) {
  const { subscription, steps, options, payment, denial, price, voucher, onGo } = props;
  useTitle(t.title);
  const monthly = useQuery({
    ...simulationQuery(subscription.id, {
      priceId: price?.priceId ?? 0,
      method: 'credit-card',
      voucher,
      monthly: true,
    }),
    enabled: price !== undefined && denial.options.length > 2,
  }).data?.[0];
  const item = itemsOf({
    first: monthly && formatMoney(toCents(monthly.firstValue)),
    others: (monthly?.rows.length ?? 1) - 1,
    later: monthly && laterOf(monthly),
    pix: usableMethods(options).includes('pix'),
  });
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <Notice kind="danger" title={t.title} titleAs="h1">
        <p>
          {t.reasons[denial.reason]} <b>{t.nothing}</b>
        </p>
        <p className="muted small">
          {t.tried(cardOf(payment), amountOf(payment))}
          <br />
          {momentLine(payment.createdAt, serverNow())}
        </p>
      </Notice>
      <section className="stack" aria-labelledby="como-seguir">
        <h2 id="como-seguir">{t.how}</h2>
        <ActionList
          items={waysOut(denial).map((way) => ({ ...item[way], key: way, onClick: () => onGo(way) }))}
        />
        {leftNoTry(denial) && <p className="small">{METHOD_TEXTS.attemptLimit}</p>}
      </section>
    </StepFrame>
  );
}

const cardOf = ({ card }: Payment): string => (card && cardShown(card)) ?? METHOD_LABELS['credit-card'];

const amountOf = ({ amount, card }: Payment): string =>
  t.times(formatMoney(toCents(amount)), card?.installments ?? 1);

type Known = {
  first: string | undefined;
  others: number;
  later: ReturnType<typeof laterOf> | undefined;
  pix: boolean;
};

const itemsOf = ({ first, others, later, pix }: Known): Record<DeniedOption, ActionItem> => ({
  retry: { icon: RefreshIcon, title: t.retry, note: t.retryNote },
  'first-installment': {
    icon: LayersIcon,
    title: t.first,
    note: first && others > 0 && t.firstNote(first, others),
  },
  recurrence: {
    icon: RepeatIcon,
    title: t.recurrence,
    note: later && t.recurrenceNote(formatMoney(later.cents), later.upTo),
  },
  'other-method': { icon: pix ? PixIcon : CardIcon, title: t.other, note: pix && t.otherNote },
});
