import type { ChangeEvent, ComponentProps } from 'react';
import '../styles/code-input.css';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';

export type CodeInputProps = ComponentProps<'input'> & {
  /** Called once the last digit is in, also after paste or autofill. */
  onComplete?: (code: string) => void;
};

const LENGTH = 6;

/** One real input drawn as six cells, inside a Field; spaces and hyphens of a pasted code are dropped. */
export function CodeInput({ onChange, onComplete, className, ...rest }: CodeInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.currentTarget;
    const code = element.value.replace(/\D/g, '').slice(0, LENGTH);
    if (code !== element.value) element.value = code;
    onChange?.(event);
    if (code.length === LENGTH) onComplete?.(code);
  };
  const field = { ...useFieldAttributes(), ...rest };
  const wrong = field['aria-invalid'] === true || field['aria-invalid'] === 'true';
  return (
    // The place behind the last digit lies outside what is seen; nothing may be scrolled to show it.
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
        onChange={change}
        className="code-input__digits"
      />
    </span>
  );
}
