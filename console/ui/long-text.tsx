import { Field, type FieldProps } from '@orbita/ui/field';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import type { Ref } from 'react';
import { longTextTexts as t } from '../texts/long-text.ts';
import { showMissing } from './announce.tsx';

/** From this many characters left on, they are counted. */
const NEAR_END = 200;

/** Why a text is too long to be sent, counted as the server does; undefined if it fits. */
export const tooLong = (text: string, most: number): string | undefined =>
  text.trim().length > most ? t.tooLong(text.trim().length, most) : undefined;

/**
 * For buttons that send a field: true, with the focus on it, while a text in `root` is too long; by default in the dialog on top,
 * or else in the page.
 */
export function stopsAtLongText(root?: ParentNode): boolean {
  const top = root ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const field = top.querySelector<HTMLElement>('[data-too-long]');
  showMissing(field, field?.dataset.tooLong ?? '');
  return field !== null;
}

type Props = Omit<FieldProps, 'children'> & {
  most: number;
  value: string;
  onType: (text: string) => void;
  /** Rows of the text area; without, the text is a single line. */
  rows?: number;
  field?: Ref<HTMLTextAreaElement>;
  /** Name of the control in its form. */
  name?: string;
  placeholder?: string;
  readOnly?: boolean;
};

/**
 * Free text of at most `most` characters. Nothing of it is ever cut, because people paste: what does not fit is counted and said,
 * and `stopsAtLongText` keeps it from being sent.
 */
export function LongText({ most, value, onType, rows, field, hint, error, ...rest }: Props) {
  const { name, placeholder, readOnly, ...frame } = rest;
  const over = tooLong(value, most);
  const left = most - value.trim().length;
  const counted = left <= Math.min(NEAR_END, most / 2) && !over;
  const control = {
    ...(name ? { name } : {}),
    ...{ value, placeholder, readOnly, autoComplete: 'off', 'data-too-long': over },
    onChange: (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value),
  };
  const advice = counted ? (
    <>
      {hint} {t.left(left)}
    </>
  ) : (
    hint
  );
  return (
    <Field {...frame} hint={advice} error={over ?? error}>
      {rows === undefined ? <TextInput {...control} /> : <TextArea {...control} rows={rows} ref={field} />}
    </Field>
  );
}
