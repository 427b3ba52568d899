/** Wide elements of each digit, in order (Interleaved 2 of 5, ISO/IEC 16390). */
const DIGITS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
const START = '0000';
const STOP = '100';
/** FEBRABAN asks for wide elements of 2.5 to 3 times the narrow ones. */
const WIDE = 3;

export interface ItfBar {
  /** Left edge and width, in widths of a narrow bar. */
  x: number;
  width: number;
}

/**
 * The bars of a barcode and its whole width, in widths of a narrow bar: of each pair of digits the first is drawn in
 * bars, the second in the spaces between them. @throws RangeError unless there are pairs of digits only.
 */
export function itfBars(digits: string): { bars: ItfBar[]; width: number } {
  if (!/^(?:[0-9]{2})+$/.test(digits)) throw new RangeError('Interleaved 2 of 5 draws pairs of digits');
  const pairs = Array.from({ length: digits.length / 2 }, (_, at) => {
    const [bar = '', space = ''] = [DIGITS[Number(digits[at * 2])], DIGITS[Number(digits[at * 2 + 1])]];
    return [...bar].map((element, n) => element + space[n]).join('');
  });
  const bars: ItfBar[] = [];
  let x = 0;
  [...START, ...pairs.join(''), ...STOP].forEach((element, at) => {
    const width = element === '1' ? WIDE : 1;
    if (at % 2 === 0) bars.push({ x, width });
    x += width;
  });
  return { bars, width: x };
}
