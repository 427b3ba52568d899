import type { ReactNode } from 'react';
import './styles/copy-code.css';
import { Button, type ButtonKind } from './button.tsx';
import { copyTexts } from './copy-texts.ts';
import { FieldError } from './field.tsx';
import { CheckIcon } from './icons/check.tsx';
import { CopyIcon } from './icons/copy.tsx';
import { useCopy } from './use-copy.ts';

export type CopyButtonProps = {
  value: string;
  label?: string;
  copiedLabel?: string;
  kind?: ButtonKind;
  /** The text is readable beside the button. */
  shown?: boolean;
};

/**
 * The label becomes "Código copiado" with a tick for 3 seconds. If copying is not possible, the text is shown for copying by
 * hand.
 */
export function CopyButton({
  value,
  label = copyTexts.copy,
  copiedLabel = copyTexts.copied,
  kind,
  shown,
}: CopyButtonProps) {
  const { copied, refused, copy } = useCopy(value);
  return (
    <>
      {refused && (
        <>
          <FieldError>
            <span role="alert">{copyTexts.refused}</span>
          </FieldError>
          {!shown && <Code value={value} />}
        </>
      )}
      <Button kind={copied ? 'tonal' : kind} block icon={copied ? CheckIcon : CopyIcon} onClick={copy}>
        {copied ? copiedLabel : label}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  );
}

const Code = ({ value }: { value: string }) => (
  <code className="copy-code__value" translate="no">
    {value}
  </code>
);

export type CopyCodeProps = CopyButtonProps & {
  /** Name of the code: "Código Pix", "Linha digitável". */
  name: string;
  /** Shows the name above; otherwise it is only the accessible label. */
  nameShown?: boolean;
  /** One line with an ellipsis instead of the whole code. */
  clip?: boolean;
  children?: ReactNode;
};

/** A long code, the button that copies it, and further actions below. */
export function CopyCode({ name, nameShown, clip, children, ...button }: CopyCodeProps) {
  return (
    <div className="copy-code">
      {nameShown && <p className="field__label">{name}</p>}
      {clip ? (
        <input
          className="copy-code__value copy-code__value--clip"
          readOnly
          aria-label={name}
          value={button.value}
        />
      ) : (
        <Code value={button.value} />
      )}
      <CopyButton {...button} shown={!clip} />
      {children}
    </div>
  );
}
