import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { useApplicationAct } from '../act/use-application-act.ts';
import { call } from '../base/api.ts';
import { discountDialogTexts } from '../texts/front-desk.ts';
import { actTexts } from '../texts/subscription-acts.ts';

const t = discountDialogTexts.withdraw;

type Wish = { purpose: 'tax' | 'enrollment'; reason: string; version: number };
type Props = ActProps & { purpose: Wish['purpose']; size: string };

/** Withdraws an application's discount on a payment (spec 14.3, 25.6.3). */
export function WithdrawDiscountDialog({ application, purpose, size, onClose, onOutcome }: Props) {
  const reason = useReason();
  const act = useApplicationAct(
    { application, onOutcome, onDone: () => onOutcome(t.done) },
    'withdraw discount',
    (body: Wish, idempotencyKey) =>
      call('POST /operations/subscriptions/{id}/discount/withdrawal', {
        params: { id: application.id },
        body,
        idempotencyKey,
      }),
  );
  const { unknown } = act;
  const send = () => {
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given) act.send({ purpose, reason: given, version: application.version });
  };
  return (
    <ActDialog
      title={t.title}
      verb={t.verb}
      unknown={unknown !== undefined}
      busy={act.isPending && t.busy}
      error={act.error}
      happens={t.happens(size)}
      message={actTexts.noMessage}
      onClose={onClose}
      onSend={send}
    >
      {reason.field}
    </ActDialog>
  );
}
