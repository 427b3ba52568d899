import { isThemeImagePath, THEME_IMAGE_LIMIT, themeImageType } from '@orbita/domain/tenancy';
import type { FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import type { FoundHost, Host, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';

const PLACEHOLDERS = {
  favicon: 'orbita-mark.svg',
  logoSmall: 'orbita-mark.svg',
  logoLarge: 'orbita-name.svg',
} as const;

const MARK =
  '<circle cx="16" cy="16" r="6" fill="C"/><ellipse cx="16" cy="16" rx="14" ry="6.5" fill="none" stroke="C" stroke-width="2.4" transform="rotate(-28 16 16)"/>';
const svg = (width: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 32">${inner}</svg>`;

/** Placeholder logos of the product in the host's colour, for hosts without images (spec 3.3). */
const placeholder = (file: string, host: Host): string | undefined => {
  if (file === PLACEHOLDERS.logoSmall) return svg(32, MARK).replaceAll('"C"', `"${host.theme.primary}"`);
  if (file !== PLACEHOLDERS.logoLarge) return undefined;
  const name =
    '<text x="40" y="22" font-family="system-ui,sans-serif" font-size="18" font-weight="600" fill="C">Órbita</text>';
  return svg(112, MARK + name).replaceAll('"C"', `"${host.theme.primary}"`);
};

/** Address of a brand image: the one the theme names, otherwise the placeholder. */
export function brandAddress(
  tenant: Tenant,
  path: string | undefined,
  kind: keyof typeof PLACEHOLDERS,
): string {
  const base = `/assets/${tenant.alias}/`;
  if (!path) return base + PLACEHOLDERS[kind];
  return path.startsWith(`${tenant.alias}/`) ? `/assets/${path}` : base + path;
}

type Asset = { content_type: string; content: Uint8Array; sha256: string };

/** Brand images come from tenants: the type follows the file name and is never sniffed, and an SVG cannot execute anything. */
function send(reply: FastifyReply, type: string, content: Buffer | string, tag: string): FastifyReply {
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
    .header('etag', `"${tag}"`);
  if (reply.request.headers['if-none-match'] === `"${tag}"`) return reply.code(304).send();
  return reply.type(type).send(content);
}

/** `GET /assets/{alias}/{file}`: an image of the host's own tenant; any other alias or file gives 404. */
export async function sendBrandAsset(
  platform: Platform,
  { tenant, host }: FoundHost,
  alias: string,
  file: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const type = themeImageType(file);
  if (alias !== tenant.alias || !isThemeImagePath(file) || !type) fail('NOT_FOUND');
  const asset = await platform.db.tenant(tenant.id).one<Asset>(sql`
    select content_type, content, sha256 from brand_asset
    where tenant_id = ${tenant.id} and path in (${`${alias}/${file}`}, ${file}) order by path limit 1`);
  if (!asset) {
    const own = placeholder(file, host);
    if (!own) fail('NOT_FOUND');
    return send(reply, type, own, `${file}-${host.theme.primary}`);
  }
  if (asset.content_type !== type || asset.content.byteLength > THEME_IMAGE_LIMIT) fail('NOT_FOUND');
  return send(reply, type, Buffer.from(asset.content), asset.sha256);
}
