import { expect, it, vi } from 'vitest';

vi.mock('./settings.ts', () => ({
  settings: { scriptOrigins: ['https://www.gstatic.com', 'http://c.test:81'] },
}));
vi.stubGlobal('location', { href: 'https://cua.alfa.orbita.test/orbita/candidate/' });
const { addForeignScript, foreignRules } = await import('./foreign-scripts.ts');

it.each([
  'https://www.gstatic.com/recaptcha/releases/x/recaptcha__pt_br.js',
  'http://c.test:81/tags/gtm.js?id=GTM-1',
])('S10: %s may become a script', (address) => {
  expect(foreignRules.createScriptURL(address)).toBe(address);
});

it.each([
  'https://evil.test/x.js',
  'http://www.gstatic.com/x.js',
  'https://www.gstatic.com.evil.test/x.js',
  'https://www.gstatic.com@evil.test/x.js',
  '//evil.test/x.js',
  'http://c.test/x.js',
  '/orbita/api/candidate/documents/1',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'blob:https://www.gstatic.com/1',
])('S10: %s may not', (address) => {
  expect(() => foreignRules.createScriptURL(address)).toThrow(TypeError);
});

it.each([
  ['<div class="grecaptcha-badge"><iframe src="https://www.google.com/x"></iframe></div>', true],
  ['<div><script>alert(1)</script></div>', false],
  ['<SCRIPT src=x>', false],
  ['<iframe srcdoc="x">', false],
  ['<base href="https://evil.test/">', false],
])('S10: whether markup is inserted: %s', (text, taken) => {
  const insert = () => foreignRules.createHTML(text);
  if (taken) expect(insert()).toBe(text);
  else expect(insert).toThrow(TypeError);
});

it('S10: a script of another origin is added to the page under these rules, which are set once', () => {
  const createPolicy = vi.fn();
  const added: unknown[] = [];
  vi.stubGlobal('window', { trustedTypes: { createPolicy } });
  vi.stubGlobal('document', {
    createElement: (name: string) => ({ name }),
    head: { append: (element: unknown) => added.push(element) },
  });
  const addresses = ['https://www.gstatic.com/a.js', 'https://www.gstatic.com/b.js'];
  for (const address of addresses) addForeignScript(address);
  expect(added).toEqual(addresses.map((src) => ({ name: 'script', async: true, src })));
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', foreignRules);
});
