import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { SearchIcon } from './icons/search.tsx';

/** Search box with the magnifier in front. */
export function SearchInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <div className="field__box field__box--lead">
      <SearchIcon />
      <input
        type="search"
        enterKeyHint="search"
        {...useFieldAttributes()}
        {...rest}
        className={classes('field__input', className)}
      />
    </div>
  );
}
