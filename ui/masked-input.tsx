import { type ChangeEvent, type ComponentProps, useCallback, useLayoutEffect, useRef } from 'react';
import { applyMask, formatMask, type Mask, rememberMask } from './masks.ts';
import { TextInput } from './text-input.tsx';

export type MaskedInputProps = ComponentProps<'input'> & { mask: Mask };

/**
 * Formats while typing and keeps the caret. `onChange` gets the formatted text. Works controlled (`value`) and uncontrolled
 * (`{...register('cpf')}`).
 */
export function MaskedInput({ mask, ref, onChange, value, defaultValue, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(undefined);
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      if (element) rememberMask(element, mask);
      if (typeof ref === 'function') return ref(element);
      if (ref) ref.current = element;
    },
    [ref, mask],
  );
  // A form library writes saved values straight into the element, without separators.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || element === document.activeElement) return;
    const formatted = formatMask(mask, element.value);
    if (formatted !== element.value && value === undefined) element.value = formatted;
  });

  // Text being typed is masked already; a value from elsewhere may arrive while the field has the focus.
  const shown = (text: string) =>
    text === typed.current && input.current === document.activeElement ? text : formatMask(mask, text);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.currentTarget;
    const edited = applyMask(mask, element.value, element.selectionStart ?? element.value.length);
    if (edited.text !== element.value) element.value = edited.text;
    element.setSelectionRange(edited.caret, edited.caret);
    typed.current = edited.text;
    onChange?.(event);
  };
  return (
    <TextInput
      code
      inputMode={mask.keyboard ?? 'numeric'}
      {...rest}
      {...(value === undefined ? { defaultValue } : { value: shown(String(value)) })}
      ref={attach}
      onChange={change}
    />
  );
}
