/** Wide (1) and narrow (0) elements of each digit in Interleaved 2 of 5 (ISO/IEC 16390). */
const DIGITS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
const START = '0000';
const STOP = '100';

/**
 * The bars and spaces of an Interleaved 2 of 5 barcode, as used on slips: true = wide. Bars and spaces alternate, starting and
 * ending with a bar; of each pair of digits, the first is encoded in the bars and the second in the spaces between them.
 * @throws RangeError for characters other than digits, or an odd number of digits.
 */
export function itfPattern(digits: string): boolean[] {
  if (!/^(?:[0-9]{2})+$/.test(digits)) throw new RangeError('Interleaved 2 of 5 holds pairs of digits');
  let pattern = START;
  for (let at = 0; at < digits.length; at += 2) {
    const [bars = '', spaces = ''] = [DIGITS[Number(digits[at])], DIGITS[Number(digits[at + 1])]];
    for (let part = 0; part < bars.length; part++) pattern += `${bars[part]}${spaces[part]}`;
  }
  return [...(pattern + STOP)].map((part) => part === '1');
}
