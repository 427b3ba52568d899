/** Checks a file by its content, never by its name (spec 15.1, S23). */

/** Maximum size of one file in bytes, inclusive. */
export const FILE_LIMIT = 30 * 1024 * 1024;
/** Maximum number of files of one document (front, back, further pages). */
export const FILES_PER_DOCUMENT = 5;

/** Maximum number and size of all files of one application (S26). */
export const FILES_PER_APPLICATION = 100;
export const BYTES_PER_APPLICATION = 300 * 1024 * 1024;
/** Uploads of one application that may be unfinished at a time (spec 15.9). */
export const UPLOADS_PER_APPLICATION = 10;

/** Attempts after which the team has to step in: contract PDFs that could not be created, and files that could not be scanned. */
export const STUCK = { copies: 7, scans: 10 } as const;

export type FileFormat = 'pdf' | 'jpeg' | 'xlsx';

export const FORMATS: Record<
  FileFormat,
  { extensions: readonly string[]; mediaType: string; label: string }
> = {
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', label: 'PDF' },
  jpeg: { extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], mediaType: 'image/jpeg', label: 'JPEG' },
  xlsx: {
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    label: 'XLSX',
  },
};

/** Accepted formats: PDF and JPEG; XLSX only for the discipline analysis [seed]. */
export const acceptedFormats = (disciplineAnalysis: boolean): FileFormat[] =>
  disciplineAnalysis ? ['pdf', 'jpeg', 'xlsx'] : ['pdf', 'jpeg'];

export const FILE_TEXTS = {
  format: 'Formato não aceito. Envie PDF ou JPEG.',
  formatAnalysis: 'Formato não aceito. Envie PDF, JPEG ou XLSX.',
  tooBig: 'O arquivo excede 30MB.',
  /** @param most largest size in bytes that the scanner accepts */
  tooBigToScan: (most: number) =>
    `O arquivo passa de ${Math.floor(most / (1024 * 1024))}MB, o máximo que conseguimos verificar. Envie um menor ou em partes.`,
  tooBigForScanner: 'O arquivo é grande demais para a nossa verificação. Envie um menor ou em partes.',
  empty: 'O arquivo está vazio.',
  /** @param kind well-known picture format: HEIC, PNG */
  picture: (kind: string) =>
    `A imagem é ${kind}, que não abrimos. Abra no seu aparelho, salve como JPEG e envie de novo.`,
  heic: 'A foto é HEIC, que não abrimos. No iPhone, escolha Ajustes, Câmera, Formatos, Mais compatível e tire de novo. Ou salve como JPEG.',
  /** @param into accepted format to save an Office document as */
  office: (into: string) => `O arquivo é do Word, do Excel ou parecido. Salve como ${into} e envie de novo.`,
  macros:
    'A planilha tem macros, que não aceitamos. Salve como Pasta de Trabalho do Excel (.xlsx) e envie de novo.',
  twoInOne: 'O PDF tem outro arquivo escondido no fim. Abra, salve como PDF de novo e envie.',
  protected: 'O arquivo está protegido por senha. Envie sem senha.',
  damaged: 'Não foi possível abrir o arquivo. Envie outro.',
  tooManyPages: 'O PDF tem mais de 500 páginas. Envie em partes.',
  tooManyPixels: 'A foto é grande demais. Envie uma menor.',
  tooMuchInside: 'O arquivo é complexo demais. Envie um mais simples.',
  infected: 'Não aceitamos este arquivo: ele parece perigoso. Envie outro.',
  uploadFailed: 'Não foi possível enviar o arquivo. Tente de novo.',
  downloadFailed: 'Não foi possível baixar o arquivo.',
  removeFailed: 'Não foi possível remover o arquivo.',
  none: 'Nenhum documento é necessário.',
  allApproved: 'Todos os documentos foram aprovados.',
} as const;

const latin = new TextDecoder('latin1');
const startsWith = (bytes: Uint8Array, signature: readonly number[], from = 0) =>
  bytes.length >= from + signature.length && signature.every((byte, at) => bytes[from + at] === byte);
const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

/** Bytes at the beginning of a file that are enough to recognise its format. */
export const HEAD_BYTES = 65_536;

const BLANKS = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20];
const BOM = [0xef, 0xbb, 0xbf];
/** Blanks that readers skip before a PDF; anything else there would let one file pass as two formats. */
const MOST_BLANKS = 1024;

function isPdf(bytes: Uint8Array): boolean {
  let at = startsWith(bytes, BOM) ? BOM.length : 0;
  while (at < MOST_BLANKS && BLANKS.includes(bytes[at] ?? -1)) at += 1;
  return startsWith(bytes, codesOf('%PDF-'), at);
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/**
 * Recognises a workbook by the names of its first parts. The part under `xl/` may come late, for example after a thumbnail; only
 * the whole archive tells for certain (`inspection/sheet.ts`).
 */
const isSheet = (head: string) =>
  head.includes('xl/') ||
  (/_rels\/\.rels|\[Content_Types\]\.xml|docProps\//.test(head) && !/word\/|ppt\//.test(head));

/** Format of a file by its first bytes (`HEAD_BYTES`, or a smaller file whole). */
export function sniff(bytes: Uint8Array): FileFormat | 'other' {
  if (isPdf(bytes)) return 'pdf';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, ZIP) && isSheet(latin.decode(bytes.subarray(0, HEAD_BYTES)))) return 'xlsx';
  return 'other';
}

/** Kind of a picture other than JPEG, by its first bytes; undefined if unknown. */
export function pictureKind(
  bytes: Uint8Array,
): 'HEIC' | 'AVIF' | 'PNG' | 'WebP' | 'GIF' | 'BMP' | 'TIFF' | undefined {
  const head = latin.decode(bytes.subarray(0, 32));
  if (head.slice(4, 8) === 'ftyp') {
    if (/avif|avis/.test(head.slice(8))) return 'AVIF';
    return /heic|heix|hevc|heim|heis|hevm|mif1|msf1/.test(head.slice(8)) ? 'HEIC' : undefined;
  }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'PNG';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'WebP';
  if (head.startsWith('GIF8')) return 'GIF';
  if (head.startsWith('BM')) return 'BMP';
  return head.startsWith('II*\0') || head.startsWith('MM\0*') ? 'TIFF' : undefined;
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const isOffice = (bytes: Uint8Array): boolean => startsWith(bytes, OLE) || startsWith(bytes, ZIP);

/** Explains why a file of another format is refused and what to do, using its first bytes when they identify the format. */
export function formatText(accepted: readonly FileFormat[], head: Uint8Array = new Uint8Array()): string {
  const kind = pictureKind(head);
  if (kind === 'HEIC') return FILE_TEXTS.heic;
  if (kind) return FILE_TEXTS.picture(kind);
  if (isOffice(head)) return FILE_TEXTS.office(accepted.includes('xlsx') ? 'PDF ou XLSX' : 'PDF');
  return accepted.includes('xlsx') ? FILE_TEXTS.formatAnalysis : FILE_TEXTS.format;
}

/** Format by the extension of the file name. */
export function formatOfName(name: string): FileFormat | undefined {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const formats = Object.keys(FORMATS) as FileFormat[];
  return formats.find((format) => FORMATS[format].extensions.includes(extension));
}

/** Extensions of pictures that the browser converts to JPEG. */
const PICTURES = /\.(?:hei[cf]s?|avif|png|webp|gif|bmp|tiff?)$/i;
/** The name without its extension, if that names a known format. */
export const stemOf = (name: string): string =>
  PICTURES.test(name) || (name.includes('.') && formatOfName(name))
    ? name.slice(0, name.lastIndexOf('.'))
    : name;

/** The name with an extension that matches the content: `image:1000012345` → `image:1000012345.jpg`. */
export function namedAs(name: string, format: FileFormat): string {
  if (name.includes('.') && formatOfName(name) === format) return name;
  return `${stemOf(name)}.${FORMATS[format].extensions[0]}`;
}

export type FileProblem =
  | 'FILE_EMPTY'
  | 'FILE_TOO_BIG'
  | 'FORMAT_NOT_ACCEPTED'
  | 'FILE_PROTECTED'
  | 'FILE_DAMAGED'
  | 'FILE_TOO_COMPLEX';

export type FileVerdict =
  | { ok: true; format: FileFormat }
  | { ok: false; problem: FileProblem; text: string };

const refuse = (problem: FileProblem, text: string): FileVerdict => ({ ok: false, problem, text });

/** Checks the size only: in the browser before sending, on the server while receiving. */
export function sizeProblem(size: number): FileProblem | undefined {
  if (size === 0) return 'FILE_EMPTY';
  return size > FILE_LIMIT ? 'FILE_TOO_BIG' : undefined;
}

/**
 * Checks size and format of a whole file by its content, regardless of its name. Whether it can be opened is checked by the
 * readers of its format (`api/document/inspection`).
 */
export function checkFile(bytes: Uint8Array, accepted: readonly FileFormat[]): FileVerdict {
  const size = sizeProblem(bytes.length);
  if (size === 'FILE_EMPTY') return refuse(size, FILE_TEXTS.empty);
  if (size) return refuse(size, FILE_TEXTS.tooBig);
  const format = sniff(bytes);
  return format === 'other' || !accepted.includes(format)
    ? refuse('FORMAT_NOT_ACCEPTED', formatText(accepted, bytes.subarray(0, HEAD_BYTES)))
    : { ok: true, format };
}
