import { call } from '../../base/api.ts';
import { addForeignScript } from '../../base/foreign-scripts.ts';
import { settings } from '../../base/settings.ts';

type LoginAnswer = { status: string; authResponse?: { accessToken?: string } | null };
type FacebookWindow = Window & {
  /** Called by the provider's script when it has fully loaded. */
  fbAsyncInit?: () => void;
  FB?: {
    init: (options: { appId: string; version: string; cookie: boolean; xfbml: boolean }) => void;
    login: (done: (answer: LoginAnswer) => void, options: { scope: string }) => void;
  };
};

const LOAD_MS = 15_000;
const page = window as FacebookWindow;

/** Loads the provider's script on demand; the page contains nothing of it before. */
export async function loadFacebook(): Promise<NonNullable<FacebookWindow['FB']>> {
  const address = settings.facebookScriptUrl;
  if (!address) throw new Error('Facebook is not configured');
  const { facebookId } = await call('GET /platform/settings/tenants/{tenant}/social/{provider}/credentials', {
    params: { tenant: settings.tenant.alias, provider: 'facebook' },
  });
  if (!page.FB)
    await new Promise<void>((resolve, reject) => {
      const script = addForeignScript(address);
      page.fbAsyncInit = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error('The script of Facebook did not load'));
      };
      setTimeout(() => reject(new Error('The script of Facebook took too long')), LOAD_MS);
    });
  if (!page.FB || !facebookId) throw new Error('The script of Facebook brought nothing');
  page.FB.init({ appId: facebookId, version: 'v24.0', cookie: false, xfbml: false });
  return page.FB;
}

/** Opens the provider's window; undefined when the person closed it. */
export const facebookToken = (facebook: NonNullable<FacebookWindow['FB']>): Promise<string | undefined> =>
  new Promise((resolve) => {
    facebook.login((answer) => resolve(answer.authResponse?.accessToken), { scope: 'public_profile' });
  });
