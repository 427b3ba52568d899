import { serverNow } from '@orbita/client/server-clock.ts';
import { settlementNeedsSecond } from '@orbita/domain/approval';
import { formatMoney, toCents } from '@orbita/domain/foundation';
import { Facts } from '@orbita/ui/facts';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { type Money, useMoney } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { useApplicationAct } from '../act/use-application-act.ts';
import { useHeld } from '../act/use-held.ts';
import { call } from '../base/api.ts';
import { dayStart, localDay, when } from '../base/zone.ts';
import { acts, actTexts } from '../texts/subscription-acts.ts';
import { refundTexts, settleTexts as t } from '../texts/subscription-money.ts';
import { LongText } from '../ui/long-text.tsx';

type Decision = {
  paymentId: number;
  decision: 'settled' | 'refused';
  receivedAt: string | null;
  proof: string | null;
  reason: string | null;
  version: number;
};

/** Sends a decision on money received by the institution itself, once, even if the answer is lost. */
function useDecision(props: ActProps) {
  return useApplicationAct(props, 'counter payment', ({ paymentId, ...body }: Decision, idempotencyKey) =>
    call('POST /operations/manual-payments/{id}/decision', {
      params: { id: paymentId },
      body,
      idempotencyKey,
    }),
  );
}

const Payment = ({ payment }: { payment: NonNullable<Money['counter']> }) => (
  <Facts
    facts={[
      { label: t.what, value: t.purposes[payment.purpose] },
      { label: t.amount, value: formatMoney(toCents(payment.amount)) },
      ...(payment.reason ? [{ label: t.reason, value: payment.reason }] : []),
      { label: t.asked, value: when(payment.askedAt) },
    ]}
  />
);

const Reading = ({ money, sent }: { money: ReturnType<typeof useMoney>; sent: boolean }) => (
  <>
    {!money.data && (
      <Awaited label={t.loading} error={money.error} onRetry={() => money.refetch()} places={['7rem']} />
    )}
    {money.data && !money.data.counter && !sent && <Notice title={t.gone} />}
  </>
);

/** TR-13, TR-81: the money has arrived; above a limit a second person must confirm it as well (spec 25.4.4). */
export function SettleDialog(props: ActProps) {
  const { application, onClose } = props;
  const money = useMoney(application.id);
  const act = useDecision(props);
  const { unknown } = act;
  const [on, setOn] = useState('');
  const [proof, setProof] = useState('');
  const [tried, setTried] = useState(false);
  const payment = useHeld(money.data?.counter, act);
  const above = money.data?.secondPersonSettlesAbove ?? null;
  const limit = above === null ? undefined : toCents(above);
  const second = payment ? settlementNeedsSecond(toCents(payment.amount), limit) : false;
  const isWrong = on !== '' && on > localDay(new Date(serverNow()).toISOString());
  const send = () => {
    setTried(true);
    if (unknown) return act.send(unknown);
    if (!payment || isWrong) return;
    act.send({
      paymentId: payment.paymentId,
      decision: 'settled',
      receivedAt: on ? dayStart(on) : null,
      proof: proof.trim() || null,
      reason: null,
      version: application.version,
    });
  };
  const verb = second ? refundTexts.ask : acts['settle-payment'].verb;
  return (
    <ActDialog
      title={t.title}
      verb={verb}
      unknown={unknown !== undefined}
      busy={act.isPending && (second ? refundTexts.asking : acts['settle-payment'].busy)}
      error={act.error}
      happens={second ? t.happensSecond : t.happens}
      message={second ? actTexts.noMessage : previewOf('N-21', application, { variante: 'confirmado' })}
      onClose={onClose}
      onSend={send}
    >
      <Reading money={money} sent={act.isPending || unknown !== undefined} />
      {payment && (
        <>
          <Payment payment={payment} />
          {second && limit !== undefined && <Notice title={t.second(formatMoney(limit))} />}
          <Field
            label={t.receivedOn}
            hint={t.receivedHint}
            error={tried && isWrong ? t.receivedWrong : undefined}
          >
            <TextInput type="date" {...typing(on, setOn)} />
          </Field>
          <LongText label={t.proof} hint={t.proofHint} most={500} value={proof} onType={setProof} />
        </>
      )}
    </ActDialog>
  );
}

/** TR-14, TR-82: the money has not arrived; the candidate chooses a payment method again, and reads why. */
export function RefusePaymentDialog(props: ActProps) {
  const { application, onClose } = props;
  const money = useMoney(application.id);
  const act = useDecision(props);
  const { unknown } = act;
  const reason = useReason(t.refuse.reasonRead, unknown?.reason ?? undefined);
  const payment = useHeld(money.data?.counter, act);
  const send = () => {
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given && payment)
      act.send({
        paymentId: payment.paymentId,
        decision: 'refused',
        receivedAt: null,
        proof: null,
        reason: given,
        version: application.version,
      });
  };
  return (
    <ActDialog
      title={t.refuse.title}
      verb={acts['refuse-payment'].verb}
      unknown={unknown !== undefined}
      busy={act.isPending && acts['refuse-payment'].busy}
      error={act.error}
      happens={t.refuse.happens}
      message={previewOf('N-21', application, { variante: 'recusado', motivo: '…' })}
      danger
      onClose={onClose}
      onSend={send}
    >
      <Reading money={money} sent={act.isPending || unknown !== undefined} />
      {payment && (
        <>
          <Payment payment={payment} />
          {reason.field}
        </>
      )}
    </ActDialog>
  );
}
