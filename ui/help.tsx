import { type ReactNode, useEffect, useRef } from 'react';
import './styles/help.css';
import './styles/icon-button.css';
import { barTexts } from './bar-texts.ts';
import { classes } from './classes.ts';
import { IconButton } from './icon-button.tsx';
import { HelpIcon } from './icons/help.tsx';
import { XIcon } from './icons/x.tsx';
import { Anchor } from './link.tsx';
import { useDetailsPopup } from './use-details.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const outside = { target: '_blank', rel: 'noopener' } as const;

/** Whom to ask, and the text that offers it. */
export type Help = { href: string; title?: string; text?: ReactNode };

/** Help at the end of the page. */
export function HelpCard({ href, title = barTexts.helpTitle, text }: Help) {
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

/** Help in a bar, in the same place on every page: an icon that opens the panel. */
export function HelpMenu({ help, onDismiss }: { help: Help; onDismiss?: (() => void) | undefined }) {
  const details = useDetailsPopup();
  const dismiss = () => {
    if (details.current) details.current.open = false;
    details.current?.querySelector('summary')?.focus();
    onDismiss?.();
  };
  return (
    <details className="help-menu" ref={details}>
      <summary className="icon-button">
        <HelpIcon />
        <VisuallyHidden>{barTexts.help}</VisuallyHidden>
      </summary>
      <div className="help-menu__panel">
        <Panel help={help} onDismiss={dismiss} />
      </div>
    </details>
  );
}

type PanelProps = { help: Help; onDismiss: () => void };

/** The contact and the button that dismisses it. */
function Panel({ help, onDismiss }: PanelProps) {
  return (
    <>
      <HelpCard {...help} />
      <IconButton icon={XIcon} small label={barTexts.dismissHelp} onClick={onDismiss} />
    </>
  );
}

export type HelpBubbleProps = PanelProps & {
  /** Only the icon that reopens it. */
  collapsed?: boolean;
  onOpen: () => void;
};

/** The same panel, open in the side column, where it covers nothing; compact below 1380 px; dismissible. */
export function HelpBubble({ help, collapsed, onDismiss, onOpen }: HelpBubbleProps) {
  const { box, then } = useFocusInside(collapsed);
  return (
    <section
      className={classes('help-bubble', collapsed && 'help-bubble--icon')}
      aria-label={barTexts.helpPlace}
      ref={box}
    >
      {collapsed ? (
        <IconButton icon={HelpIcon} label={barTexts.openHelp} onClick={then(onOpen)} />
      ) : (
        <Panel help={help} onDismiss={then(onDismiss)} />
      )}
    </section>
  );
}

/** The pressed button disappears with the old form of the panel; the focus moves to the first control of the new one. */
function useFocusInside(form: unknown) {
  const box = useRef<HTMLElement>(null);
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
