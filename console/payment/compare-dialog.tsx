import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { differenceTexts } from '../texts/payment.ts';

const t = differenceTexts.compare;

type Props = {
  /** The institution concerned; if absent, one is chosen. */
  institution?: string;
  onClose: () => void;
  onDone: (said: string) => void;
};

/** Reconciles our records with the bank lists of an institution now (spec 25.11). */
export function CompareDialog({ institution, onClose, onDone }: Props) {
  const me = useMe();
  const here = useInstitution()?.code;
  const [chosen, setChosen] = useState(institution ?? here ?? me.institutions[0]?.code ?? '');
  const act = useMutation({
    mutationFn: () => call('POST /operations/reconciliations', { body: { institution: chosen } }),
    onSuccess: (reports) => onDone(reports.length > 0 ? t.done : t.none),
  });
  return (
    <ActDialog
      title={t.title}
      verb={t.verb}
      busy={act.isPending && t.busy}
      error={act.error}
      happens={t.happens}
      onClose={onClose}
      onSend={() => act.mutate()}
    >
      <Field label={t.institution}>
        <Select
          disabled={institution !== undefined}
          options={me.institutions.map(({ code, name }) => ({ value: code, label: name }))}
          {...typing(chosen, setChosen)}
        />
      </Field>
    </ActDialog>
  );
}
