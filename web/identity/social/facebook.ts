import { call } from '../../app/api.ts';
import { settings } from '../../app/settings.ts';

type LoginAnswer = { status: string; authResponse?: { accessToken?: string } | null };
type FacebookWindow = Window & {
  FB?: {
    init: (options: { appId: string; version: string; cookie: boolean; xfbml: boolean }) => void;
    login: (done: (answer: LoginAnswer) => void, options: { scope: string }) => void;
  };
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (address: string) => string },
    ) => { createScriptURL: (address: string) => unknown };
  };
};

const LOAD_MS = 15_000;
const page = window as FacebookWindow;

/** Only the address the server named may become a script. */
const policy = page.trustedTypes?.createPolicy('orbita-facebook', {
  createScriptURL: (address) => {
    if (address !== settings.facebookScriptUrl)
      throw new TypeError('Not an address this page loads scripts from');
    return address;
  },
});

/** Loads the provider's window once somebody wants it; nothing of it lives in the page before. */
export async function loadFacebook(): Promise<NonNullable<FacebookWindow['FB']>> {
  const address = settings.facebookScriptUrl;
  if (!address) throw new Error('Facebook is not configured');
  const { facebookId } = await call('GET /platform/settings/tenants/{tenant}/social/{provider}/credentials', {
    params: { tenant: settings.tenant.alias, provider: 'facebook' },
  });
  if (!page.FB)
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = (policy?.createScriptURL(address) ?? address) as string;
      script.async = true;
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error('The script of Facebook did not load'));
      };
      setTimeout(() => reject(new Error('The script of Facebook took too long')), LOAD_MS);
      document.head.append(script);
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
