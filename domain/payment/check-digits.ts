/** Sum of the digits of `text`, from the right, times the weights, which repeat. */
export function weightedSum(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++)
    sum += Number(text[text.length - 1 - at]) * (weights[at % weights.length] ?? 0);
  return sum;
}

/** Modulo-10 check digit: weights 2, 1, 2, 1… from the right, adding the digits of each product (FEBRABAN). */
export function modulo10(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const product = Number(text[text.length - 1 - at]) * (at % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

const TWO_TO_NINE = [2, 3, 4, 5, 6, 7, 8, 9];

/** Remainder of the modulo-11 sum with weights 2…9 from the right; banks derive their digits from it in different ways. */
export const modulo11Rest = (text: string): number => weightedSum(text, TWO_TO_NINE) % 11;
