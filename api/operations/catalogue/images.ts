import { isThemeImagePath, themeImageType } from '@orbita/domain/tenancy';
import { isSvg, svgProblem } from './svg.ts';

const KIB = 1024;
const MOST = { favicon: 64 * KIB, logo: 256 * KIB };

/** Bytes that must contain the first element of a drawing, including comments before it. */
const HEAD = 16 * KIB;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ICO = Buffer.from([0x00, 0x00, 0x01, 0x00]);
const starts = (content: Buffer, signature: Buffer) =>
  content.subarray(0, signature.length).equals(signature);

/** Media type of an image by its content, or undefined when it is none we serve. */
export function imageType(content: Buffer): string | undefined {
  if (starts(content, PNG)) return 'image/png';
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'image/jpeg';
  if (starts(content, ICO)) return 'image/x-icon';
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  if (isSvg(content.toString('utf8', 0, HEAD))) return 'image/svg+xml';
  return undefined;
}

/** Error of a theme image (spec 17.4: name, type by content, size), or undefined. */
export function imageProblem(path: string, content: Buffer, kind: 'favicon' | 'logo'): string | undefined {
  if (!isThemeImagePath(path)) return 'must be a relative path to an svg, png, jpg, webp or ico file';
  // Checked before the content, whose parsing takes time in proportion to the size.
  if (content.length > MOST[kind]) return `must not be larger than ${MOST[kind] / KIB} KiB`;
  const type = imageType(content);
  if (!type) return 'must be an SVG, PNG, JPEG, WebP or ICO image';
  if (type !== themeImageType(path)) return `is ${type}, which its name does not say`;
  return type === 'image/svg+xml' ? svgProblem(content.toString('utf8')) : undefined;
}
