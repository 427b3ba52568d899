import type { ReactNode } from 'react';
import './styles/qr-panel.css';

export type QrPanelProps = {
  label: string;
  children?: ReactNode;
} & (
  | {
      /** Path data of the dark modules, one unit per module, quiet zone left out. */ path: string;
      size: number;
    }
  | { /** Address or data URL of an image that includes its quiet zone. */ src: string }
);

/** Always black on white, whatever the colour scheme: readers need it. */
export function QrPanel({ label, children, ...code }: QrPanelProps) {
  return (
    <div className="qr-panel">
      {'src' in code ? (
        <img className="qr-panel__code" src={code.src} alt={label} />
      ) : (
        <svg
          className="qr-panel__code"
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
        >
          <path fill="#000" d={code.path} />
        </svg>
      )}
      {children}
    </div>
  );
}

/** Code first on phones, QR first from 768 px on. */
export function PixLayout({ code, qr }: { code: ReactNode; qr: ReactNode }) {
  return (
    <div className="pix">
      {code}
      <div className="pix__qr">{qr}</div>
    </div>
  );
}
