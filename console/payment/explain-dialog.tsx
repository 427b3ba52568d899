import { Facts } from '@orbita/ui/facts';
import { ActDialog } from '../act/act-dialog.tsx';
import { useReason } from '../act/reason-field.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { call } from '../base/api.ts';
import { differenceTexts as t } from '../texts/payment.ts';
import { type Difference, sideText } from './difference.ts';

type Props = { difference: Difference; onClose: () => void; onDone: (said: string) => void };

/** Records the explanation of a difference: with the same figures it is not reported again (spec 25.11). */
export function ExplainDialog({ difference, onClose, onDone }: Props) {
  const act = useIdempotentAct({
    name: `explain ${difference.id}`,
    send: (body: { reason: string }, idempotencyKey) =>
      call('POST /operations/reconciliation-differences/{id}/resolution', {
        params: { id: difference.id },
        body,
        idempotencyKey,
      }),
    onSuccess: () => onDone(t.resolve.done),
  });
  const { unknown } = act;
  const reason = useReason(t.resolve.reasonHint, unknown?.reason);
  const send = () => {
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given) act.send({ reason: given });
  };
  return (
    <ActDialog
      title={t.resolve.title}
      verb={t.resolve.verb}
      unknown={unknown !== undefined}
      busy={act.isPending && t.resolve.busy}
      error={act.error}
      happens={t.resolve.happens}
      audience={t.resolve.audience}
      onClose={onClose}
      onSend={send}
    >
      <Facts
        facts={[
          { label: t.kind, value: t.kinds[difference.kind] },
          { label: t.ours, value: sideText(difference.ours) },
          { label: t.theirs, value: sideText(difference.theirs) },
        ]}
      />
      {reason.field}
    </ActDialog>
  );
}
