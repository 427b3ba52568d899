import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { IconButton } from '@orbita/ui/icon-button';
import { XIcon } from '@orbita/ui/icons/x';
import { Anchor } from '@orbita/ui/link';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { filterTexts as t } from '../texts/filters.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useChoice } from './choice.ts';
import { addressOfFilter, filtersOf, MOST_FILTERS, queryFor, withFilter, withoutFilter } from './filters.ts';
import { useMe } from './me.ts';
import { DialogFailure } from './states.tsx';

const LONGEST = 60;

type Props = {
  /** Filters of the screen as in its address; an empty value is no filter. */
  values: Readonly<Record<string, string>>;
};

/** The person's saved filters, and a way to save the current one (spec 25.3.4). */
export function SavedFilters({ values }: Props) {
  const { pathname } = useLocation();
  const kept = useMe().preferences.filters ?? [];
  const choice = useChoice();
  const [naming, setNaming] = useState(false);
  const query = queryFor(values);
  const here = filtersOf(kept, pathname);
  const known = here.some((one) => one.query === query);
  return (
    <>
      {here.length > 0 && (
        <ul className="saved-filters" aria-label={t.saved}>
          {here.map((one) => (
            <li key={one.name}>
              <Anchor
                className="filter"
                href={addressOfFilter(one)}
                aria-current={one.query === query ? 'true' : undefined}
              >
                {one.name}
              </Anchor>
              <IconButton
                icon={XIcon}
                label={t.remove(one.name)}
                onClick={() => choice.mutate({ filters: withoutFilter(kept, one) })}
              />
            </li>
          ))}
        </ul>
      )}
      {query && !known && (
        <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {t.save}
        </Button>
      )}
      {naming && (
        <NameDialog
          names={here.map(({ name }) => name)}
          full={kept.length >= MOST_FILTERS}
          busy={choice.isPending}
          error={choice.error}
          onClose={() => setNaming(false)}
          onName={(name) =>
            choice.mutate(
              { filters: withFilter(kept, { name, screen: pathname, query }) },
              { onSuccess: () => setNaming(false) },
            )
          }
        />
      )}
    </>
  );
}

type NameProps = {
  names: readonly string[];
  full: boolean;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onName: (name: string) => void;
};

function NameDialog({ names, full, busy, error, onClose, onName }: NameProps) {
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const given = name.trim();
  const taken = names.includes(given);
  const problem = full && !taken ? t.full : given ? undefined : t.nameMissing;
  const send = () => {
    setTried(true);
    if (!problem) onName(given);
  };
  return (
    <FormDialog onClose={onClose} onSend={send} title={t.save} verb={t.save} busy={busy && t.saving}>
      <Field label={t.name} hint={taken ? t.taken : t.help} error={tried ? problem : undefined}>
        <TextInput maxLength={LONGEST} autoComplete="off" {...typing(name, setName)} />
      </Field>
      {error !== null && <DialogFailure error={error} />}
    </FormDialog>
  );
}
