import { AskDialog } from '@orbita/web/ui/ask-dialog';
import { Field } from '@orbita/web/ui/field';
import { TextArea } from '@orbita/web/ui/text-area';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, randomId, textOf } from '../app/api.ts';
import { requestTexts as t } from '../texts/approval.ts';
import type { Approval } from './state.tsx';

export type RequestAct = 'approve' | 'refuse' | 'withdraw';

type DialogProps = {
  approval: Approval;
  onClose: () => void;
  /** The server has answered: the request as it is now, or nothing where it was withdrawn. */
  onDone: (after: Approval | undefined) => void;
  /** Refused: the page looks again at how the request stands. */
  onFailed: () => void;
};

/** One act about a request, asked once: what happens, then the verb. */
export function RequestDialog({ act, ...props }: DialogProps & { act: RequestAct }) {
  if (act === 'approve') return <ApproveDialog {...props} />;
  return act === 'refuse' ? <RefuseDialog {...props} /> : <WithdrawDialog {...props} />;
}

/** Decides with one key for as long as the dialog stands: a second press repeats the first answer. */
function useDecision({ approval: { id }, onDone, onFailed }: DialogProps) {
  const [idempotencyKey] = useState(randomId);
  return useMutation({
    mutationFn: (body: { decision: 'approved' | 'refused'; reason?: string }) =>
      call('POST /operations/approvals/{id}/decision', { params: { id }, body, idempotencyKey }),
    onSuccess: onDone,
    onError: onFailed,
  });
}

function ApproveDialog(props: DialogProps) {
  const { approval, onClose } = props;
  const decide = useDecision(props);
  return (
    <AskDialog
      open
      title={t.approveTitle}
      yes={t.approve}
      no={t.cancel}
      busy={decide.isPending && t.approving}
      failure={decide.error && textOf(decide.error)}
      onYes={() => !decide.isPending && decide.mutate({ decision: 'approved' })}
      onNo={onClose}
    >
      <p>
        <b>{approval.summary}</b>
      </p>
      <p>{t.approveHelp}</p>
      {approval.kind === 'erasure' && <p>{t.forever}</p>}
    </AskDialog>
  );
}

function RefuseDialog(props: DialogProps) {
  const { approval, onClose } = props;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useDecision(props);
  const send = () => {
    setTried(true);
    if (reason.trim() && !decide.isPending) decide.mutate({ decision: 'refused', reason: reason.trim() });
  };
  return (
    <AskDialog
      open
      title={t.refuseTitle}
      yes={t.refuse}
      no={t.cancel}
      busy={decide.isPending && t.refusing}
      failure={decide.error && textOf(decide.error)}
      onYes={send}
      onNo={onClose}
    >
      <p>
        <b>{approval.summary}</b>
      </p>
      <p>{t.refuseHelp}</p>
      <Field label={t.refuseReason} error={tried && !reason.trim() ? t.reasonMissing : undefined}>
        <TextArea
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </AskDialog>
  );
}

function WithdrawDialog({ approval: { id, summary }, onClose, onDone, onFailed }: DialogProps) {
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /operations/approvals/{id}', { params: { id } }),
    onSuccess: () => onDone(undefined),
    onError: onFailed,
  });
  return (
    <AskDialog
      open
      title={t.withdrawTitle}
      yes={t.withdraw}
      no={t.cancel}
      busy={withdraw.isPending && t.withdrawing}
      failure={withdraw.error && textOf(withdraw.error)}
      onYes={() => !withdraw.isPending && withdraw.mutate()}
      onNo={onClose}
    >
      <p>
        <b>{summary}</b>
      </p>
      <p>{t.withdrawHelp}</p>
    </AskDialog>
  );
}
