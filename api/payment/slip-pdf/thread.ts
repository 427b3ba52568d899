import type { SlipDocument } from './slip-document.ts';
import { slipPdf } from './slip-pdf.ts';

/** Worker entry that runs `slipPdf` for `in-thread.ts`. */
export default (slip: SlipDocument): Promise<Uint8Array> => slipPdf(slip);
