import { createContext, type ReactNode, use, useId } from 'react';
import './styles/field.css';
import { AlertIcon } from './icons/alert.tsx';
import { CheckIcon } from './icons/check.tsx';
import { uiTexts } from './texts.ts';

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean };

const FieldContext = createContext<FieldState | undefined>(undefined);

/** Attributes the control inside a Field must carry; empty outside one. */
export function useFieldAttributes() {
  const field = use(FieldContext);
  if (!field) return {};
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined };
}

export type FieldProps = {
  label: ReactNode;
  /** Pass the name of the form field: the error summary links to it. */
  id?: string;
  hint?: ReactNode;
  /** Why a read-only or disabled field cannot be changed. */
  why?: ReactNode;
  optional?: boolean;
  error?: ReactNode;
  /** Positive message about the value ("Endereço encontrado"); hidden while there is an error. */
  ok?: ReactNode;
  children: ReactNode;
};

/** Label above, hint under it, the box, then one message line. */
export function Field({ label, id: given, hint, why, optional, error, ok, children }: FieldProps) {
  const own = useId();
  const id = given ?? own;
  const advice = hint ?? why;
  const describedBy = [advice && `${id}-dica`, (error || ok) && `${id}-aviso`].filter(Boolean).join(' ');
  return (
    <FieldContext value={{ id, describedBy: describedBy || undefined, invalid: Boolean(error) }}>
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {label}
          {optional && <span> {uiTexts.optional}</span>}
        </label>
        {advice && (
          <p className="field__hint" id={`${id}-dica`}>
            {advice}
          </p>
        )}
        {children}
        {error ? (
          <FieldError id={`${id}-aviso`}>{error}</FieldError>
        ) : (
          ok && (
            <p className="field__ok" id={`${id}-aviso`} role="status">
              <CheckIcon />
              <span>{ok}</span>
            </p>
          )
        )}
      </div>
    </FieldContext>
  );
}

/** The red line under a control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id}>
      <AlertIcon />
      <span>{children}</span>
    </p>
  );
}
