import { forceCase } from '@orbita/ui/forced-case.ts';
import { TextInput, type TextInputProps } from '@orbita/ui/text-input';
import type { ChangeEvent, CompositionEvent } from 'react';

/**
 * E-mail field: forces lower case while typing [seed], with the e-mail keyboard. Works with `register`. An input of type
 * `email` does not expose its caret position to scripts, so the browser sees this one as text.
 */
export function EmailInput({ onChange, ...rest }: TextInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    forceCase(event.currentTarget, 'lower', event);
    onChange?.(event);
  };
  return (
    <TextInput
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      onChange={change}
      onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) => {
        forceCase(event.currentTarget, 'lower');
        onChange?.(event as unknown as ChangeEvent<HTMLInputElement>);
      }}
    />
  );
}
