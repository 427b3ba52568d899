import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useRef, useState } from 'react';
import { listTexts as t } from '../texts/subscription.ts';
import { type ChoiceKind, keepName, useChoiceName, useChoices } from './filter-choices.ts';
import '../styles/list.css';

type Props = { of: ChoiceKind; code: string; onChange: (code: string) => void };

/** A course, pole, offer or intake that is searched by name and chosen from the existing ones; codes are never typed. */
export function ChoiceField({ of, code, onChange }: Props) {
  const [words, setWords] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const name = useChoiceName(of, code);
  const label = t.places[of];
  const looking = code === '' && words.trim() !== '';
  const { data } = useChoices(of, words, looking);
  if (code !== '')
    return (
      <fieldset className="choice-field">
        <legend>{label}</legend>
        <button
          type="button"
          className="filter"
          aria-pressed
          aria-label={t.remove(name)}
          // The search field for another choice appears in its place.
          onClick={() => {
            onChange('');
            setTimeout(() => input.current?.focus());
          }}
        >
          {name}
        </button>
      </fieldset>
    );
  return (
    <div className="choice-field">
      <Field label={label}>
        <TextInput
          ref={input}
          type="search"
          autoComplete="off"
          maxLength={100}
          placeholder={t.find}
          {...typing(words, setWords)}
        />
      </Field>
      <div role="status" className="meta">
        {looking && (data ? (data.length === 0 ? t.notFound : t.found(data.length)) : t.finding)}
      </div>
      {looking && data && data.length > 0 && (
        <ul className="choice-field__found">
          {data.map((choice) => (
            <li key={choice.code}>
              <Button
                kind="quiet"
                small
                onClick={() => {
                  keepName(of, choice);
                  setWords('');
                  onChange(choice.code);
                }}
              >
                {choice.name}
                {choice.note && <small> {choice.note}</small>}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** An active filter, by name; pressing it removes the filter. */
export function ChoiceChip({ of, code, onRemove }: { of: ChoiceKind; code: string; onRemove: () => void }) {
  const name = useChoiceName(of, code);
  return (
    <button type="button" className="filter" aria-pressed title={t.places[of]} onClick={onRemove}>
      {name}
    </button>
  );
}
