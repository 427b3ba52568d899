import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { useHeld } from './late-values.ts';

export type TextInputProps = ComponentProps<'input'> & {
  /** For numbers that must be compared or typed digit by digit. */
  code?: boolean;
};

/** One line of text, inside a Field. Works with `{...register('name')}`. */
export function TextInput({ code, className, ...rest }: TextInputProps) {
  return (
    <div className="field__box">
      <input
        type="text"
        {...useFieldAttributes()}
        {...rest}
        {...useHeld(rest)}
        className={classes('field__input', code && 'field__input--code', className)}
      />
    </div>
  );
}
