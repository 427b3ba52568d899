/** Writes one cookie of the page; `text` as the Set-Cookie header would say it. */
export function writeCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on iOS 15
  document.cookie = text;
}
