import { type ComponentProps, useState } from 'react';
import { classes } from './classes.ts';
import { useFieldAttributes } from './field.tsx';
import { useHeld } from './late-values.ts';
import { uiTexts } from './texts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Password with a text button that shows and hides it. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="field__box field__box--tool">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useFieldAttributes()}
        {...rest}
        {...useHeld(rest)}
        type={shown ? 'text' : 'password'}
        className={classes('field__input', className)}
      />
      <button className="field__tool" type="button" onClick={() => setShown(!shown)}>
        {shown ? uiTexts.hide : uiTexts.show}
        <VisuallyHidden> senha</VisuallyHidden>
      </button>
    </div>
  );
}
