import { itfBars } from '@orbita/domain/payment';
import './slip-barcode.css';

/** Barcode of a slip in the size that readers expect: 103 by 13 mm (FEBRABAN). Always black on white. */
export function SlipBarcode({ digits, label }: { digits: string; label: string }) {
  const { bars, width } = itfBars(digits);
  return (
    <svg
      className="slip-barcode"
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#000" d={bars.map((bar) => `M${bar.x} 0h${bar.width}v1h-${bar.width}z`).join('')} />
    </svg>
  );
}
