import { namesContact } from './named-contact.ts';

/**
 * What a change of a field affects. `trust`: who signs in, what pages load, where people are sent, what they sign, what is said in
 * the institution's name. `money`: what is owed, to whom and until when.
 */
export type Touch = 'trust' | 'money';
/** A field whose changes wait for a second person. */
export type Told = {
  touches: Touch;
  /** Label shown to the second person. */
  label: string;
  /** The part of a value that counts, one line each, sorted; without it, the whole value counts. */
  part?: (value: unknown) => string[];
  /** Codes as people read them. */
  words?: Readonly<Record<string, string>>;
  /** Code of a contract, shown with its title. */
  contract?: true;
  /** A long text, of which only the lines that change are shown. */
  long?: true;
  /** A last day: it counts only if it was over and is not any more. */
  reopens?: true;
  /** Only new texts that name a contact or a way to pay wait. */
  spoken?: true;
};
/** What a change of a field affects; null if it is written at once. */
export type Touched = Told | null;
export type Table = { readonly [field: string]: Touched | Table };

type More = Pick<Told, 'part' | 'words' | 'contract' | 'long' | 'reopens'>;
export const trust = (label: string, more: More = {}): Told => ({ touches: 'trust', label, ...more });
export const money = (label: string, more: More = {}): Told => ({ touches: 'money', label, ...more });
/** A text that candidates read and that changes in daily work. */
export const spoken = (label: string): Told => ({ touches: 'trust', label, spoken: true });
/** Affects neither trust nor money (spec 25.4.4). */
export const free = null;

export const isTable = (one: Touched | Table): one is Table =>
  one !== null && typeof one.touches !== 'string';

/** All texts within a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Whether a value has a text naming a contact or a way to pay that the previous value did not have. */
export function speaksAnew(before: unknown, after: unknown): boolean {
  const known = new Set(textsIn(before));
  return textsIn(after).some((text) => !known.has(text) && namesContact(text));
}
