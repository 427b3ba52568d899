import { describe, expect, it } from 'vitest';
import { htmlFaults } from '../e2e/support/html.ts';

const page = (body: string): string =>
  `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>Uma página</title></head><body><main>${body}</main></body></html>`;
const found = async (body: string): Promise<string[]> =>
  (await htmlFaults(page(body))).map((fault) => fault.split(':')[0] ?? '');

describe("the journeys' checks of a page's elements, in addition to axe", () => {
  it.each([
    ['a block in a paragraph', '<p>Vale por <div>10:00</div></p>', 'no-implicit-close'],
    [
      'a part that opens in words',
      '<span><details><summary>Mais</summary>Um</details></span>',
      'element-permitted-content',
    ],
    [
      'a word of autocomplete that its field does not take',
      '<label for="a">Celular</label><input id="a" type="tel" autocomplete="tel-national">',
      'valid-autocomplete',
    ],
    ['a group without a name', '<fieldset><input type="checkbox" aria-label="Um"></fieldset>', 'wcag/h71'],
    ['one id twice', '<h1 id="a">Um</h1><p id="a">Dois</p>', 'no-dup-id'],
  ])('%s is a fault', async (_what, body, rule) => {
    expect(await found(body)).toContain(rule);
  });

  it('content for browsers without scripts is ignored, and so is the HTML style', async () => {
    const fields = "<label for=_r_1_>Nome</label><input id=_r_1_ name='a.b' style='color: red'>";
    expect(await found(`<noscript><main><p><div>Ligue</div></p></main></noscript>${fields}`)).toEqual([]);
  });
});
