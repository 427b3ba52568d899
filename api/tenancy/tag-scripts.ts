import type { Config } from '../platform/config.ts';
import type { HostFacts } from './settings.ts';

/** Addresses of the media-tracking scripts; null if the institution has none. */
export type TagScripts = { manager: string | null; optimize: string | null };

const scriptOf = (address: string | undefined, id: string | null): string | null => {
  if (!address || !id) return null;
  const url = new URL(address);
  url.searchParams.set('id', id);
  return url.href;
};

/** Scripts that a host's pages may load after the person consents: those of its institution (spec 3.1). */
export const tagScripts = (tags: Config['tags'], { tags: ids }: HostFacts): TagScripts => ({
  manager: scriptOf(tags.managerUrl, ids.tagManagerId),
  optimize: scriptOf(tags.optimizeUrl, ids.optimizeId),
});

/** Origins of these scripts, for the content security policy. */
export const tagOrigins = ({ manager, optimize }: TagScripts): string[] => [
  ...new Set([manager, optimize].flatMap((address) => (address ? [new URL(address).origin] : []))),
];
