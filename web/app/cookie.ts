/** Writes one cookie; `text` has the syntax of a Set-Cookie header. */
export function writeCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on iOS 15
  document.cookie = text;
}
