import { codeDigits } from '@orbita/domain/identity';
import type { ChangeEvent, ComponentProps } from 'react';
import './styles/code-input.css';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { LateInput, useHeld } from './late-values.ts';

export type CodeInputProps = ComponentProps<'input'> & {
  /** Called once the last digit is entered, also by paste or autofill. */
  onComplete?: (code: string) => void;
};

const LENGTH = 6;

/** One real input drawn as six cells, inside a Field; pasting a whole message extracts the code. */
export function CodeInput({ onChange, onComplete, className, ...rest }: CodeInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.currentTarget;
    const digits = codeDigits(element.value);
    // An extra key press is ignored. A pasted text stays whole: part of another number is not a code.
    const full = digits.length === LENGTH + 1 && (event.nativeEvent as InputEvent).inputType === 'insertText';
    const code = full ? digits.slice(0, LENGTH) : digits;
    if (code !== element.value) element.value = code;
    onChange?.(event);
    // Autofilled without an event: the press that revealed it submits the form itself.
    if (code.length === LENGTH && !(event.nativeEvent instanceof LateInput)) onComplete?.(code);
  };
  const field = { ...useFieldAttributes(), ...rest };
  const wrong = field['aria-invalid'] === true || field['aria-invalid'] === 'true';
  return (
    // The caret position behind the last digit lies outside the visible part; nothing may be scrolled to show it.
    <span
      className={classes('code-input', wrong && 'code-input--wrong', className)}
      onScroll={({ currentTarget }) => {
        currentTarget.scrollLeft = 0;
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field}
        {...useHeld({ ...rest, onChange: change })}
        className="code-input__digits"
      />
    </span>
  );
}
