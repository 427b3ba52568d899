import type { ReactNode } from 'react';
import './styles/score.css';

/** "Nota da redação / 760 / de 1.000". */
export function Score({ label, value, outOf }: { label: ReactNode; value: ReactNode; outOf?: ReactNode }) {
  return (
    <div className="score">
      <span>{label}</span>
      <b translate="no">{value}</b>
      {outOf && <span>{outOf}</span>}
    </div>
  );
}
