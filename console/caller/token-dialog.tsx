import { serverNow } from '@orbita/client/server-clock.ts';
import { tokenMayCarry, tokenNeedsSecond } from '@orbita/domain/approval';
import { addDays } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Dialog } from '@orbita/ui/dialog';
import { Field, FieldError } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Segmented } from '@orbita/ui/segmented';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { hostQuery } from '../base/host.ts';
import { type Me, useMe } from '../base/me.ts';
import { Secret } from '../base/secret.tsx';
import { DialogFailure } from '../base/states.tsx';
import { instantOf, localDay } from '../base/zone.ts';
import { secretTexts } from '../texts/secret.ts';
import { type GivenScope, scopeWords, tokenTexts as t } from '../texts/token.ts';
import { showMissing } from '../ui/announce.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

type TokenDialogProps = {
  onClose: () => void;
  /** Created and read, or awaiting a second person's approval. */
  onDone: (name: string, waits: Approval | undefined) => void;
};

/** Lifetime of a token in days: the maximum, and the default. */
const LONGEST = 365;
const USUAL = 90;

/** Permissions a person may grant: those they hold themselves wherever the token is valid (spec 25.16). */
const scopesToGive = (me: Pick<Me, 'parts'>, institutions: readonly string[] | null): GivenScope[] =>
  (Object.keys(scopeWords) as GivenScope[]).filter((scope) => {
    const reach = me.parts[scope];
    if (!tokenMayCarry(scope) || reach === undefined) return false;
    return reach === 'all' || (institutions?.every((code) => reach.includes(code)) ?? false);
  });

/** Creates a token: it is shown only once, or awaits a second person (spec 25.16). */
export default function TokenDialog({ onClose, onDone }: TokenDialogProps) {
  const me = useMe();
  const tenant = useQuery(hostQuery).data?.tenant.alias ?? '';
  const fields = useRef<HTMLFormElement>(null);
  const today = localDay(new Date(serverNow()));
  const [name, setName] = useState('');
  const [places, setPlaces] = useState<string[] | null>(null);
  const [chosen, setChosen] = useState<readonly GivenScope[]>([]);
  const [until, setUntil] = useState(addDays(today, USUAL));
  const [tried, setTried] = useState(false);
  const offered = scopesToGive(me, places);
  const scopes = chosen.filter((scope) => offered.includes(scope));
  const missing = {
    name: name.trim() === '',
    scopes: scopes.length === 0,
    places: places?.length === 0,
    until: !(until > today && until <= addDays(today, LONGEST)),
  };
  const create = useMutation({
    mutationFn: () =>
      call('POST /operations/tokens', {
        body: {
          name: name.trim(),
          tenant,
          scopes: [...scopes],
          ...(places ? { institutions: places } : {}),
          expiresAt: instantOf(until, '23:59'),
        },
      }),
    gcTime: 0,
    onSuccess: (answer) => {
      const waits = waitingIn(answer);
      if (waits) onDone(name.trim(), waits);
    },
  });
  const made = create.data && 'token' in create.data ? create.data : undefined;
  if (made)
    return (
      <Dialog
        open
        title={t.created(made.name)}
        foot={<Button onClick={() => onDone(made.name, undefined)}>{secretTexts.close}</Button>}
      >
        <Secret label={t.secret} value={made.token} />
      </Dialog>
    );
  const send = () => {
    setTried(true);
    const find = (selector: string) => fields.current?.querySelector<HTMLElement>(selector);
    if (missing.name) showMissing(find('[name=name]'), t.nameMissing);
    else if (missing.places) showMissing(find('[data-places] input[type=checkbox]'), t.placesMissing);
    else if (missing.scopes) showMissing(find('[data-scopes] input'), t.scopesMissing);
    else if (missing.until) showMissing(find('[name=until]'), t.untilWrong);
    else create.mutate();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t.createTitle}
      onSend={send}
      fields={fields}
      verb={t.create}
      busy={create.isPending && t.creating}
    >
      {create.error && <DialogFailure error={create.error} />}
      <p className="muted">{t.createHelp}</p>
      <Field label={t.nameField} error={tried && missing.name ? t.nameMissing : undefined}>
        <TextInput name="name" autoComplete="off" maxLength={120} {...typing(name, setName)} />
      </Field>
      {me.institutions.length > 1 && (
        <Places places={places} onChange={setPlaces} missing={tried && missing.places} />
      )}
      <fieldset className="stack stack--tight" data-scopes>
        <legend className="field__label">{t.scopes}</legend>
        {offered.map((scope) => (
          <Check
            key={scope}
            checked={chosen.includes(scope)}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope),
              )
            }
          >
            {scopeWords[scope]}
          </Check>
        ))}
        {tried && missing.scopes && <FieldError>{t.scopesMissing}</FieldError>}
      </fieldset>
      <Field label={t.until} hint={t.untilHint} error={tried && missing.until ? t.untilWrong : undefined}>
        <TextInput
          name="until"
          type="date"
          min={addDays(today, 1)}
          max={addDays(today, LONGEST)}
          {...typing(until, setUntil)}
        />
      </Field>
      <div role="status">{tokenNeedsSecond(scopes) && <Notice title={t.second} />}</div>
    </FormDialog>
  );
}

type PlacesProps = {
  places: string[] | null;
  onChange: (places: string[] | null) => void;
  missing: boolean | undefined;
};

function Places({ places, onChange, missing }: PlacesProps) {
  const { institutions } = useMe();
  return (
    <fieldset className="stack stack--tight" data-places>
      <legend className="field__label">{t.where}</legend>
      <Segmented
        legend={t.where}
        value={places ? 'some' : 'all'}
        options={[
          { value: 'all', label: t.inAll },
          { value: 'some', label: t.inSome },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
      />
      {places &&
        institutions.map(({ code, acronym, name }) => (
          <Check
            key={code}
            checked={places.includes(code)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...places, code] : places.filter((one) => one !== code))
            }
          >
            {acronym} <span className="muted">{name}</span>
          </Check>
        ))}
      {missing && <FieldError>{t.placesMissing}</FieldError>}
    </fieldset>
  );
}
