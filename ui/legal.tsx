import type { ReactNode } from 'react';
import './styles/legal.css';

/** Contract and privacy texts: larger line height, and space between clauses. */
export function Legal({ children }: { children: ReactNode }) {
  return <div className="legal">{children}</div>;
}
