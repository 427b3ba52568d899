declare const marked: unique symbol;

/**
 * The name of a person inside a text. Only `WithName`, which keeps translations away from it, and `inAttribute` make one, so that a
 * text that takes it cannot be shown by a bare string.
 */
export type PersonName = string & { readonly [marked]: true };

/** A name in what is no text of the page: a label for screen readers, an announcement, a title of the tab. */
export const inAttribute = (name: string): PersonName => name as PersonName;
