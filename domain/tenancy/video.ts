/** Introduction videos (spec 3.1): only players we know, in the form that sets no cookies. */

/** Origins a page may ever show a video of; the page's policy names no other (security S10, T10). */
export const VIDEO_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;
export type VideoOrigin = (typeof VIDEO_ORIGINS)[number];

/** Where a video plays: the address for the frame and its origin for the policy. */
export interface Video {
  origin: VideoOrigin;
  /** Starts playing by itself: the frame is only made when somebody asks to see it. */
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

/** The player of a video address people copy from YouTube or Vimeo; undefined for every other address. */
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
