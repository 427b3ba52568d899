import { ApiError } from '@orbita/client/errors.ts';
import { Check } from '@orbita/ui/check';
import { Field, FieldError } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { holdsFor, useMe } from '../base/me.ts';
import { DialogFailure } from '../base/states.tsx';
import { integrationTexts as t } from '../texts/integration.ts';
import { showMissing } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type Endpoint, KINDS, type Kind, kindText } from './endpoint.tsx';

type EndpointDialogProps = {
  /** The endpoint being changed; without it a new one is created. */
  endpoint?: Endpoint;
  onClose: () => void;
  onDone: (waits: Approval | undefined) => void;
};

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

const urlRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'url');

/** Address at which a system is notified, and of which events (spec 25.15). */
export default function EndpointDialog({ endpoint, onClose, onDone }: EndpointDialogProps) {
  const me = useMe();
  const chosen = useInstitution()?.code;
  const fields = useRef<HTMLFormElement>(null);
  const places = me.institutions.filter(({ code }) => holdsFor(me, ['webhooks'], code));
  const [place, setPlace] = useState(endpoint?.institution ?? chosen ?? places[0]?.code ?? '');
  const [name, setName] = useState(endpoint?.description ?? '');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [kinds, setKinds] = useState<readonly Kind[]>(endpoint?.kinds ?? []);
  const [tried, setTried] = useState(false);
  const moved = endpoint !== undefined && originOf(url.trim()) !== originOf(endpoint.url);
  const save = useMutation({
    mutationFn: () => {
      const body = { url: url.trim(), kinds: [...kinds], description: name.trim() };
      return endpoint
        ? call('PUT /operations/webhook-endpoints/{id}', {
            params: { id: endpoint.id },
            body: { ...body, state: endpoint.state },
          })
        : call('POST /operations/webhook-endpoints', { body: { ...body, institution: place } });
    },
    onSuccess: (answer) => onDone(waitingIn(answer)),
  });
  const urlError = () => {
    if (url.trim() === '') return t.urlMissing;
    if (moved) return t.urlHost;
    return originOf(url.trim()) ? undefined : t.urlWrong;
  };
  const missing = { name: name.trim() === '', url: urlError(), kinds: kinds.length === 0 };
  const send = () => {
    setTried(true);
    const find = (selector: string) => fields.current?.querySelector<HTMLElement>(selector);
    if (missing.name) showMissing(find('[name=system]'), t.nameMissing);
    else if (missing.url) showMissing(find('[name=address]'), missing.url);
    else if (missing.kinds) showMissing(find('[type=checkbox]'), t.kindsMissing);
    else save.mutate();
  };
  const refused = urlRefused(save.error);
  return (
    <FormDialog
      onClose={onClose}
      title={endpoint ? t.changeTitle : t.addTitle}
      onSend={send}
      fields={fields}
      verb={t.save}
      busy={save.isPending && t.saving}
    >
      {save.error && !refused && <DialogFailure error={save.error} />}
      <p className="muted">{t.help}</p>
      {!endpoint && places.length > 1 && (
        <Field label={t.place}>
          <Select
            options={places.map(({ code, name: label }) => ({ value: code, label }))}
            {...typing(place, setPlace)}
          />
        </Field>
      )}
      <Field label={t.name} error={tried && missing.name ? t.nameMissing : undefined}>
        <TextInput name="system" autoComplete="off" maxLength={200} {...typing(name, setName)} />
      </Field>
      <Field
        label={t.url}
        hint={t.urlHint}
        error={tried && missing.url ? missing.url : refused ? t.urlWrong : undefined}
      >
        <TextInput
          name="address"
          type="url"
          code
          autoComplete="off"
          maxLength={2000}
          {...typing(url, setUrl)}
        />
      </Field>
      <fieldset className="stack stack--tight">
        <legend className="field__label">{t.tells}</legend>
        <p className="field__hint">{t.whatHint}</p>
        {KINDS.map((kind) => (
          <Check
            key={kind}
            checked={kinds.includes(kind)}
            onChange={(event) =>
              setKinds(event.currentTarget.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
            }
          >
            {kindText(kind)}
          </Check>
        ))}
        {tried && missing.kinds && <FieldError>{t.kindsMissing}</FieldError>}
      </fieldset>
    </FormDialog>
  );
}
