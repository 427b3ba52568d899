import { settings } from './settings.ts';

/** An institution code to send; a guess is dropped when the server does not find the record under that institution. */
export type NamedInstitution = { code: string; guessed: boolean };

/** Code of the institution of each application this tab has read. */
const known = new Map<number, string>();
let find: ((subscriptionId: number) => Promise<string | undefined>) | undefined;

/** Remembers the institution of an application. */
export const rememberInstitution = (of: { id: number; institutionCode: string }): void =>
  void known.set(of.id, of.institutionCode);

/** Registers how an application that has not been read yet is looked up; called once by the module that reads applications. */
export const findInstitutionsBy = (look: typeof find): void => {
  find = look;
};

/** Nearly everybody on a brand's host has applications at that institution only. */
const ofHost = (): NamedInstitution | undefined =>
  settings.institution ? { code: settings.institution.code, guessed: true } : undefined;

/** Institution of an application as far as it is known now. */
export function institutionOf(subscriptionId: number): NamedInstitution | undefined {
  const code = known.get(subscriptionId);
  return code === undefined ? ofHost() : { code, guessed: false };
}

/**
 * Institution that a call to the subscription API names (spec 2.2): that of its application, else of the host. On a host of
 * several institutions an unknown application is looked up first.
 */
export async function institutionFor(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<NamedInstitution | undefined> {
  if (!/^\/candidate\/(subscriptions|offers)(\/|$)/.test(path)) return undefined;
  const id = path.startsWith('/candidate/subscriptions/') ? Number(params.id) : Number.NaN;
  if (Number.isNaN(id)) return ofHost();
  const named = institutionOf(id);
  if (named || !find) return named;
  const code = await find(id).catch(() => undefined);
  return code === undefined ? undefined : { code, guessed: false };
}
