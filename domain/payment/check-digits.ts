/** Sum of the digits of `text` times weights that go on from the right, as `weights` repeats them. */
export function weightedSum(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++)
    sum += Number(text[text.length - 1 - at]) * (weights[at % weights.length] ?? 0);
  return sum;
}

/** Modulo-10 digit: weights 2, 1, 2, 1… from the right, the digits of each product are added (FEBRABAN). */
export function modulo10(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const product = Number(text[text.length - 1 - at]) * (at % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

const TWO_TO_NINE = [2, 3, 4, 5, 6, 7, 8, 9];

/** Rest of the modulo-11 sum with weights 2…9 from the right; banks differ in what they make of it. */
export const modulo11Rest = (text: string): number => weightedSum(text, TWO_TO_NINE) % 11;
