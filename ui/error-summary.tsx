import { useEffect, useId, useRef } from 'react';
import './styles/error-summary.css';
import './styles/notice.css';
import { AlertIcon } from './icons/alert.tsx';
import { reveal } from './reveal.ts';
import { uiTexts } from './texts.ts';

export type SummaryError = {
  /** id of the control (the Field's `id`). */
  id: string;
  /** Message that names the field: "Celular: inválido. Use DDD e 9 números." */
  message: string;
};

export type ErrorSummaryProps = {
  errors: readonly SummaryError[];
  title?: string;
  /** Focus moves here each time this changes; pass the number of submits. */
  focusOn?: number | string;
  /** Leads to the control when it is on another page. */
  onFollow?: (id: string) => void;
};

/**
 * First thing in a form after a failed submit. Renders nothing without errors. It is announced by receiving the focus and is
 * not a live region, which would read the remaining errors aloud after each corrected field.
 */
export function ErrorSummary({ errors, title, focusOn, onFollow = reveal }: ErrorSummaryProps) {
  const heading = useId();
  const list = useId();
  const box = useRef<HTMLElement>(null);
  const any = errors.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: focusOn is the signal to focus again
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any, focusOn]);
  if (!any) return null;
  return (
    <section
      className="notice error-summary"
      tabIndex={-1}
      aria-labelledby={heading}
      aria-describedby={list}
      ref={box}
    >
      <AlertIcon />
      <h2 className="notice__title" id={heading}>
        {title ?? uiTexts.fixFields(errors.length)}
      </h2>
      <ul className="error-list" id={list}>
        {errors.map((error) => (
          <li key={`${error.id}${error.message}`}>
            <a
              href={`#${error.id}`}
              onClick={(event) => {
                event.preventDefault();
                onFollow(error.id);
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
