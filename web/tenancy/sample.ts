import { setServerTime } from '@orbita/client/server-clock.ts';
import { BRAND_SAMPLE, type SampleBrand, sampleBrandOf, themeCss, themeTokens } from '@orbita/domain/tenancy';
import { settings } from '../base/settings.ts';
import sample from './sample.json' with { type: 'json' };

/**
 * An invented person with one application before its payment and one whose documents are half done (`tools/sample-answers.ts`).
 */
export const SAMPLE = sample;

/** Cookies of a page of the sample, by which the invented person is signed in. */
export const SAMPLE_COOKIES = `accessToken=${sample.token}; uuid=${sample.uuid}; name=${encodeURIComponent(sample.name)}; hideWelcomeModal=true`;

const answers: Readonly<Record<string, unknown>> = sample.answers;
const API = '/orbita/api';
const reply = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-server-time': sample.at },
  });

/**
 * Answers this page's calls as they were recorded, on the day they were recorded; no call leaves the browser. Calls that would
 * change something get `refused`.
 */
export function answerFromSample(refused: () => Response): void {
  setServerTime(reply(null));
  // Nobody signs in here, and nothing is loaded from third parties.
  Object.assign(settings, { captchaKey: null, captchaScriptUrl: null, facebookScriptUrl: null });
  window.fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.href);
    const method = init?.method ?? 'GET';
    const answer = answers[`${method} ${pathname.slice(API.length)}${search}`];
    if (answer !== undefined) return reply(answer);
    return method === 'GET' ? reply({ code: 'NOT_FOUND', message: '' }, 404) : refused();
  };
}

/** Applies a not yet saved brand's colours and logo to this page. True if the logo changed, which requires a re-render. */
function paint({ primary, secondary, link, ...logos }: SampleBrand): boolean {
  const style = document.querySelector<HTMLStyleElement>('head style[nonce]');
  if (style) style.textContent = themeCss(themeTokens(primary, { secondary, link }));
  const { template } = settings.theme;
  const media = { ...template.media, ...logos };
  const isOther =
    media.logoSmall !== template.media.logoSmall || media.logoLarge !== template.media.logoLarge;
  template.media = media;
  return isOther;
}

/** Origins of the institution's consoles, the only ones that may set the sample's brand. */
const consoles = (): string[] => {
  const hosts = document.querySelector<HTMLMetaElement>('meta[name="orbita-consoles"]')?.content ?? '';
  const port = location.port && `:${location.port}`;
  return [
    location.origin,
    ...hosts.split(' ').flatMap((host) => (host ? [`${location.protocol}//${host}${port}`] : [])),
  ];
};

/** How long the console that opened this page may take to send the brand; after that the saved one is shown. */
const PATIENCE_MS = 2_000;

/**
 * Gets the brand from the console that opened this page, now and whenever it changes there. Resolves once it is known, or
 * cannot be obtained.
 * @param onLogo re-renders the page
 */
export function followBrand(onLogo: () => void): Promise<void> {
  const opener = window.opener as Window | null;
  if (!opener) return Promise.resolve();
  return new Promise((known) => {
    const timer = setTimeout(known, PATIENCE_MS);
    let drawn = false;
    window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
      const brand = source === opener && consoles().includes(origin) ? sampleBrandOf(data) : undefined;
      if (!brand) return;
      if (paint(brand) && drawn) onLogo();
      drawn = true;
      clearTimeout(timer);
      known();
    });
    // This only says that the page is ready, so whoever opened it may read it.
    opener.postMessage({ type: BRAND_SAMPLE }, '*');
  });
}
