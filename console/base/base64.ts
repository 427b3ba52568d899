/** Bytes turned into text at once: a call takes so many arguments and no more. */
const PIECE = 0x8000;

/** Bytes of a file as base64, which keeps Latin 1 and NUL as they are. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}
