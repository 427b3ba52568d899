const LINE_FEED = 0x0a;
const strict = new TextDecoder('utf-8', { fatal: true });

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Number of the first line, from 1, that isn't valid UTF-8; undefined if all are. */
export function foreignLine(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let from = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(LINE_FEED, from);
    const until = end < 0 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(from, until))) return line;
    if (end < 0) return undefined;
    from = end + 1;
  }
}
