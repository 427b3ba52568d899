import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { ChevronDownIcon } from './icons/chevron-down.tsx';
import { useHeld } from './late-values.ts';

export type Option = { value: string | number; label: string; disabled?: boolean };

export type SelectProps = ComponentProps<'select'> & {
  options?: readonly Option[];
  /** First entry with an empty value ("Selecione"). */
  placeholder?: string;
};

/** The device's own list, inside a Field. Options by prop or as children. */
export function Select({ options, placeholder, className, children, ...rest }: SelectProps) {
  return (
    <div className="field__box field__box--select">
      <select
        {...useFieldAttributes()}
        {...rest}
        {...useHeld(rest)}
        className={classes('field__input', className)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDownIcon />
    </div>
  );
}
