import { type ComponentProps, type ReactNode, useId } from 'react';
import './styles/check.css';
import { FieldError } from './field.tsx';

export type CheckProps = Omit<ComponentProps<'input'>, 'type'> & { error?: ReactNode; children: ReactNode };

/** 24 px box in a 48 px row. Works with `{...register('privacy')}`. */
export function Check({ error, children, id: given, ...rest }: CheckProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <>
      <label className="check">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-aviso` : rest['aria-describedby']}
        />
        <span className="check__text">{children}</span>
      </label>
      {error && <FieldError id={`${id}-aviso`}>{error}</FieldError>}
    </>
  );
}
