import { type ComponentProps, useId } from 'react';
import './styles/segmented.css';
import type { Option } from './select.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type SegmentedProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> & {
  legend: string;
  options: readonly Option[];
  value?: string | number;
  defaultValue?: string | number;
};

/** Two or three short options side by side. Works with `{...register('documentType')}`. */
export function Segmented({ legend, options, value, defaultValue, name, ...rest }: SegmentedProps) {
  const own = useId();
  return (
    <fieldset className="segmented">
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            {...rest}
            type="radio"
            name={name ?? own}
            value={option.value}
            disabled={rest.disabled || option.disabled}
            {...(value === undefined ? {} : { checked: value === option.value })}
            {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
          />
          <span className="segmented__word">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
