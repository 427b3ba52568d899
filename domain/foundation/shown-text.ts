/**
 * Characters that a reader cannot see or that change the order of displayed text: control and format characters, fillers, lone
 * surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Typed text for review by another person: each character that is invisible or would change the order of the others is replaced
 * by its code point (`‹U+202E›`), and each line break by a symbol.
 */
export const shownText = (text: string): string =>
  text.replace(UNSEEN, (character) => (character === '\n' ? '↵ ' : `‹${codeOf(character)}›`));

const LATIN = /\p{Script=Latin}/u;
const FOREIGN = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/gu;
/** Stylised letters and digits (full-width, mathematical, circled), which look like those of a keyboard. */
const DRESSED =
  /[\u2100-\u214F\u2460-\u24FF\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u{1F100}-\u{1F1FF}]/gu;
/** One mark on a letter is an accent; more of them can cover adjacent characters. */
const PILED = /\p{M}{2,}/u;

const listed = (found: readonly string[]): string =>
  [...new Set(found)]
    .slice(0, 5)
    .map((one) => `"${one}" (${codeOf(one)})`)
    .join(', ');

/** Warnings, in plain words, about characters that a reader could mistake for others; empty for ordinary text. */
export function doubtsOf(text: string): string[] {
  // Line breaks are shown as a symbol, and contracts and paragraphs may contain them.
  const unseen = text.replaceAll('\n', '').match(UNSEEN)?.length ?? 0;
  const foreign = text.match(FOREIGN) ?? [];
  const dressed = text.match(DRESSED) ?? [];
  return [
    ...(unseen > 0
      ? [unseen === 1 ? 'Há 1 caractere invisível.' : `Há ${unseen} caracteres invisíveis.`]
      : []),
    ...(foreign.length > 0
      ? [
          LATIN.test(text)
            ? `Há letras de outro alfabeto que se parecem com as nossas: ${listed(foreign)}.`
            : `Está em outro alfabeto: ${listed(foreign)}.`,
        ]
      : []),
    ...(dressed.length > 0 ? [`Há caracteres que imitam letras: ${listed(dressed)}.`] : []),
    ...(PILED.test(text.normalize('NFC')) ? ['Há acentos empilhados.'] : []),
    ...(text !== text.trim() || / {2}/.test(text) ? ['Há espaços a mais.'] : []),
  ];
}
