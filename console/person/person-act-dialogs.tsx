import { Choice, Choices } from '@orbita/ui/choice';
import { Notice } from '@orbita/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { blockedBy, documentText, type SignInDocument } from '../act/person-facts.ts';
import type { ActProps } from '../act/props.ts';
import { usePerson } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import { call } from '../base/api.ts';
import { acts, askTexts as t } from '../texts/subscription-acts.ts';

/** TR-94. */
export function BlockDialog({ application: { personId }, onClose, onDone }: ActProps) {
  const reason = useReason();
  const { data: person } = usePerson(personId);
  const by = person && blockedBy(person.documents);
  const block = useMutation({
    mutationFn: ({ of, given }: { of: SignInDocument; given: string }) =>
      call('POST /operations/blocks', {
        body: { documentType: of.type, document: of.number, reason: given },
      }),
    onSuccess: onDone,
  });
  const send = () => {
    const given = reason.take();
    if (given && by) block.mutate({ of: by, given });
  };
  return (
    <ActDialog
      title={t.block.title}
      verb={acts.block.verb}
      busy={block.isPending && acts.block.busy}
      error={block.error}
      happens={by ? `${t.block.happens} ${t.block.by(documentText(by))}` : t.block.happens}
      message={t.block.message}
      danger
      onClose={onClose}
      onSend={send}
    >
      {person && !by && <Notice kind="warning" role="alert" title={t.block.without} />}
      {reason.field}
    </ActDialog>
  );
}

/** TR-95. */
export function UnblockDialog({ application: { personId }, onClose, onDone }: ActProps) {
  const { data: person } = usePerson(personId);
  const id = person?.block?.id;
  const lift = useMutation({
    mutationFn: (blockId: number) => call('DELETE /operations/blocks/{id}', { params: { id: blockId } }),
    onSuccess: onDone,
  });
  return (
    <ActDialog
      title={t.unblock.title}
      verb={acts.unblock.verb}
      busy={lift.isPending && acts.unblock.busy}
      error={lift.error}
      happens={t.unblock.happens}
      message={t.unblock.message}
      onClose={onClose}
      onSend={() => {
        if (id) lift.mutate(id);
      }}
    >
      {person && !id && <Notice kind="warning" role="alert" title={t.unblock.without} />}
      {person?.block?.reason && <p className="meta">{t.unblock.because(person.block.reason)}</p>}
    </ActDialog>
  );
}

/** Whether a person sees other institutions' offers on the brand's page (spec 3.9). */
export function AllInstitutionsDialog({ application: { personId }, onClose, onDone }: ActProps) {
  const [disabled, setDisabled] = useState(true);
  const save = useMutation({
    mutationFn: () =>
      call('PUT /operations/persons/{id}/institution-filter', {
        params: { id: personId },
        body: { disabled },
      }),
    onSuccess: onDone,
  });
  return (
    <ActDialog
      title={t.all.title}
      verb={acts['see-all-institutions'].verb}
      busy={save.isPending && acts['see-all-institutions'].busy}
      error={save.error}
      happens={t.all.happens}
      audience={t.all.audience}
      onClose={onClose}
      onSend={() => save.mutate()}
    >
      <Choices legend={t.all.label}>
        <Choice name="all" checked={disabled} onChange={() => setDisabled(true)} title={t.all.on} />
        <Choice name="all" checked={!disabled} onChange={() => setDisabled(false)} title={t.all.off} />
      </Choices>
    </ActDialog>
  );
}
