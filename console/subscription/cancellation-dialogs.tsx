import { ApiError } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { refundNeedsSecond } from '@orbita/domain/approval';
import { formatAmount, formatMoney, toAmount, toCents } from '@orbita/domain/foundation';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { Outcome } from '../act/outcome.tsx';
import { useReason } from '../act/reason-field.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { waitingIn } from '../approval/asked.tsx';
import { centsOf } from '../base/amount.ts';
import { call } from '../base/api.ts';
import { localDay } from '../base/zone.ts';
import { cancellationTexts as t } from '../texts/cancellation.ts';
import { refundTexts } from '../texts/subscription-money.ts';
import type { Leaving } from './leaving.ts';

type Decision = {
  decision: 'confirmed' | 'denied';
  refund: number | null;
  refundBy: string | null;
  reason: string | null;
  version: number;
};

type Props = {
  leaving: Leaving;
  onClose: () => void;
  onDone: (outcome: Outcome) => void;
  /** Called when somebody or something changed it meanwhile. */
  onStale: () => void;
};

/** Sends a decision on a cancellation request, once, even if the answer is lost. */
const useDecision = ({ leaving, onDone, onStale }: Props, done: string) =>
  useIdempotentAct({
    name: `leaving ${leaving.id}`,
    send: (body: Decision, idempotencyKey) =>
      call('POST /operations/cancellations/{id}/decision', {
        params: { id: leaving.id },
        body,
        idempotencyKey,
      }),
    onSuccess: (answer) => {
      const waits = waitingIn(answer);
      onDone(waits ? { waits } : done);
    },
    onError: (error) => {
      if (error instanceof ApiError && [409, 422].includes(error.status)) onStale();
    },
  });

const needsSecond = ({ returned, waiting, secondPersonAbove }: Leaving, cents: number): boolean =>
  refundNeedsSecond(
    { asked: cents, returned: toCents(returned), waiting: toCents(waiting) },
    toCents(secondPersonAbove),
  );

/** TR-92: the application ends, and what the law or the contract requires is refunded (spec 25.12). */
export function ConfirmLeavingDialog(props: Props) {
  const { leaving, onClose } = props;
  const act = useDecision(props, t.confirm.done);
  const { unknown } = act;
  const [typed, setTyped] = useState<string>();
  const [until, setUntil] = useState('');
  const [tried, setTried] = useState(false);
  const reason = useReason(t.confirm.reasonHint, unknown?.reason ?? undefined);
  const [most, proposed] = [toCents(leaving.left), toCents(leaving.proposed)];
  const amount = unknown
    ? formatAmount(toCents(unknown.refund ?? 0))
    : leaving.fixed
      ? formatAmount(most)
      : (typed ?? formatAmount(proposed));
  const cents = centsOf(amount);
  const isWrong = cents === undefined || cents > most;
  const isPast = until !== '' && until < localDay(new Date(serverNow()).toISOString());
  const second = !isWrong && cents > 0 && needsSecond(leaving, cents);
  const send = () => {
    setTried(true);
    if (unknown) return act.send(unknown);
    if (isWrong || isPast) return;
    act.send({
      decision: 'confirmed',
      refund: toAmount(cents),
      refundBy: until || null,
      reason: reason.text || null,
      version: leaving.version,
    });
  };
  const verb = second ? refundTexts.ask : t.confirm.verb;
  const wrong = cents === undefined ? t.confirm.wrong : refundTexts.tooMuch(formatMoney(most));
  return (
    <ActDialog
      title={t.confirm.title}
      verb={verb}
      unknown={unknown !== undefined}
      busy={act.isPending && (second ? refundTexts.asking : t.confirm.busy)}
      error={act.error}
      happens={
        second ? refundTexts.happensSecond : cents === 0 ? t.confirm.happensNothing : t.confirm.happens
      }
      {...(second ? {} : { message: t.confirm.message })}
      danger
      onClose={onClose}
      onSend={send}
    >
      {second && <Notice title={refundTexts.second(formatMoney(toCents(leaving.secondPersonAbove)))} />}
      <Field
        label={t.confirm.amount}
        hint={leaving.fixed ? t.confirm.fixed : t.confirm.most(formatMoney(most))}
        error={tried && isWrong ? wrong : undefined}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          readOnly={leaving.fixed}
          {...typing(amount, setTyped)}
        />
      </Field>
      <Field
        label={t.confirm.until}
        hint={t.confirm.untilHint}
        error={tried && isPast ? t.confirm.untilWrong : undefined}
      >
        <TextInput type="date" {...typing(until, setUntil)} />
      </Field>
      {reason.field}
    </ActDialog>
  );
}

/** TR-93: the application returns to where it was; the candidate reads why. */
export function DenyLeavingDialog(props: Props) {
  const { leaving, onClose } = props;
  const act = useDecision(props, t.deny.done);
  const { unknown } = act;
  const reason = useReason(t.deny.reasonHint, unknown?.reason ?? undefined);
  const send = () => {
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given)
      act.send({ decision: 'denied', refund: null, refundBy: null, reason: given, version: leaving.version });
  };
  return (
    <ActDialog
      title={t.deny.title}
      verb={t.deny.verb}
      unknown={unknown !== undefined}
      busy={act.isPending && t.deny.busy}
      error={act.error}
      happens={t.deny.happens}
      message={t.deny.message}
      danger
      onClose={onClose}
      onSend={send}
    >
      {reason.field}
    </ActDialog>
  );
}
