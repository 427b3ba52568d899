import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './styles/document.css';
import type { IconComponent } from './icon.tsx';
import { AlertIcon } from './icons/alert.tsx';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { ChevronDownIcon } from './icons/chevron-down.tsx';
import { CircleIcon } from './icons/circle.tsx';
import { ClockIcon } from './icons/clock.tsx';

export type DocumentLook = 'todo' | 'waiting' | 'done' | 'refused';

const icons: Record<DocumentLook, IconComponent> = {
  todo: CircleIcon,
  waiting: ClockIcon,
  done: CheckCircleIcon,
  refused: AlertIcon,
};

export type DocumentRowProps = {
  name: string;
  nameAs?: 'h2' | 'h3';
  look: DocumentLook;
  /** The document's state, at the end of the row; on phones the icon shows it, and the word is only read aloud. */
  word?: string | undefined;
  /** What to do with it, instead of the state. */
  act?: string | undefined;
  /** Why it was refused: never collapsed. */
  note?: ReactNode;
  open: boolean;
  /** Absent if there is nothing inside. */
  onToggle?: (() => void) | undefined;
  /** Files and ways to send some; they stay in the DOM while collapsed. */
  children?: ReactNode;
};

/** A name of two words around a slash may wrap after the slash. */
const breakable = (name: string): ReactNode[] =>
  name.split('/').flatMap((word, at) => (at === 0 ? [word] : ['/', <wbr key={word} />, word]));

/** One document: a single row while nothing is wrong, with its details below. */
export function DocumentRow(props: DocumentRowProps) {
  const { name, nameAs: Name = 'h3', look, word, act, note, open, onToggle, children } = props;
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const Icon = icons[look];
  // A part that collapses by itself moves the focus to its own row.
  useLayoutEffect(() => {
    if (!open && body.current?.contains(document.activeElement))
      toggle.current?.focus({ preventScroll: true });
  }, [open]);
  return (
    <article className="doc-row" data-state={look} data-open={open || undefined}>
      <div className="doc-row__head">
        <Icon />
        <div className="doc-row__text">
          <Name className="doc-row__name">
            {onToggle ? (
              <button
                type="button"
                ref={toggle}
                aria-expanded={open}
                aria-controls={`${id}-tudo`}
                aria-describedby={`${id}-estado`}
                onClick={onToggle}
              >
                {breakable(name)}
              </button>
            ) : (
              breakable(name)
            )}
          </Name>
          {note && <p className="doc-row__note">{note}</p>}
        </div>
        <span className={act ? 'doc-row__act' : 'doc-row__word'} id={`${id}-estado`}>
          {act ?? word}
        </span>
        {onToggle && look !== 'todo' && look !== 'refused' && <ChevronDownIcon small />}
      </div>
      {children && (
        <div className="doc-row__body" id={`${id}-tudo`} ref={body} hidden={!open}>
          {children}
        </div>
      )}
    </article>
  );
}

/** Documents as rows of one sheet. */
export function DocumentList({ children }: { children: ReactNode }) {
  return <div className="doc-list">{children}</div>;
}

/** Buttons that send a photo or a file, side by side if they fit. */
export function UploadActions({ children }: { children: ReactNode }) {
  return <div className="upload-actions">{children}</div>;
}
