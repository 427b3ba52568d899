import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { SearchIcon } from './icons/search.tsx';

export type TextInputProps = ComponentProps<'input'> & {
  /** Numbers that must be compared or typed digit by digit. */
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
        className={classes('field__input', code && 'field__input--code', className)}
      />
    </div>
  );
}

/** Search box with the lens in front. */
export function SearchInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <div className="field__box field__box--lead">
      <SearchIcon />
      <input
        type="search"
        {...useFieldAttributes()}
        {...rest}
        className={classes('field__input', className)}
      />
    </div>
  );
}

/** Several lines of text, inside a Field. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <div className="field__box">
      <textarea
        rows={4}
        {...useFieldAttributes()}
        {...rest}
        className={classes('field__input field__input--area', className)}
      />
    </div>
  );
}
