import type { ChangeEvent } from 'react';
import { TextInput, type TextInputProps } from '../ui/text-input.tsx';

/** E-mail field: forces lower case while typing [seed], with the keyboard of addresses. Works with `register`. */
export function EmailInput({ onChange, ...rest }: TextInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const lower = input.value.toLowerCase();
    if (lower !== input.value) input.value = lower;
    onChange?.(event);
  };
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      onChange={change}
    />
  );
}
