import type { DocumentType } from '@orbita/domain/foundation';

/** Who somebody claims to be, before anything proves it. */
export type Identified = { documentType: DocumentType; document: string };
