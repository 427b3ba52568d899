import { isThemeImagePath, themeImageType } from '@orbita/domain/tenancy';
import { isSvg, svgProblem } from './svg.ts';

const KIB = 1024;
const MOST = { favicon: 64 * KIB, logo: 256 * KIB };

/** Bytes that must contain the first element of a drawing, including any comments before it. */
const HEAD = 16 * KIB;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ICO = Buffer.from([0x00, 0x00, 0x01, 0x00]);
const starts = (content: Buffer, signature: Buffer) =>
  content.subarray(0, signature.length).equals(signature);

/** Media type of an image by its content; undefined if it isn't one we serve. */
export function imageType(content: Buffer): string | undefined {
  if (starts(content, PNG)) return 'image/png';
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'image/jpeg';
  if (starts(content, ICO)) return 'image/x-icon';
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  if (isSvg(content.toString('utf8', 0, HEAD))) return 'image/svg+xml';
  return undefined;
}

/** Most pixels of a picture: a browser needs four bytes for each, however small the file is. */
const MOST_PIXELS = 16_000_000;

/** Width × height of a JPEG from its frame header, 0 if it has none. */
function pixelsOfJpeg(content: Buffer): number {
  for (let at = 2; at + 9 < content.length && content[at] === 0xff; ) {
    const marker = content[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return content.readUInt16BE(at + 5) * content.readUInt16BE(at + 7);
    at += 2 + content.readUInt16BE(at + 2);
  }
  return 0;
}

/** Width × height of a WebP from its first chunk. */
function pixelsOfWebp(content: Buffer): number {
  const part = content.toString('latin1', 12, 16);
  if (part === 'VP8X') return (content.readUIntLE(24, 3) + 1) * (content.readUIntLE(27, 3) + 1);
  if (part === 'VP8 ') return (content.readUInt16LE(26) & 0x3fff) * (content.readUInt16LE(28) & 0x3fff);
  const bits = content.readUInt32LE(21);
  return ((bits & 0x3fff) + 1) * (((bits >> 14) & 0x3fff) + 1);
}

/** Width × height that a picture declares; 0 if its type has none or the file is truncated. */
function pixelsOf(content: Buffer, type: string): number {
  if (content.length < 30) return 0;
  if (type === 'image/png') return content.readUInt32BE(16) * content.readUInt32BE(20);
  if (type === 'image/jpeg') return pixelsOfJpeg(content);
  return type === 'image/webp' ? pixelsOfWebp(content) : 0;
}

/** Problem with a theme image (spec 17.4: name, type by content, size), or undefined. */
export function imageProblem(path: string, content: Buffer, kind: 'favicon' | 'logo'): string | undefined {
  if (!isThemeImagePath(path)) return 'must be a relative path to an svg, png, jpg, webp or ico file';
  // Checked before the content, which takes time proportional to its size to parse.
  if (content.length > MOST[kind]) return `must not be larger than ${MOST[kind] / KIB} KiB`;
  const type = imageType(content);
  if (!type) return 'must be an SVG, PNG, JPEG, WebP or ICO image';
  if (type !== themeImageType(path)) return `is ${type}, which its name does not say`;
  if (pixelsOf(content, type) > MOST_PIXELS)
    return `tem mais de ${MOST_PIXELS / 1e6} milhões de pontos; diminua a imagem`;
  return type === 'image/svg+xml' ? svgProblem(content.toString('utf8')) : undefined;
}
