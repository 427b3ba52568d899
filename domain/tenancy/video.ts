/** Introduction videos (spec 3.1): only known players, in their cookie-free form. */

/** Origins of videos; the content security policy allows no others (security S10, T10). */
export const VIDEO_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;
type VideoOrigin = (typeof VIDEO_ORIGINS)[number];

/** Address of the video's frame, and its origin for the content security policy. */
export interface Video {
  origin: VideoOrigin;
  /** Starts playing immediately, because the frame is created only on request. */
  player: string;
}

const YOUTUBE = /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/;
const VIMEO = /^(?:www\.|player\.)?vimeo\.com$/;

const youtubeId = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : YOUTUBE.test(hostname)
        ? (/^\/(?:embed|shorts|live)\/([^/]+)\/?$/.exec(pathname)?.[1] ??
          (pathname === '/watch' ? searchParams.get('v') : undefined))
        : undefined;
  return id && /^[\w-]{11}$/.test(id) ? id : undefined;
};

const vimeoId = ({ hostname, pathname }: URL): string | undefined =>
  VIMEO.test(hostname) ? /^\/(?:video\/)?(\d{5,12})\/?$/.exec(pathname)?.[1] : undefined;

/** The player for an address copied from YouTube or Vimeo; undefined for any other address. */
export function videoOf(address: string | null | undefined): Video | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  const youtube = youtubeId(url);
  if (youtube) {
    const [origin] = VIDEO_ORIGINS;
    return { origin, player: `${origin}/embed/${youtube}?autoplay=1&rel=0&hl=pt-BR&cc_load_policy=1` };
  }
  const vimeo = vimeoId(url);
  if (!vimeo) return undefined;
  const [, origin] = VIDEO_ORIGINS;
  return { origin, player: `${origin}/video/${vimeo}?autoplay=1&dnt=1&texttrack=pt` };
}
