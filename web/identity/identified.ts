import type { DocumentType } from '@orbita/domain/foundation';

/** Whom somebody says she is, before anything proves it. */
export type Identified = { documentType: DocumentType; document: string };
