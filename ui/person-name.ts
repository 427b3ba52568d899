declare const marked: unique symbol;

/**
 * The name of a person inside a text. Only `WithName`, which protects it from translation, and `inAttribute` create one, so
 * that a text that takes one cannot be rendered as a bare string.
 */
export type PersonName = string & { readonly [marked]: true };

/** A name inside text that is not page content: a label for screen readers, an announcement, a tab title. */
export const inAttribute = (name: string): PersonName => name as PersonName;
