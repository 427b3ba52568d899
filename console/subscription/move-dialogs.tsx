import { ApiError } from '@orbita/client/errors.ts';
import { useMutation } from '@tanstack/react-query';
import { ActDialog } from '../act/act-dialog.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useReload } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { call } from '../base/api.ts';
import { acts, actTexts as shared, askTexts as t } from '../texts/subscription-acts.ts';

/** An end after the contract is not presented as a result: the candidate may have been approved long ago. */
const endPreview = (application: ActProps['application'], variante: 'resultado' | 'encerrada') =>
  previewOf('N-10', application, { variante });

/** Refetches the page after a conflict; the dialog keeps its reason so that it can be reconsidered (spec 25.6.3). */
function useFresh(id: number): (error: unknown) => void {
  const reload = useReload(id);
  return (error) => {
    if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') void reload();
  };
}

function useMove({ application: { id, version }, onDone }: ActProps, event: 'reinstated' | 'disqualified') {
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /operations/subscriptions/{id}/events', {
        params: { id },
        body: { event, reason, version },
      }),
    onSuccess: onDone,
    onError: useFresh(id),
  });
}

/** TR-98. */
export function ReinstateDialog(props: ActProps) {
  const reason = useReason();
  const move = useMove(props, 'reinstated');
  const send = () => {
    const given = reason.take();
    if (given) move.mutate(given);
  };
  return (
    <ActDialog
      title={t.reinstate.title}
      verb={acts.reinstate.verb}
      busy={move.isPending && acts.reinstate.busy}
      error={move.error}
      happens={t.reinstate.happens}
      message={t.reinstate.message}
      onClose={props.onClose}
      onSend={send}
    >
      {reason.field}
    </ActDialog>
  );
}

/** TR-96. */
export function DisqualifyDialog(props: ActProps) {
  const reason = useReason(shared.reasonShown);
  const move = useMove(props, 'disqualified');
  const send = () => {
    const given = reason.take();
    if (given) move.mutate(given);
  };
  return (
    <ActDialog
      title={t.disqualify.title}
      verb={acts.disqualify.verb}
      busy={move.isPending && acts.disqualify.busy}
      error={move.error}
      happens={t.disqualify.happens}
      message={endPreview(props.application, 'encerrada')}
      danger
      onClose={props.onClose}
      onSend={send}
    >
      {reason.field}
    </ActDialog>
  );
}

function useDecision({ application: { id, version }, onDone }: ActProps) {
  return useMutation({
    mutationFn: (body: { decision: 'approved' | 'rejected'; reason?: string }) =>
      call('POST /operations/subscriptions/{id}/selection-decision', {
        params: { id },
        body: { ...body, version },
      }),
    onSuccess: onDone,
    onError: useFresh(id),
  });
}

/** TR-20. */
export function ApproveDialog(props: ActProps) {
  const decide = useDecision(props);
  return (
    <ActDialog
      title={t.approve.title}
      verb={acts['approve-selection'].verb}
      busy={decide.isPending && acts['approve-selection'].busy}
      error={decide.error}
      happens={t.approve.happens}
      message={previewOf('N-09', props.application)}
      onClose={props.onClose}
      onSend={() => decide.mutate({ decision: 'approved' })}
    />
  );
}

/** TR-21. */
export function RejectDialog(props: ActProps) {
  const reason = useReason(shared.reasonShown);
  const decide = useDecision(props);
  const send = () => {
    const given = reason.take();
    if (given) decide.mutate({ decision: 'rejected', reason: given });
  };
  return (
    <ActDialog
      title={t.reject.title}
      verb={acts['reject-selection'].verb}
      busy={decide.isPending && acts['reject-selection'].busy}
      error={decide.error}
      happens={t.reject.happens}
      message={endPreview(props.application, 'resultado')}
      danger
      onClose={props.onClose}
      onSend={send}
    >
      {reason.field}
    </ActDialog>
  );
}
