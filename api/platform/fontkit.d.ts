/** The part of fontkit that is used; the package ships no types. */
declare module 'fontkit' {
  /** Parses a font file. */
  export function create(content: Uint8Array): unknown;
}
