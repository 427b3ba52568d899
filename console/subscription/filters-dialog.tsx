import { statuses } from '@orbita/domain/subscription';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Dialog } from '@orbita/ui/dialog';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { type FormEvent, useId, useState } from 'react';
import { listTexts as t } from '../texts/subscription.ts';
import { type Filters, statusesOf } from './list-query.ts';

const CODES = [
  ['curso', t.course_],
  ['polo', t.pole_],
  ['oferta', t.offer_],
  ['processo', t.intake_],
  ['externo', t.external],
] as const;

type Props = { values: Filters; onClose: () => void; onApply: (change: Filters) => void };

/** All filters of the list at once. */
export default function FiltersDialog({ values, onClose, onApply }: Props) {
  const form = useId();
  const [next, setNext] = useState(values);
  const chosen = statusesOf(next.situacao);
  const change = (name: keyof Filters, value: string) => setNext((before) => ({ ...before, [name]: value }));
  const wrongOrder = next.de !== '' && next.ate !== '' && next.ate < next.de;
  const toggle = (status: number) =>
    change(
      'situacao',
      (chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]).join(','),
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!wrongOrder) onApply(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.filtersTitle}
      bodyLabel={t.filtersTitle}
      foot={
        <>
          <Button type="submit" form={form}>
            {t.apply}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        </>
      }
    >
      <form className="stack stack--fields" id={form} onSubmit={send} noValidate>
        <div className="field-pair">
          <Field label={t.from}>
            <TextInput
              type="date"
              value={next.de}
              onChange={(event) => change('de', event.currentTarget.value)}
            />
          </Field>
          <Field label={t.to} error={wrongOrder ? t.wrongOrder : undefined}>
            <TextInput
              type="date"
              value={next.ate}
              onChange={(event) => change('ate', event.currentTarget.value)}
            />
          </Field>
        </div>
        <fieldset className="status-filter">
          <legend>{t.statuses}</legend>
          {statuses.map(({ number, label }) => (
            <Check key={number} checked={chosen.includes(number)} onChange={() => toggle(number)}>
              {label}
            </Check>
          ))}
        </fieldset>
        <p className="meta">{t.codesHelp}</p>
        {CODES.map(([name, label]) => (
          <Field key={name} label={label}>
            <TextInput
              code
              maxLength={name === 'externo' ? 120 : 60}
              value={next[name]}
              onChange={(event) => change(name, event.currentTarget.value.trim())}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
