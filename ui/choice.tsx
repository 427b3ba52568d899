import { type ComponentProps, type ReactNode, useId } from 'react';
import './styles/choice.css';
import { classes } from './classes.ts';
import { FieldError } from './field.tsx';

export type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode;
  /** Second line; on a disabled card it must say why. */
  note?: ReactNode;
  end?: ReactNode;
  /** One of several that may be chosen together; drawn as a check box. */
  several?: boolean;
};

/** Radio or check-box card: the whole card can be pressed. Works with `{...register('method')}` plus `value`. */
export function Choice({ title, note, end, several, className, ...rest }: ChoiceProps) {
  return (
    <label className={classes('choice', rest.disabled && 'choice--disabled', className)}>
      <input {...rest} type={several ? 'checkbox' : 'radio'} />
      <span className="choice__text">
        <span className="choice__title">{title}</span>
        {note && <span className="choice__note">{note}</span>}
      </span>
      {end && <span className="choice__end">{end}</span>}
      <span className="choice__edge" />
    </label>
  );
}

export type ChoicesProps = {
  legend: ReactNode;
  /** The legend is a visible heading unless the page's h1 already asks the question. */
  legendHidden?: boolean;
  /** Level of that heading; a legend that is more than plain text is not a heading. */
  legendAs?: 'h2' | 'h3';
  id?: string;
  error?: ReactNode;
  children: ReactNode;
};

/** A question answered by one of several Choice cards. */
export function Choices({
  legend,
  legendHidden,
  legendAs: Heading = 'h2',
  id,
  error,
  children,
}: ChoicesProps) {
  const own = useId();
  const errorId = `${id ?? own}-aviso`;
  return (
    <fieldset className="choices-field" id={id} tabIndex={-1} aria-describedby={error ? errorId : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : 'choices-field__legend'}>
        {legendHidden || typeof legend !== 'string' ? legend : <Heading>{legend}</Heading>}
      </legend>
      <div className="choices">{children}</div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
