/** Downloads a file that was made in the page. */
export function keepFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
