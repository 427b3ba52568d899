import type { ReactNode } from 'react';
import './styles/live-line.css';
import { Spinner } from './spinner.tsx';

/** "Aguardando pagamento…": spinner and words in a polite live region. `done` removes the spinner. */
export function LiveLine({ children, done }: { children: ReactNode; done?: boolean }) {
  return (
    <p className="live-line" role="status">
      {!done && <Spinner />}
      <span>{children}</span>
    </p>
  );
}
