/** Bytes converted at once: a call accepts only so many arguments. */
const PIECE = 0x8000;

/** Bytes of a file as base64, preserving Latin 1 and NUL. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}
