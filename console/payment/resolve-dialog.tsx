import { ApiError } from '@orbita/client/errors.ts';
import type { Attention, MonthMark } from '@orbita/domain/payment';
import { Notice } from '@orbita/ui/notice';
import { ActDialog } from '../act/act-dialog.tsx';
import { useReason } from '../act/reason-field.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { call } from '../base/api.ts';
import { markTexts, resolveTexts as t } from '../texts/payment.ts';
import { useMoneyReload } from './queries.ts';

type Given = { reason: string; version: number };
type Props = {
  way: 'ignore' | 'settle';
  of: { kind: 'payment'; id: number; mark: Attention } | { kind: 'month'; id: number; mark: MonthMark };
  version: number;
  onClose: () => void;
  onDone: (said: string) => void;
};

/** Clears a mark with a reason: nothing needs to happen, or the money pays the application after all (spec 25.11). */
export function ResolveDialog({ way, of, version, onClose, onDone }: Props) {
  const reload = useMoneyReload();
  const words = t[way];
  const act = useIdempotentAct({
    name: `${way} ${of.kind} ${of.id} ${of.mark}`,
    send: (given: Given, idempotencyKey) =>
      of.kind === 'payment'
        ? call('POST /operations/payments/{id}/resolution', {
            params: { id: of.id },
            body: { mark: of.mark, decision: way === 'settle' ? 'settled' : 'ignored', ...given },
            idempotencyKey,
          })
        : call('POST /operations/months/{id}/resolution', {
            params: { id: of.id },
            body: { mark: of.mark, ...given },
            idempotencyKey,
          }),
    onSuccess: () => onDone(words.done),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void reload();
    },
  });
  const { unknown } = act;
  const reason = useReason(t.reasonHint, unknown?.reason);
  const send = () => {
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given) act.send({ reason: given, version });
  };
  return (
    <ActDialog
      title={words.title}
      verb={words.verb}
      unknown={unknown !== undefined}
      busy={act.isPending && words.busy}
      error={act.error}
      happens={words.happens}
      {...('message' in words ? { message: words.message } : {})}
      audience={t.audience}
      onClose={onClose}
      onSend={send}
    >
      <Notice title={markTexts[of.mark]} />
      {reason.field}
    </ActDialog>
  );
}
