import { ApiError } from '@orbita/client/errors.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetMe, knownMe, type Me, setMe } from '../base/me.ts';
import { confirmed, dismissed, keeper, openQuestion, signedInAgain } from './session-keeper.ts';

const over = new ApiError(401, { code: 'STAFF_SESSION_OVER' });
const confirm = new ApiError(403, { code: 'REAUTH_REQUIRED', methods: ['passkey'] });
const stronger = new ApiError(403, { code: 'STRONGER_SIGN_IN' });
const person = (staffId: number) => ({ staffId, name: 'Ana' }) as Me;

beforeEach(() => {
  dismissed();
  forgetMe();
});

describe('the session keeper', () => {
  it('asks once for calls that fail together, and lets all of them continue', async () => {
    setMe(person(1));
    const waiting = [keeper(over), keeper(over)];
    expect(openQuestion()).toEqual({ kind: 'over', methods: [] });
    signedInAgain(person(1), () => undefined);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect(openQuestion()).toBeUndefined();
  });

  it('reloads the page for another person, and lets nothing of the first one continue', async () => {
    const reload = vi.fn();
    setMe(person(1));
    const waits = vi.fn();
    void keeper(over).then(waits);
    signedInAgain(person(2), reload);
    await Promise.resolve();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(waits).not.toHaveBeenCalled();
    expect(knownMe()?.staffId).toBe(1);
  });

  it("offers the server's confirmation methods, and accepts a refusal", async () => {
    const first = keeper(confirm);
    expect(openQuestion()).toEqual({ kind: 'confirm', methods: ['passkey'] });
    dismissed();
    expect(await first).toBe(false);
    const second = keeper(confirm);
    confirmed();
    expect(await second).toBe(true);
  });

  it('does not ask again in the background for what was declined, until the person asks or confirms', async () => {
    const list = keeper(confirm, true);
    expect(openQuestion()?.kind).toBe('confirm');
    dismissed('confirm');
    expect(await list).toBe(false);
    expect(await keeper(confirm, true)).toBe(false);
    expect(openQuestion()).toBeUndefined();

    const act = keeper(confirm);
    expect(openQuestion()?.kind).toBe('confirm');
    dismissed('confirm');
    expect(await act).toBe(false);
    const second = keeper(confirm);
    confirmed('confirm');
    expect(await second).toBe(true);
    void keeper(confirm, true);
    expect(openQuestion()?.kind).toBe('confirm');
  });

  it('asks in the background again once the person has signed in again', async () => {
    setMe(person(1));
    const list = keeper(confirm, true);
    dismissed('confirm');
    expect(await list).toBe(false);
    const other = keeper(over, true);
    expect(openQuestion()?.kind).toBe('over');
    signedInAgain(person(1), () => undefined);
    expect(await other).toBe(true);
    void keeper(confirm, true);
    expect(openQuestion()?.kind).toBe('confirm');
  });

  it('offers a passkey where one is needed, and stays open while creating it needs a confirmation', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', class {});
    const first = keeper(stronger);
    await vi.waitFor(() => expect(openQuestion()?.kind).toBe('stronger'));
    const second = keeper(confirm);
    expect(openQuestion()?.kind).toBe('confirm');
    confirmed('confirm');
    expect(await second).toBe(true);
    expect(openQuestion()?.kind).toBe('stronger');
    confirmed('stronger');
    expect(await first).toBe(true);

    // Whatever the sign-in methods are: a passkey also confirms on hosts where nobody signs in with one. Only a browser without
    // passkeys cannot.
    vi.unstubAllGlobals();
    expect(await keeper(stronger)).toBe(false);
    expect(openQuestion()).toBeUndefined();
  });

  it('lets an act that waits for a confirmation continue after a sign-in, without another click', async () => {
    setMe(person(1));
    const act = keeper(confirm);
    const [look, other] = [keeper(over), keeper(over)];
    expect(openQuestion()?.kind).toBe('over');
    // A call that requires a confirmation meanwhile needs the sign-in first, and is then confirmed as well.
    const late = vi.fn();
    void keeper(confirm).then(late);
    await Promise.resolve();
    expect(late).not.toHaveBeenCalled();
    signedInAgain(person(1), () => undefined);
    expect(await Promise.all([act, look, other])).toEqual([true, true, true]);
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith(true));
    expect(openQuestion()).toBeUndefined();
  });

  it('asks again for a needed passkey, whatever else is open', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', class {});
    const act = keeper(confirm);
    const strong = keeper(stronger);
    expect(await act).toBe(false);
    expect(openQuestion()?.kind).toBe('stronger');
    dismissed('stronger');
    expect(await strong).toBe(false);
    vi.unstubAllGlobals();
  });

  it('leaves the page, and clears what the tab kept, when the administration ended the access', async () => {
    const replace = vi.fn();
    const kept = new Map([['equipe.aba.nota.1.7', '{}']]);
    vi.stubGlobal('location', { replace });
    vi.stubGlobal('sessionStorage', {
      removeItem: (key: string) => kept.delete(key),
      length: 1,
      key: () => 'equipe.aba.nota.1.7',
    });
    const settled = vi.fn();
    void keeper(new ApiError(401, { code: 'STAFF_SESSION_OVER', access: 'ended' })).then(settled);
    await Promise.resolve();
    expect(replace).toHaveBeenCalledWith('/orbita/equipe/entrar?encerrado=1');
    expect(kept.size).toBe(0);
    expect(settled).not.toHaveBeenCalled();
    expect(openQuestion()).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it('leaves every other error to the page', async () => {
    expect(await keeper(new ApiError(401, { code: 'IDP_REFUSED' }))).toBe(false);
    expect(openQuestion()).toBeUndefined();
  });
});
