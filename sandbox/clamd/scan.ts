// In two pieces, so that no scanner mistakes this source for an infected file.
const TEST_SIGNATURE = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Name under which clamd reports the standard test file. */
const TEST_SIGNATURE_NAME = 'Eicar-Test-Signature';

const BEFORE = TEST_SIGNATURE.length - 1;

/** Searches a stream for the standard test signature, even across two pieces. */
export function createScan() {
  let tail: Buffer = Buffer.alloc(0);
  let found = false;
  return {
    feed: (piece: Buffer): void => {
      const seam = Buffer.concat([tail, piece.subarray(0, BEFORE)]);
      found ||= seam.includes(TEST_SIGNATURE) || piece.includes(TEST_SIGNATURE);
      tail = Buffer.from(piece.length < BEFORE ? seam.subarray(-BEFORE) : piece.subarray(-BEFORE));
    },
    verdict: (): string => (found ? `stream: ${TEST_SIGNATURE_NAME} FOUND` : 'stream: OK'),
  };
}
