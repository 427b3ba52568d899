import { ApiError } from '@orbita/client/errors.ts';
import { refundNeedsSecond } from '@orbita/domain/approval';
import { formatAmount, formatMoney, toAmount, toCents } from '@orbita/domain/foundation';
import { methodLabel } from '@orbita/domain/payment';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import type { Outcome } from '../act/outcome.tsx';
import type { ActProps } from '../act/props.ts';
import { type Money, useMoney, useReload } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { useHeld } from '../act/use-held.ts';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { waitingIn } from '../approval/asked.tsx';
import { centsOf } from '../base/amount.ts';
import { call } from '../base/api.ts';
import { useMe } from '../base/me.ts';
import { initialsOf } from '../base/person-menu.tsx';
import { day } from '../base/zone.ts';
import { requestTexts } from '../texts/approval.ts';
import { acts } from '../texts/subscription-acts.ts';
import { refundTexts as t } from '../texts/subscription-money.ts';
import { ArrowRightIcon } from '../ui/icons/arrow-right.tsx';
import { amountProblem } from './receive-dialog.tsx';

type Item = Money['refundable'][number];
type Given = { item: Item; amount: number; reason: string; outside: boolean };
type Answer = Awaited<ReturnType<typeof give>>;

const give = ({ item, amount, reason, outside }: Given, idempotencyKey: string) => {
  const body = { amount, reason, outside };
  return item.paymentId === null
    ? call('POST /operations/months/{id}/refund', {
        params: { id: item.monthId ?? 0 },
        body,
        idempotencyKey,
      })
    : call('POST /operations/payments/{id}/refund', { params: { id: item.paymentId }, body, idempotencyKey });
};

/** The state of a refund, for the page under the dialog (spec 25.11). */
function outcomeOf(answer: Answer): Outcome {
  const waits = waitingIn(answer);
  if (waits) return { waits };
  const state = 'state' in answer ? answer.state : '';
  if (state === 'failed') return { kind: 'danger', text: requestTexts.bankRefused };
  return state === 'done' ? acts.refund.done : { kind: 'warning', text: requestTexts.bank };
}

const keyOf = ({ paymentId, monthId }: Pick<Item, 'paymentId' | 'monthId'>): string =>
  `${paymentId ?? ''}/${monthId ?? ''}`;

const nameOf = ({ number, purpose, method, paidAt }: Item): string =>
  [
    methodLabel(method),
    number === null ? t.purposes[purpose] : t.month(number),
    ...(paidAt ? [day(paidAt)] : []),
  ].join(' · ');

type Props = Pick<ActProps, 'onClose' | 'onOutcome'> & {
  application: Pick<ActProps['application'], 'id'>;
  /** The item it was opened for; if absent, all of the application's are offered. */
  of?: Pick<Item, 'paymentId' | 'monthId'>;
};

/** Refunds money: at once, or after a second person's approval if above the limit (spec 25.4.4, 25.6.2). */
export function RefundDialog({ application, of, onClose, onOutcome }: Props) {
  const money = useMoney(application.id);
  const reload = useReload(application.id);
  const act = useIdempotentAct({
    name: `refund ${application.id}`,
    send: give,
    onSuccess: (answer: Answer) => onOutcome(outcomeOf(answer)),
    onError: (error) => {
      if (error instanceof ApiError && [409, 422].includes(error.status)) void reload();
    },
  });
  const { unknown } = act;
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const [wantsOutside, setWantsOutside] = useState(false);
  const [tried, setTried] = useState(false);
  const reason = useReason(undefined, unknown?.reason);

  const data = useHeld(money.data, act);
  const meant = (data?.refundable ?? []).filter((one) => !of || keyOf(one) === keyOf(of));
  const items = unknown ? [unknown.item] : meant;
  const item = items.find((one) => keyOf(one) === chosen) ?? items[0];
  const leftCents = item ? toCents(item.left) : 0;
  const amount = unknown ? formatAmount(toCents(unknown.amount)) : (typed ?? formatAmount(leftCents));
  const cents = centsOf(amount);
  const isOutside = unknown?.outside ?? (wantsOutside || item?.byProvider === false);
  const second = item && data && cents !== undefined && secondOf(item, cents, data);
  const send = () => {
    setTried(true);
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given && item && cents !== undefined && !amountProblem(cents, leftCents))
      act.send({ item, amount: toAmount(cents), reason: given, outside: isOutside });
  };
  const verb = second ? t.ask : acts.refund.verb;
  return (
    <ActDialog
      title={t.title}
      verb={verb}
      unknown={unknown !== undefined}
      busy={act.isPending && (second ? t.asking : acts.refund.busy)}
      error={act.error}
      happens={second ? t.happensSecond : isOutside ? t.happensOutside : t.happens}
      message={isOutside && !second ? t.messageOutside : t.message}
      audience={t.audience}
      onClose={onClose}
      onSend={send}
    >
      {!money.data && <Awaited label={t.loading} error={money.error} onRetry={() => money.refetch()} />}
      {money.data && !item && <Notice title={t.nothing} />}
      {item && (
        <>
          {second && <TwoHands text={second} />}
          <Field label={t.which}>
            <Select
              value={keyOf(item)}
              options={items.map((one) => ({
                value: keyOf(one),
                label: t.one(nameOf(one), formatMoney(toCents(one.left))),
              }))}
              onChange={(event) => {
                setChosen(event.currentTarget.value);
                setTyped(undefined);
              }}
            />
          </Field>
          <div className="pair-fields">
            <Field
              label={t.amount.label}
              hint={t.left(formatMoney(leftCents))}
              error={tried ? amountProblem(cents, leftCents) : undefined}
            >
              <TextInput inputMode="decimal" autoComplete="off" {...typing(amount, setTyped)} />
            </Field>
            <Field label={t.how} hint={item.byProvider ? undefined : t.onlyOutside}>
              <Select
                value={isOutside ? 'outside' : 'back'}
                options={[
                  ...(item.byProvider ? [{ value: 'back', label: wayOf(item) }] : []),
                  { value: 'outside', label: t.ways.outside },
                ]}
                onChange={(event) => setWantsOutside(event.currentTarget.value === 'outside')}
              />
            </Field>
          </div>
          {reason.field}
        </>
      )}
    </ActDialog>
  );
}

const wayOf = ({ method }: Item): string => (method === 'credit-card' ? t.ways['credit-card'] : t.ways.pix);

/** Why a second person must approve; undefined if none must. */
function secondOf(item: Item, cents: number, { secondPersonAbove }: Money): string | undefined {
  const [returned, waiting, limit] = [item.returned, item.waiting, secondPersonAbove].map(toCents) as [
    number,
    number,
    number,
  ];
  if (!refundNeedsSecond({ asked: cents, returned, waiting }, limit)) return undefined;
  return cents > limit || returned + waiting === 0
    ? t.second(formatMoney(limit))
    : t.secondSum(formatMoney(limit), formatMoney(returned + waiting));
}

/** Who requests it, and that somebody else must approve before money leaves (look, 8). */
function TwoHands({ text }: { text: string }) {
  const { name } = useMe();
  return (
    <div className="stack stack--tight">
      <div className="two-hands">
        <div>
          <span className="avatar" aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span>
            <b>{t.you}</b>
            <br />
            <span className="meta">{t.now}</span>
          </span>
        </div>
        <span className="two-hands__arrow">
          <ArrowRightIcon small />
        </span>
        <div>
          <span className="avatar avatar--empty" aria-hidden="true">
            2
          </span>
          <span>
            <b>{t.other}</b>
            <br />
            <span className="meta">{t.onlyThen}</span>
          </span>
        </div>
      </div>
      <p className="meta">{text}</p>
    </div>
  );
}
