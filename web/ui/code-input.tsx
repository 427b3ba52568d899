import type { ChangeEvent, ComponentProps } from 'react';
import '../styles/code-input.css';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { LateInput, useHeld } from './late-values.ts';

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
    // The press that brought it to light sends it.
    if (code.length === LENGTH && !(event.nativeEvent instanceof LateInput)) onComplete?.(code);
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...useFieldAttributes()}
      {...rest}
      {...useHeld({ ...rest, onChange: change })}
      className={classes('code-input', className)}
    />
  );
}
