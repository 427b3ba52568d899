import type { ReactNode } from 'react';
import './styles/action-list.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import { ChevronRightIcon } from './icons/chevron-right.tsx';
import { Anchor } from './link.tsx';

export type ActionItem = {
  key?: string;
  icon: IconComponent;
  /** Address of an image shown in place of the icon. */
  image?: string;
  title: ReactNode;
  note?: ReactNode;
  /** Address or action; a row without either is text only. */
  href?: string;
  onClick?: () => void;
};

/** Big rows that lead somewhere, best option first. `done` makes it the quiet list of settled items. */
export function ActionList({ items, done }: { items: readonly ActionItem[]; done?: boolean }) {
  return (
    <ul className={classes('action-list', done && 'action-list--done')}>
      {items.map(({ key, ...row }, index) => (
        <li key={key ?? index}>
          <Row {...row} />
        </li>
      ))}
    </ul>
  );
}

function Row({ icon: Icon, image, title, note, href, onClick }: Omit<ActionItem, 'key'>) {
  const body = (
    <>
      {image ? <img className="action-list__image" src={image} alt="" /> : <Icon />}
      <span>
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
    </>
  );
  if (href !== undefined) {
    return (
      <Anchor className="action-list__item" href={href} onClick={onClick}>
        {body}
        <ChevronRightIcon />
      </Anchor>
    );
  }
  if (onClick) {
    return (
      <button className="action-list__item" type="button" onClick={onClick}>
        {body}
        <ChevronRightIcon />
      </button>
    );
  }
  return <div className="action-list__item">{body}</div>;
}
