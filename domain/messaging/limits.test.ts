import { describe, expect, it } from 'vitest';
import { isResendable, neededData, renderNotification, TEMPLATES, type TemplateId } from './index.ts';

it('S13: messages with a code or the link of a copy leave once', () => {
  const ids = Object.keys(TEMPLATES) as TemplateId[];
  expect(ids.filter((id) => !isResendable(id))).toEqual(['N-02', 'N-03', 'N-29']);
  expect(ids.filter((id) => !isResendable(id, 'pronta'))).toEqual(['N-02', 'N-03', 'N-29', 'N-31']);
  expect(isResendable('N-31', 'negada')).toBe(true);
});

describe('S10: what people wrote is text in an e-mail', () => {
  const data = { nome: `<a&b>"c"'d'`, instituicao: `Alfa & "Beta" <b>'s</b>` };
  const written = (id: TemplateId, more: object) => {
    const needed = Object.fromEntries(neededData(id).map((name) => [name, 'x']));
    return renderNotification(id, { ...needed, ...data, ...more } as never);
  };
  it('every sign with a meaning is escaped, and only those', () => {
    const mail = written('N-05', { link: 'https://a.test/?a=1&b=2' });
    expect(mail.html).toContain('Alfa &amp; &quot;Beta&quot; &lt;b&gt;&#39;s&lt;/b&gt;');
    expect(mail.html).toContain('https://a.test/?a=1&amp;b=2');
    expect(mail.html).not.toMatch(/<b>|"Beta"|Stryker/);
    expect(mail.text).toContain(`Alfa & "Beta" <b>'s</b>`);
  });
});
