import { discountNeedsSecond } from '@orbita/domain/approval';
import { formatDate, formatMoney, toAmount, toCents } from '@orbita/domain/foundation';
import { discountTexts } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { refusedField } from '../act/refused-field.ts';
import { useApplicationAct } from '../act/use-application-act.ts';
import { useHeld } from '../act/use-held.ts';
import { centsOf } from '../base/amount.ts';
import { call } from '../base/api.ts';
import { discountDialogTexts as t } from '../texts/front-desk.ts';
import { acts, actTexts } from '../texts/subscription-acts.ts';
import { WithdrawDiscountDialog } from './withdraw-discount-dialog.tsx';

type Discounts = Answer<'GET /operations/subscriptions/{id}/discounts'>;
type Payment = Discounts['payments'][number];
type Kind = 'percent' | 'amount';
type Given = {
  purpose: Payment['purpose'];
  percent: number | null;
  amount: number | null;
  appliesTo: 'first' | 'all';
  until: string;
  reason: string;
  version: number;
};

const useDiscounts = (id: number) =>
  useQuery({
    queryKey: ['application', 'one', id, 'discounts'],
    queryFn: ({ signal }) => call('GET /operations/subscriptions/{id}/discounts', { params: { id }, signal }),
    staleTime: 0,
  });

/** Hundredths of the typed value, for a percentage at most 100; undefined if it is invalid. */
function sizeOf(kind: Kind, typed: string): number | undefined {
  const hundredths = centsOf(typed);
  if (hundredths === undefined || hundredths === 0) return undefined;
  return kind === 'percent' && hundredths > 10_000 ? undefined : hundredths;
}

/** Largest reduction in cents by a discount, as far as this page can tell; the server computes it exactly. */
const worthOf = (kind: Kind, size: number, appliesTo: Given['appliesTo'], payment: Payment): number => {
  const whole = toCents(appliesTo === 'all' ? payment.all : payment.first);
  if (kind === 'percent') return Math.round((whole * size) / 10_000);
  return appliesTo === 'first' ? Math.min(size, whole) : whole;
};

/** Gives a discount that only one application can use (spec 14.3, 25.6.2). */
export function DiscountDialog(props: ActProps) {
  const { application, onClose } = props;
  const { data: read, error, refetch } = useDiscounts(application.id);
  const [purpose, setPurpose] = useState<Payment['purpose']>();
  const [kind, setKind] = useState<Kind>('percent');
  const [typed, setTyped] = useState('');
  const [appliesTo, setAppliesTo] = useState<Given['appliesTo']>('first');
  const [until, setUntil] = useState('');
  const [tried, setTried] = useState(false);
  const [taking, setTaking] = useState(false);
  const reason = useReason();
  const act = useApplicationAct(props, 'discount', (body: Given, idempotencyKey) =>
    call('POST /operations/subscriptions/{id}/discount', {
      params: { id: application.id },
      body,
      idempotencyKey,
    }),
  );
  const { unknown } = act;
  const data = useHeld(read, act);
  const payment = data?.payments.find((one) => one.purpose === purpose) ?? data?.payments[0];
  const size = sizeOf(kind, typed);
  const limit = data ? toCents(data.secondPersonAbove) : 0;
  const second =
    payment !== undefined &&
    size !== undefined &&
    discountNeedsSecond(worthOf(kind, size, appliesTo, payment), limit);
  const dayProblem = dayProblemOf(until, data);
  const send = () => {
    setTried(true);
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given && payment && size !== undefined && !dayProblem)
      act.send({
        ...{ purpose: payment.purpose, appliesTo, until, reason: given, version: application.version },
        percent: kind === 'percent' ? size / 100 : null,
        amount: kind === 'amount' ? toAmount(size) : null,
      });
  };
  const now = data?.given.find((one) => one.purpose === payment?.purpose);
  if (taking && now) return <WithdrawDiscountDialog {...props} purpose={now.purpose} size={sizeText(now)} />;
  const verb = second ? t.ask : acts['give-discount'].verb;
  const shown = payment &&
    size !== undefined && {
      percent: kind === 'percent' ? size / 100 : null,
      amount: kind === 'amount' ? size : null,
      appliesTo,
    };
  return (
    <ActDialog
      title={t.title}
      verb={verb}
      unknown={unknown !== undefined}
      busy={act.isPending && (second ? t.asking : acts['give-discount'].busy)}
      error={act.error}
      happens={second ? t.happensSecond : t.happens}
      message={
        !second && shown && until
          ? previewOf('N-40', application, {
              desconto: discountTexts.whole(shown, payment.purpose),
              prazo: formatDate(until),
              codigo: '…',
            })
          : actTexts.noMessage
      }
      onClose={onClose}
      onSend={send}
    >
      {!data && (
        <Awaited label={t.loading} error={error} onRetry={() => refetch()} places={['5rem', '3rem']} />
      )}
      {data && !payment && !unknown && <Notice title={t.none} />}
      {data && payment && (
        <>
          <Choices legend={<span className="field__label">{t.payment}</span>}>
            {data.payments.map((one) => (
              <Choice
                key={one.purpose}
                name="purpose"
                checked={one === payment}
                onChange={() => setPurpose(one.purpose)}
                title={t.payments[one.purpose]}
                note={t.price(formatMoney(toCents(one.first)), formatMoney(toCents(one.all)))}
              />
            ))}
          </Choices>
          <Current now={now} onWithdraw={() => setTaking(true)} />
          <Choices legend={<span className="field__label">{t.kind}</span>}>
            {(['percent', 'amount'] as const).map((one) => (
              <Choice
                key={one}
                name="kind"
                checked={kind === one}
                onChange={() => setKind(one)}
                title={t[one]}
              />
            ))}
          </Choices>
          <Field
            label={t.size[kind]}
            error={(tried && size === undefined && t.wrong[kind]) || refusedField(act.error, 'amount')}
          >
            <TextInput inputMode="decimal" autoComplete="off" maxLength={16} {...typing(typed, setTyped)} />
          </Field>
          <Choices legend={<span className="field__label">{t.instalments}</span>}>
            {(['first', 'all'] as const).map((one) => (
              <Choice
                key={one}
                name="instalments"
                checked={appliesTo === one}
                onChange={() => setAppliesTo(one)}
                title={t[one]}
              />
            ))}
          </Choices>
          <Field
            label={t.until}
            hint={t.untilHint(formatDate(data.latest))}
            error={(tried && dayProblem) || refusedField(act.error, 'until')}
          >
            <TextInput type="date" min={data.today} max={data.latest} {...typing(until, setUntil)} />
          </Field>
          {second && <Notice title={t.second(formatMoney(limit))} />}
          {reason.field}
        </>
      )}
    </ActDialog>
  );
}

function dayProblemOf(until: string, data: Discounts | undefined): string | undefined {
  if (!until) return t.untilMissing;
  return data && (until < data.today || until > data.latest)
    ? t.untilWrong(formatDate(data.latest))
    : undefined;
}

const sizeText = ({ percent, amount }: Discounts['given'][number]): string =>
  discountTexts.size({ percent, amount: amount === null ? null : toCents(amount) });

/** The current discount of a payment: a new one replaces it, or it is withdrawn. */
function Current({
  now,
  onWithdraw,
}: {
  now: Discounts['given'][number] | undefined;
  onWithdraw: () => void;
}) {
  if (!now) return null;
  return (
    <Notice title={t.current(sizeText(now), formatDate(now.until))}>
      <Button kind="outline" small onClick={onWithdraw}>
        {t.withdraw.open}
      </Button>
    </Notice>
  );
}
