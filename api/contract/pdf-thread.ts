import type { EvidencePage } from './evidence.ts';
import { contractPdf } from './pdf.ts';

export type Given = { html: string; title: string; evidence: EvidencePage };

/** Worker entry that runs `contractPdf` for `pdf-in-thread.ts`. */
export default ({ html, title, evidence }: Given): Promise<Uint8Array> => contractPdf(html, title, evidence);
