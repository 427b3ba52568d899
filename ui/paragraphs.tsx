/** Lines of a plain text written by an institution, without the empty ones. */
export const paragraphsOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A plain text as paragraphs; markup in it is shown as text. */
export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
    <p key={index}>{text}</p>
  ));
}
