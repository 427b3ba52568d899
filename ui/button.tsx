import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import './styles/button.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import { Anchor, type AnchorProps } from './link.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'primary' | 'tonal' | 'outline' | 'quiet' | 'danger';

type Look = {
  kind?: ButtonKind;
  small?: boolean;
  block?: boolean;
  icon?: IconComponent;
};

function look({ kind = 'primary', small, block }: Look, className?: string) {
  return classes('button', `button--${kind}`, small && 'button--small', block && 'button--block', className);
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** What is happening, as a verb ("Processando pagamento…"). While set, the button does nothing. */
    busy?: string | false | undefined;
  };

/** Main action of a screen or one of its alternatives. One `primary` per screen. */
export function Button({
  kind,
  small,
  block,
  icon: Icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true') event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      className={look({ kind, small, block }, className)}
      aria-busy={busy ? true : undefined}
    >
      {busy ? (
        <BusyLabel label={children}>{busy}</BusyLabel>
      ) : (
        <>
          {Icon && <Icon />}
          {children}
        </>
      )}
    </button>
  );
}

/** The label stays in place, invisible, under the verb, so that the button keeps its width. */
function BusyLabel({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <span className="button__stack">
      <span className="button__ghost" aria-hidden="true">
        {label}
      </span>
      <span className="button__now">
        <Spinner />
        {children}
      </span>
    </span>
  );
}

export type ButtonLinkProps = AnchorProps & Look;

/** A link that looks like a button: leads to another page. */
export function ButtonLink({
  kind,
  small,
  block,
  icon: Icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Anchor {...rest} className={look({ kind, small, block }, className)}>
      {Icon && <Icon />}
      {children}
    </Anchor>
  );
}
