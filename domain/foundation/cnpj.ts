/** Value of a character in the check digit calculation: its ASCII code minus 48, so `0`–`9` are 0–9 and `A`–`Z` are 17–42. */
const weightOf = (sign: string): number => sign.charCodeAt(0) - 48;

/** Modulo-11 digit with weights 2…9 from the right; remainders 0 and 1 give 0. */
function checkDigit(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at++)
    sum += weightOf(body.charAt(body.length - 1 - at)) * (2 + (at % 8));
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

/**
 * True for a CNPJ as stored: twelve digits or capital letters and two check digits, without separators, not all equal (IN RFB
 * 2.229/2024; CNPJs with letters are issued since July 2026, all-digit ones stay valid).
 */
export function isCnpj(number: string): boolean {
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(number) || /^(.)\1*$/.test(number)) return false;
  const first = checkDigit(number.slice(0, 12));
  return number.endsWith(first + checkDigit(number.slice(0, 12) + first));
}

/** CNPJ formatted for reading: `12.ABC.345/01DE-35`; values of another length are returned unchanged. */
export const formatCnpj = (cnpj: string): string =>
  cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/u, '$1.$2.$3/$4-$5');
