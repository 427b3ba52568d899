/** Cuts at `limit` characters and adds '...' (spec 4.3: course names at 60). */
export function shorten(text: string, limit = 60): string {
  return text.length > limit ? `${text.slice(0, limit)}...` : text;
}
