import type { ReactNode } from 'react';
import './styles/numbered.css';

/** Short ordered steps with their number in a tinted disc. */
export function Numbered({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol className="numbered">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is the meaning
        <li key={index}>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
