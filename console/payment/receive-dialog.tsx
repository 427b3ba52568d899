import { ApiError } from '@orbita/client/errors.ts';
import { formatAmount, formatMoney, toAmount, toCents } from '@orbita/domain/foundation';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import type { ActProps } from '../act/props.ts';
import { type Money, useMoney, useReload } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { useHeld } from '../act/use-held.ts';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { centsOf } from '../base/amount.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { receiveTexts as t } from '../texts/subscription-money.ts';

/** Largest amount of a payment, in cents. */
const MOST_CENTS = 1_000_000_000;

type Given = { purpose: 'tax' | 'enrollment'; amount: number; reason: string; version: number };

/** The error of an amount; undefined if it is valid. */
export function amountProblem(cents: number | undefined, most = MOST_CENTS): string | undefined {
  if (cents === undefined) return t.amount.wrong;
  if (cents === 0) return t.amount.zero;
  return cents > most ? t.tooMuch(formatMoney(most)) : undefined;
}

/** TR-12, TR-80: the institution receives the money itself, and confirms it on a separate screen (spec 25.6.2). */
export function ReceiveDialog(props: ActProps) {
  const { application, onClose, onDone } = props;
  const money = useMoney(application.id);
  const reload = useReload(application.id);
  const act = useIdempotentAct({
    name: `receive ${application.id}`,
    send: (body: Given, idempotencyKey) =>
      call('POST /operations/subscriptions/{id}/manual-payments', {
        params: { id: application.id },
        body,
        idempotencyKey,
      }),
    onSuccess: () => onDone(),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void reload();
    },
  });
  const { unknown } = act;
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const reason = useReason(undefined, unknown?.reason);
  const due = useHeld(money.data?.due, act);
  const amount = unknown ? formatAmount(toCents(unknown.amount)) : (typed ?? dearest(due));
  const cents = centsOf(amount);
  const problem = tried ? amountProblem(cents) : undefined;
  const send = () => {
    setTried(true);
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given && due && cents !== undefined && !amountProblem(cents))
      act.send({
        purpose: due.purpose,
        amount: toAmount(cents),
        reason: given,
        version: application.version,
      });
  };
  return (
    <ActDialog
      title={t.title}
      verb={acts['receive-payment'].verb}
      unknown={unknown !== undefined}
      busy={act.isPending && acts['receive-payment'].busy}
      error={act.error}
      happens={t.happens}
      message={t.message}
      audience={t.audience}
      onClose={onClose}
      onSend={send}
    >
      {!money.data && (
        <Awaited label={t.loading} error={money.error} onRetry={() => money.refetch()} places={['3rem']} />
      )}
      {money.data && !due && !unknown && !act.isPending && <Notice title={t.gone} />}
      {(due || unknown) && (
        <>
          <Field label={t.amount.label} hint={hintOf(due)} error={problem}>
            <TextInput inputMode="decimal" autoComplete="off" {...typing(amount, setTyped)} />
          </Field>
          {reason.field}
        </>
      )}
    </ActDialog>
  );
}

const dearest = (due: Money['due'] | undefined): string => {
  const [price] = due?.prices ?? [];
  return price ? formatAmount(toCents(price.amount)) : '';
};

const hintOf = (due: Money['due'] | undefined): string | undefined => {
  if (!due) return undefined;
  const prices = due.prices.map(({ amount, description }) =>
    t.price(formatMoney(toCents(amount)), description),
  );
  return prices.length > 0 ? t.prices(prices.join(', ')) : t.noPrice;
};
