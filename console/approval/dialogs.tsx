import { randomId } from '@orbita/client/random-id.ts';
import { AskDialog } from '@orbita/ui/ask-dialog';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, textOf } from '../base/api.ts';
import { requestTexts as t } from '../texts/approval.ts';
import { LongText, stopsAtLongText } from '../ui/long-text.tsx';
import type { Approval } from './state.tsx';

export type RequestAct = 'approve' | 'refuse' | 'withdraw';

type DialogProps = {
  approval: Approval;
  onClose: () => void;
  /** Called when the server has answered: with the request as it is now, or undefined if it was withdrawn. */
  onDone: (after: Approval | undefined) => void;
  /** Refused: the page refetches the request. */
  onFailed: () => void;
};

/** One act on a request, confirmed once: what happens, then the verb. */
export function RequestDialog({ act, ...props }: DialogProps & { act: RequestAct }) {
  if (act === 'approve') return <ApproveDialog {...props} />;
  return act === 'refuse' ? <RefuseDialog {...props} /> : <WithdrawDialog {...props} />;
}

/**
 * Decides the request the dialog was opened for, with one key while the dialog is open: a second press repeats the first
 * answer.
 */
function useDecision({ approval: { id, hash }, onDone, onFailed }: DialogProps) {
  const [idempotencyKey] = useState(randomId);
  return useMutation({
    mutationFn: (said: { decision: 'approved' | 'refused'; reason?: string }) =>
      // Hash of what this page has shown, so that nothing else is approved.
      call('POST /operations/approvals/{id}/decision', {
        params: { id },
        body: { ...said, ...(hash === null ? {} : { hash }) },
        idempotencyKey,
      }),
    onSuccess: onDone,
    onError: onFailed,
  });
}

type AskProps = Pick<DialogProps, 'approval' | 'onClose'> & {
  title: string;
  yes: string;
  /** Text of the button while sending. */
  sending: string;
  act: Pick<UseMutationResult, 'isPending' | 'error'>;
  onYes: () => void;
  children: ReactNode;
};

/** Confirms one act on a request, naming the request first. */
const Ask = ({ approval, onClose, title, yes, sending, act, onYes, children }: AskProps) => (
  <AskDialog
    open
    title={title}
    yes={yes}
    no={t.cancel}
    busy={act.isPending && sending}
    failure={act.error && textOf(act.error)}
    onYes={() => {
      if (!act.isPending && !stopsAtLongText()) onYes();
    }}
    onNo={onClose}
  >
    <p>
      <b>{approval.summary}</b>
    </p>
    {children}
  </AskDialog>
);

function ApproveDialog(props: DialogProps) {
  const decide = useDecision(props);
  return (
    <Ask
      {...props}
      title={t.approveTitle}
      yes={t.approve}
      sending={t.approving}
      act={decide}
      onYes={() => decide.mutate({ decision: 'approved' })}
    >
      <p>{t.approveHelp}</p>
      {props.approval.kind === 'erasure' && <p>{t.forever}</p>}
    </Ask>
  );
}

function RefuseDialog(props: DialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useDecision(props);
  const send = () => {
    setTried(true);
    if (reason.trim()) decide.mutate({ decision: 'refused', reason: reason.trim() });
  };
  return (
    <Ask {...props} title={t.refuseTitle} yes={t.refuse} sending={t.refusing} act={decide} onYes={send}>
      <p>{t.refuseHelp}</p>
      <LongText
        label={t.refuseReason}
        error={tried && !reason.trim() ? t.reasonMissing : undefined}
        rows={3}
        most={2000}
        value={reason}
        onType={setReason}
      />
    </Ask>
  );
}

function WithdrawDialog(props: DialogProps) {
  const { approval, onDone, onFailed } = props;
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /operations/approvals/{id}', { params: { id: approval.id } }),
    onSuccess: () => onDone(undefined),
    onError: onFailed,
  });
  return (
    <Ask
      {...props}
      title={t.withdrawTitle}
      yes={t.withdraw}
      sending={t.withdrawing}
      act={withdraw}
      onYes={() => withdraw.mutate()}
    >
      <p>{t.withdrawHelp}</p>
    </Ask>
  );
}
