/** The part of fontkit that is used; it brings no types. */
declare module 'fontkit' {
  /** A font from the content of its file. */
  export function create(content: Uint8Array): unknown;
}
