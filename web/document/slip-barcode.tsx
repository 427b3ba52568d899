import { itfPattern } from '@orbita/domain/payment';
import './slip-barcode.css';

/** Width of wide bars and spaces, in narrow ones (FEBRABAN: 2.5 to 3). */
const WIDE = 2.5;

/** Path of the bars, one unit high, and their total width. */
function barsOf(digits: string): { path: string; width: number } {
  let width = 0;
  let path = '';
  itfPattern(digits).forEach((wide, index) => {
    const own = wide ? WIDE : 1;
    if (index % 2 === 0) path += `M${width} 0h${own}v1h-${own}z`;
    width += own;
  });
  return { path, width };
}

/** Barcode of a slip at the size that readers expect: 103 by 13 mm (FEBRABAN). Always black on white. */
export function SlipBarcode({ digits, label }: { digits: string; label: string }) {
  const { path, width } = barsOf(digits);
  return (
    <svg
      className="slip-barcode"
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path fill="#000" d={path} />
    </svg>
  );
}
