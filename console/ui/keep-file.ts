/** Lets the browser save a content under a name. */
export function keepFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // A large content is still read after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
