// Own implementation instead of a library, to keep the JavaScript of the sign-in page small.
function checkDigit(body: string): number {
  let sum = 0;
  for (let index = 0; index < body.length; index++) sum += Number(body[index]) * (body.length + 1 - index);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** True for eleven digits, not all equal, whose last two are the modulo-11 check digits. */
export function isCpf(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number) || /^(.)\1*$/.test(number)) return false;
  return (
    checkDigit(number.slice(0, 9)) === Number(number[9]) &&
    checkDigit(number.slice(0, 10)) === Number(number[10])
  );
}
