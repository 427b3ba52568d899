export type DocumentState = 'pending' | 'sent' | 'approved' | 'rejected' | 'waived';
export type ScanState = 'pending' | 'clean' | 'infected' | 'too-big';
export type DocumentEvent = 'file-added' | 'last-file-removed' | 'approve' | 'reject' | 'waive';

/** State after each event (spec 15.1); absent events are not allowed. */
const DOCUMENT_MOVES: Record<DocumentState, Partial<Record<DocumentEvent, DocumentState>>> = {
  pending: { 'file-added': 'sent', waive: 'waived' },
  sent: {
    'file-added': 'sent',
    'last-file-removed': 'pending',
    approve: 'approved',
    reject: 'rejected',
    waive: 'waived',
  },
  rejected: { 'file-added': 'sent', 'last-file-removed': 'pending', waive: 'waived' },
  approved: {},
  waived: {},
};

export const documentMove = (state: DocumentState, event: DocumentEvent): DocumentState | undefined =>
  DOCUMENT_MOVES[state][event];

/** State to which a decided document returns when it is reopened for review; undefined while it is undecided (spec 25.8). */
export const reopenedState = (state: DocumentState, hasFiles: boolean): DocumentState | undefined => {
  if (state === 'pending' || state === 'sent') return undefined;
  return hasFiles ? 'sent' : 'pending';
};

/** Files may be added and removed until the document is approved or waived. */
export const takesFiles = (state: DocumentState): boolean => state !== 'approved' && state !== 'waived';

/** Whether another document may make it unnecessary: only while nothing was sent or it was rejected (spec 15.9). */
export const canBeCovered = (state: DocumentState): boolean => state === 'pending' || state === 'rejected';

/** Codes of the documents that make this one unnecessary, and the label with which the candidate says so. */
export interface Cover {
  items: readonly string[];
  label: string;
}
interface Coverable {
  stage: string;
  coverable: Cover | null;
}

/** Whether a document of the same stage may make another one unnecessary; a waived one may not, because nobody looked at it. */
export const isCover = (
  { stage, coverable }: Coverable,
  other: { code: string; stage: string; state: DocumentState },
): boolean =>
  other.stage === stage && other.state !== 'waived' && (coverable?.items.includes(other.code) ?? false);

/** Labels of S-31; `waived` is shown as done. */
export const DOCUMENT_LABELS: Record<DocumentState, string> = {
  pending: 'Pendente',
  sent: 'Em análise',
  approved: 'Aprovado',
  rejected: 'Recusado',
  waived: 'Dispensado',
};

export const SCAN_LABEL = 'Em verificação';

/** Reasons of a rejection [seed] with their labels; `other` needs a note. */
export const REJECTIONS = {
  unreadable: 'Documento ilegível',
  'file-error': 'Arquivo com erro',
  'wrong-file': 'Arquivo incorreto',
  'missing-information': 'Informações incompletas',
  other: 'Outro',
} as const;
export type Rejection = keyof typeof REJECTIONS;

/** The text without trailing full stops, for use inside a sentence or before its full stop. */
function withoutStops(text: string): string {
  let end = text.length;
  while (text[end - 1] === '.') end -= 1;
  return text.slice(0, end);
}

/** Text of a rejection: the label, and the note of "Outro: {nota}". */
export const rejectionText = (reason: Rejection, note?: string | null): string =>
  reason === 'other' ? `${REJECTIONS.other}: ${note ?? ''}`.trim() : REJECTIONS[reason];

/** Same as `rejectionText`, without trailing full stops, for use inside a sentence. */
export const rejectionInSentence = (reason: Rejection, note?: string | null): string =>
  withoutStops(rejectionText(reason, note)).trimEnd();

/**
 * Why a document was decided as it was, as the team reads it: the label of the reason and the note; null when both are missing.
 */
export const refusalText = (reason: string | null, note: string | null): string | null =>
  [reason && ((REJECTIONS as Readonly<Record<string, string>>)[reason] ?? reason), note]
    .filter(Boolean)
    .join(': ') || null;

/** Whether the reason needs no note or has one. */
export const isRejectionComplete = (reason: Rejection, note?: string | null): boolean =>
  reason !== 'other' || Boolean(note?.trim());

export interface StageDocument {
  required: boolean;
  state: DocumentState;
}

const isDone = ({ state }: StageDocument) => state === 'approved' || state === 'waived';

/** A stage is complete when every required document is approved or waived; optional ones never block. */
export const isStageComplete = (documents: readonly StageDocument[]): boolean =>
  documents.every((document) => !document.required || isDone(document));

/** Counts for the header "{n} de {total} aprovados": required documents only. */
export function stageProgress(documents: readonly StageDocument[]): { done: number; total: number } {
  const required = documents.filter((document) => document.required);
  return { done: required.filter(isDone).length, total: required.length };
}

/** Whether a file was refused after upload because it is infected or too big for the scanner. Such a file does not count. */
export const isRefusedFile = (scan: ScanState): boolean => scan === 'infected' || scan === 'too-big';
