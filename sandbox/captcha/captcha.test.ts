import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

interface Grecaptcha {
  execute(key: string, options: { action: string }): Promise<string>;
}

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const verify = async (fields: Record<string, string>) =>
  (await world.call('/captcha/siteverify', { method: 'POST', body: new URLSearchParams(fields) })).json();

const widget = async (key: string): Promise<Grecaptcha> => {
  const address = `${world.url}/captcha/api.js?render=${key}`;
  const inserted: { src: string }[] = [];
  const element = () => ({ src: '', innerHTML: '' });
  const document = {
    currentScript: { src: address },
    createElement: element,
    head: { append: (script: { src: string }) => inserted.push(script) },
    body: { append: () => undefined },
  };
  const window: { grecaptcha?: Grecaptcha } = {};
  const page = {
    ...{ window, document, URL, btoa, unescape, crypto },
    location: { hostname: 'cua.alfa.orbita.test' },
  };
  runInNewContext(await (await fetch(address)).text(), page);
  runInNewContext(await (await fetch(inserted[0]?.src ?? '')).text(), page);
  return window.grecaptcha!;
};

describe('captcha', () => {
  it('gives a token that passes once', async () => {
    const response = await (await widget('simulator')).execute('simulator', { action: 'signup' });
    expect(await verify({ secret: 's', response })).toMatchObject({
      success: true,
      score: 0.9,
      action: 'signup',
      hostname: 'cua.alfa.orbita.test',
    });
    expect(await verify({ secret: 's', response })).toMatchObject({ success: false });
  });

  it('refuses the failing token, other keys and missing fields', async () => {
    const other = await (await widget('outra')).execute('outra', { action: 'signup' });
    expect(await verify({ secret: 's', response: other })).toMatchObject({ success: false });
    expect(await verify({ secret: 's', response: 'fail' })).toEqual({
      success: false,
      'error-codes': ['invalid-input-response'],
    });
    expect(await verify({ secret: 's' })).toMatchObject({ 'error-codes': ['missing-input-response'] });
    expect(await verify({ response: 'x' })).toMatchObject({ 'error-codes': ['missing-input-secret'] });
  });
});
