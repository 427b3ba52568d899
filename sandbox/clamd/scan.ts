// In two pieces, so that no scanner mistakes this source for an infected file.
const TEST_SIGNATURE = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Name under which clamd reports the standard test file. */
const TEST_SIGNATURE_NAME = 'Eicar-Test-Signature';

/** Searches a stream for the standard test signature, even across two chunks. */
export function createScan() {
  let tail: Buffer = Buffer.alloc(0);
  let found = false;
  return {
    feed: (chunk: Buffer): void => {
      const seen = Buffer.concat([tail, chunk]);
      found ||= seen.includes(TEST_SIGNATURE);
      tail = seen.subarray(-(TEST_SIGNATURE.length - 1));
    },
    verdict: (): string => (found ? `stream: ${TEST_SIGNATURE_NAME} FOUND` : 'stream: OK'),
  };
}
