import type { ReactNode } from 'react';
import './styles/disclosure.css';
import { classes } from './classes.ts';
import { ChevronDownIcon } from './icons/chevron-down.tsx';

export type DisclosureProps = { summary: ReactNode; open?: boolean; className?: string; children: ReactNode };

/** For support texts, vouchers, QR codes on phones. Never hides what is needed to decide. */
export function Disclosure({ summary, open, className, children }: DisclosureProps) {
  return (
    <details className={classes('disclosure', className)} open={open}>
      <summary>
        <span>{summary}</span>
        <ChevronDownIcon />
      </summary>
      <div className="disclosure__body">{children}</div>
    </details>
  );
}
