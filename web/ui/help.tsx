import { type ReactNode, useEffect, useRef } from 'react';
import '../styles/help.css';
import { barTexts } from './bar-texts.ts';
import { IconButton } from './icon-button.tsx';
import { HelpIcon } from './icons/help.tsx';
import { XIcon } from './icons/x.tsx';
import { Anchor } from './link.tsx';
import { useClearOf } from './use-clear-of.ts';

const outside = { target: '_blank', rel: 'noopener' } as const;

/** Help at the end of the page. */
export function HelpCard({
  href,
  title = barTexts.helpTitle,
  text,
}: {
  href: string;
  title?: string;
  text?: ReactNode;
}) {
  return (
    <Anchor className="help-card" href={href} {...outside}>
      <span className="help-card__icon">
        <HelpIcon />
      </span>
      <span>
        <b>{title}</b>
        {text && <small>{text}</small>}
      </span>
    </Anchor>
  );
}

export type HelpBubbleProps = {
  href: string;
  title?: string;
  /** Only the icon that reopens it. */
  collapsed?: boolean;
  onDismiss: () => void;
  onOpen: () => void;
  /** Stands in the flow instead of floating in the corner. */
  inline?: boolean;
};

/** Floats, never over a button of the page; shows only its icon below 1380 px; can be dismissed at every width. */
export function HelpBubble({
  href,
  title = barTexts.helpTitle,
  collapsed,
  onDismiss,
  onOpen,
  inline,
}: HelpBubbleProps) {
  const { box, then } = useFocusInside(collapsed);
  const bubble = collapsed ? (
    <div className="help-bubble help-bubble--icon" ref={box}>
      <IconButton icon={HelpIcon} label={barTexts.openHelp} onClick={then(onOpen)} />
    </div>
  ) : (
    <div className="help-bubble" ref={box}>
      <HelpIcon />
      <Anchor href={href} {...outside}>
        <span className="help-bubble__title">{title}</span>
      </Anchor>
      <IconButton icon={XIcon} small label={barTexts.dismissHelp} onClick={then(onDismiss)} />
    </div>
  );
  return inline ? bubble : <Floating>{bubble}</Floating>;
}

/** The button that was pressed is gone with the other form; the focus goes to the first control of the new one. */
function useFocusInside(form: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form changes
  useEffect(() => {
    if (pressed.current) box.current?.querySelector<HTMLElement>('a, button')?.focus();
    pressed.current = false;
  }, [form]);
  const then = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  return { box, then };
}

function Floating({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useClearOf(place, 'main .button, .action-bar--sticky');
  return (
    <aside className="help-place" aria-label={barTexts.helpPlace} ref={place}>
      {children}
    </aside>
  );
}
