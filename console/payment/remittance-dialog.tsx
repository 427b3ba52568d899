import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { Outcome } from '../act/outcome.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { fileTexts } from '../texts/payment.ts';

const t = fileTexts.makeDialog;

/** Generates the next file for an institution's bank (spec 25.11). */
export function RemittanceDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (said: Outcome) => void;
}) {
  const me = useMe();
  const here = useInstitution()?.code;
  const [institution, setInstitution] = useState(here ?? me.institutions[0]?.code ?? '');
  const act = useIdempotentAct({
    name: 'remittance',
    send: (body: { institution: string }, idempotencyKey) =>
      call('POST /operations/slip-remittances', { body, idempotencyKey }),
    onSuccess: () => onDone(t.done),
  });
  const { unknown } = act;
  return (
    <ActDialog
      title={fileTexts.make}
      verb={t.verb}
      unknown={unknown !== undefined}
      busy={act.isPending && t.busy}
      error={act.error}
      happens={t.happens}
      onClose={onClose}
      onSend={() => act.send(unknown ?? { institution })}
    >
      <Field label={fileTexts.place}>
        <Select
          options={me.institutions.map(({ code, name }) => ({ value: code, label: name }))}
          {...typing(unknown?.institution ?? institution, setInstitution)}
        />
      </Field>
    </ActDialog>
  );
}
