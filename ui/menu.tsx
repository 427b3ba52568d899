import type { ReactNode } from 'react';
import './styles/icon-button.css';
import './styles/menu.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import { Anchor } from './link.tsx';
import { useDetailsPopup } from './use-details.ts';

export type MenuItem = { label: string; icon: IconComponent } & ({ href: string } | { onClick: () => void });

export type MenuProps = {
  items: readonly MenuItem[];
  /** What the button shows; its text must name the menu. */
  children: ReactNode;
  className?: string;
};

/** A short list of links and actions under a button. */
export function Menu({ items, children, className }: MenuProps) {
  const details = useDetailsPopup();
  const close = () => {
    if (details.current) details.current.open = false;
  };
  return (
    <details className="menu" ref={details}>
      <summary className={classes('icon-button', className)}>{children}</summary>
      <ul className="menu__list">
        {items.map((item) => (
          <li key={item.label}>
            <Entry item={item} close={close} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const Icon = item.icon;
  if ('href' in item) {
    return (
      <Anchor className="menu__item" href={item.href} onClick={close}>
        <Icon />
        {item.label}
      </Anchor>
    );
  }
  const act = () => {
    close();
    item.onClick();
  };
  return (
    <button className="menu__item" type="button" onClick={act}>
      <Icon />
      {item.label}
    </button>
  );
}
