import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { useReason } from '../act/reason-field.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { call } from '../base/api.ts';
import { documentCaseTexts as t } from '../texts/document-case.ts';
import { type DocumentCase, useDecided } from './case.ts';
import { type IdentityCheck, IdentityChecks } from './identity-checks.tsx';

export type Decision = 'kept' | 'given';
type Body = { decision: Decision; identityCheck: IdentityCheck; reason: string };
type Props = { one: DocumentCase; decision: Decision; onClose: () => void; onDone: () => void };

/** Confirms the permanent assignment of a document: it ends sign-in methods of an account. */
export function DecideDialog({ one: { caseId }, decision, onClose, onDone }: Props) {
  const decided = useDecided();
  const act = useIdempotentAct({
    name: `decide case ${caseId} ${decision}`,
    send: (body: Body, idempotencyKey) =>
      call('POST /operations/document-cases/{id}/decision', {
        params: { id: caseId },
        body,
        idempotencyKey,
      }),
    onSuccess: (after) => {
      decided(after);
      onDone();
    },
  });
  const { unknown } = act;
  const [check, setCheck] = useState<IdentityCheck>(unknown?.identityCheck ?? 'document');
  const reason = useReason(undefined, unknown?.reason);
  const texts = t[decision];
  const send = () => {
    if (unknown) return act.send(unknown);
    const given = reason.take();
    if (given) act.send({ decision, identityCheck: check, reason: given });
  };
  return (
    <ActDialog
      title={texts.title}
      verb={texts.verb}
      unknown={unknown !== undefined}
      busy={act.isPending && texts.busy}
      error={act.error}
      happens={texts.happens}
      danger={decision === 'given'}
      onClose={onClose}
      onSend={send}
    >
      <IdentityChecks value={check} onChange={setCheck} />
      {reason.field}
    </ActDialog>
  );
}
