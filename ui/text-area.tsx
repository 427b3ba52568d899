import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { useHeld } from './late-values.ts';

/**
 * Several lines of text, inside a Field. It has no `maxLength`: browsers silently cut what is pasted, so the form says what is too
 * long instead.
 */
export function TextArea({ className, ...rest }: Omit<ComponentProps<'textarea'>, 'maxLength'>) {
  return (
    <div className="field__box">
      <textarea
        rows={4}
        {...useFieldAttributes()}
        {...rest}
        {...useHeld(rest)}
        className={classes('field__input field__input--area', className)}
      />
    </div>
  );
}
