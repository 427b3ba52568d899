import type { ReactNode } from 'react';
import './styles/empty.css';
import { type EmblemMark, OrbitEmblem } from './orbit.tsx';

export type EmptyProps = { mark?: EmblemMark; title: ReactNode; text?: ReactNode; action?: ReactNode };

/** What is missing, why that is fine, one button. */
export function Empty({ mark = 'file', title, text, action }: EmptyProps) {
  return (
    <div className="empty">
      <OrbitEmblem mark={mark} />
      <p className="empty__title">{title}</p>
      {text && <p className="small muted">{text}</p>}
      {action}
    </div>
  );
}
