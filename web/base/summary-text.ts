/** "Informe…" → "informe…", but "CPF…" stays. */
const lowerFirst = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

/** Line of the error summary: names the field, or its question, unless the message already begins with its name. */
export function summaryText(label: string | undefined, message: string): string {
  if (!label || message.toLowerCase().startsWith(label.toLowerCase())) return message;
  return `${label.replace(/\?$/, '')}: ${lowerFirst(message)}`;
}
