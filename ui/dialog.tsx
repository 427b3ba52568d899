import { type ReactNode, type RefObject, useDeferredValue, useEffect, useId, useRef } from 'react';
import './styles/dialog.css';
import { focusHeading } from './focus-heading.ts';
import { IconButton } from './icon-button.tsx';
import { XIcon } from './icons/x.tsx';
import { openLayer } from './layer.ts';
import { uiTexts } from './texts.ts';

export type DialogProps = {
  open: boolean;
  /** Called by Esc, Back and the close button; without it the dialog cannot be dismissed. */
  onClose?: () => void;
  /** Hides the page behind completely. */
  covers?: boolean;
  title: ReactNode;
  /** Fixed footer: main button first, then the way out. */
  foot?: ReactNode;
  /** Names the body and makes it scrollable by keyboard (long texts). */
  bodyLabel?: string;
  bodyClassName?: string;
  /** Gets the focus instead of the title: for a dialog that is a single field. */
  first?: RefObject<HTMLElement | null>;
  /** Called when the body was scrolled to its end, or is short enough to be seen whole. */
  onReadToEnd?: () => void;
  children: ReactNode;
};

/** Bottom sheet on phones, 450 px wide in the middle from 768 px on. The title gets the focus; closing gives it back. */
export function Dialog({ open, ...rest }: DialogProps) {
  // A modal dialog triggers a layout of the whole page, which must not delay the frame that responds to the press.
  const ready = useDeferredValue(open, false);
  return open && ready ? <OpenDialog {...rest} /> : null;
}

const SLACK_PX = 8;

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, covers, title, foot, bodyLabel, bodyClassName, onReadToEnd, children } = props;
  const Body = (bodyLabel ? 'section' : 'div') as 'div';
  const first = useRef(props.first);
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const close = useRef(() => onClose?.());
  close.current = () => onClose?.();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element) return;
    // One dialog may open over another; the page scrolls again when the last one closes.
    const outer = document.documentElement.dataset.dialog;
    document.documentElement.dataset.dialog = '';
    const leave = typeof element.showModal === 'function' ? showNative(element) : showPlain(element, close);
    (first.current?.current ?? heading.current)?.focus();
    const leaveBack = openLayer(() => close.current());
    return () => {
      leaveBack();
      leave();
      if (outer === undefined) delete document.documentElement.dataset.dialog;
      if (before instanceof HTMLElement) before.focus();
      // The control that opened the dialog may be gone.
      if (document.activeElement === document.body) focusHeading({ preventScroll: true });
    };
  }, []);

  const checkEnd = () => {
    const box = dialog.current;
    const text = body.current;
    if (!box || !text) return;
    const scrolled = text.scrollTop + text.clientHeight >= text.scrollHeight - SLACK_PX;
    // On short screens the whole sheet scrolls (dialog.css).
    const seen = text.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + SLACK_PX;
    if (scrolled && seen) onReadToEnd?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a short text is read to its end as soon as it stands
  useEffect(checkEnd, []);

  return (
    <dialog
      className={covers ? 'dialog dialog--covers' : 'dialog'}
      aria-labelledby={titleId}
      ref={dialog}
      onScroll={onReadToEnd && checkEnd}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // Browsers may close the dialog without a cancel event; ignore a close that was reverted at once.
        if (dialog.current?.open) return;
        if (onClose) onClose();
        else dialog.current?.showModal();
      }}
    >
      <div className="dialog__head">
        <h2 id={titleId} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {onClose && <IconButton icon={XIcon} label={uiTexts.close} onClick={onClose} />}
      </div>
      <Body
        className={`dialog__body ${bodyClassName ?? 'stack'}`}
        ref={body}
        onScroll={onReadToEnd && checkEnd}
        {...(bodyLabel && { tabIndex: 0, 'aria-label': bodyLabel })}
      >
        {children}
      </Body>
      {foot && <div className="dialog__foot">{foot}</div>}
    </dialog>
  );
}

function showNative(element: HTMLDialogElement): () => void {
  if (!element.open) element.showModal();
  return () => element.close();
}

/** Safari before 15.4 has no modal dialogs: the element is fixed over a backdrop, with focus and Esc handled here. */
function showPlain(element: HTMLDialogElement, close: { current: () => void }): () => void {
  const veil = document.createElement('div');
  veil.className = element.classList.contains('dialog--covers')
    ? 'dialog__veil dialog__veil--covers'
    : 'dialog__veil';
  element.before(veil);
  element.setAttribute('open', '');
  element.setAttribute('role', 'dialog');
  element.setAttribute('aria-modal', 'true');
  element.classList.add('dialog--plain');
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close.current();
  };
  const keepFocus = (event: FocusEvent) => {
    if (event.target instanceof Node && !element.contains(event.target)) element.querySelector('h2')?.focus();
  };
  document.addEventListener('keydown', key);
  document.addEventListener('focusin', keepFocus);
  return () => {
    veil.remove();
    document.removeEventListener('keydown', key);
    document.removeEventListener('focusin', keepFocus);
  };
}
