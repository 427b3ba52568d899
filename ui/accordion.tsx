import { type ReactNode, useEffect, useRef, useState } from 'react';
import './styles/accordion.css';
import { ChevronDownIcon } from './icons/chevron-down.tsx';

export type AccordionProps = {
  /** id of the row that opens and closes it; links lead to it. */
  id: string;
  title: string;
  /** State of the section in a few words, beside its title. */
  state?: ReactNode;
  /** Open at the start. */
  open?: boolean;
  /** Opens it because something inside must be seen now. */
  urgent?: boolean;
  onClose?: () => void;
  children: ReactNode;
};

/** One collapsible section of a long form. Its content stays in the DOM while closed. */
export function Accordion({ id, title, state, open, urgent, onClose, children }: AccordionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [openAtFirst] = useState(open);
  useEffect(() => {
    if (urgent && details.current) details.current.open = true;
  }, [urgent]);
  return (
    <details
      className="accordion"
      open={openAtFirst}
      ref={details}
      onToggle={(event) => {
        if (!event.currentTarget.open) onClose?.();
      }}
    >
      <summary id={id}>
        <h2 className="h3">{title}</h2>
        {state}
        <ChevronDownIcon />
      </summary>
      <div className="accordion__body stack stack--wide">{children}</div>
    </details>
  );
}
