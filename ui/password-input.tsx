import { type ComponentProps, useState } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { useHeld } from './late-values.ts';
import { uiTexts } from './texts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Which password the button shows, if a form has several. */
  what?: string;
};

/** Password with a text button that shows and hides it. */
export function PasswordInput({ what = 'senha', className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="field__box field__box--tool">
      <input
        // Browsers never capitalise a hidden password; a visible one must not be capitalised either.
        autoCapitalize={shown ? 'none' : undefined}
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        {...useFieldAttributes()}
        {...rest}
        {...useHeld(rest)}
        type={shown ? 'text' : 'password'}
        className={classes('field__input', className)}
      />
      <button className="field__tool" type="button" onClick={() => setShown(!shown)}>
        {shown ? uiTexts.hide : uiTexts.show}
        <VisuallyHidden> {what}</VisuallyHidden>
      </button>
    </div>
  );
}
