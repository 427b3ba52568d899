import { describe, expect, it } from 'vitest';
import type { ThemeTokens } from '../tenancy/index.ts';
import { type MailParts, mailHtml } from './mail-html.ts';

/** Role names instead of colours: the mail shows which parts are light and which are dark. */
const roles = (scheme: string) => new Proxy({}, { get: (_none, role) => `${scheme}/${String(role)}` });
const tokens = { light: roles('light'), dark: roles('dark') } as unknown as ThemeTokens; // each role by its name instead of a colour

const LINK = 'https://alfa.test/x?a=1&b=2';
const parts: MailParts = {
  ...{
    subject: 'Assunto',
    paragraphs: ['Um.'],
    link: LINK,
    action: 'Continuar',
    signature: 'Alfa',
    below: '',
    foot: '',
  },
  tokens,
  logo: false,
};
const mail = (changes: Partial<MailParts>) => mailHtml({ ...parts, ...changes });
/** Only the paragraphs of the text, as HTML. */
const written = (changes: Partial<MailParts>): string[] =>
  [...mail(changes).matchAll(/<p style="margin:0 0 16px">(.*?)<\/p>/gs)].map((found) => found[1] ?? '');

/** Complete e-mail, tag by tag. */
const WHOLE = `
<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Assunto</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.p{background:dark/page!important}.s{background:dark/surface!important}.i{color:dark/ink!important}.m{color:dark/ink-3!important}.k{color:dark/link!important}.b{background:dark/action!important;color:dark/on-action!important;border-color:dark/action-edge!important}.n{color:dark/brand-ink!important}.l{background:dark/brand-ink!important}.r{border-color:dark/line!important}}</style>
<!--[if mso]>
<style>body,table,td,p,a,h1,span{font-family:Arial,sans-serif!important}</style>
<![endif]-->
</head>
<body class="p" style="margin:0;padding:0;background:light/page">
<table role="presentation" class="p" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="light/page" style="background:light/page">
<tr>
<td align="center" style="padding:24px 16px">
<!--[if mso]>
<table role="presentation" width="560" cellpadding="0" cellspacing="0">
<tr>
<td>
<![endif]-->
<table role="presentation" class="s" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="light/surface" style="max-width:560px;background:light/surface;border-radius:20px;overflow:hidden">
<tr>
<td class="l" bgcolor="light/brand-ink" style="height:6px;line-height:6px;font-size:0;background:light/brand-ink">&nbsp;</td>
</tr>
<tr>
<td class="i" style="padding:32px 24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;word-break:break-word;color:light/ink">
<p class="n" style="margin:0 0 24px;font-weight:700;color:light/brand-ink">Alfa</p>
<h1 class="i" style="margin:0 0 16px;font-size:22px;line-height:1.25;color:light/ink">Assunto</h1>
<p style="margin:0 0 16px">Um.</p>
<p style="margin:0 0 16px">Dois.</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr>
<td class="b" bgcolor="light/action" style="border:1px solid light/action-edge;border-radius:14px;background:light/action;mso-padding-alt:14px 24px">
<a class="b" href="https://alfa.test/x?a=1&amp;b=2" style="display:inline-block;padding:14px 24px;border-radius:13px;color:light/on-action;font-weight:700;text-decoration:none">Continuar</a>
</td>
</tr>
</table>
<p class="m" style="margin:0 0 16px;font-size:13px;line-height:1.4;color:light/ink-3">Se o botão não abrir, copie este endereço: <span style="word-break:break-all">https://alfa.test/x?a=1&amp;b=2</span>
</p>
<p class="m" style="margin:24px 0 0;color:light/ink-3">Alfa</p>
</td>
</tr>
</table>
<!--[if mso]>
</td>
</tr>
</table>
<![endif]-->
</td>
</tr>
</table>
</body>
</html>
`;

it("a whole e-mail, light inline and dark by the device's preference", () => {
  const lines = mail({ paragraphs: ['Um.', `Dois: ${LINK}`] }).replace(/(<\/?(?!span)[^>]+>)(?=<)/g, '$1\n');
  expect(lines.replace('</span></p>', '</span>\n</p>')).toBe(WHOLE.trim());
});

it('starts with its logo where one is attached, with alternative text', () => {
  expect(mail({ logo: true, signature: 'A "& B' })).toContain(
    '<p style="margin:0 0 24px"><img src="cid:logo" height="40" alt="A &quot;&amp; B" style=',
  );
  expect(mail({ logo: true })).not.toContain('class="n"');
});

it('gives Outlook a fixed width, one font and a padded cell, hidden from all others', () => {
  const html = mail({});
  const forOutlook = [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs)].map((found) => found[1]);
  expect(forOutlook).toHaveLength(3);
  expect(forOutlook[0]).toContain('font-family:Arial,sans-serif!important');
  expect(forOutlook[1]).toContain('width="560"');
  const rest = html.replace(/<!--.*?-->/gs, '');
  for (const tag of ['table', 'tr', 'td'])
    expect([tag, rest.split(`<${tag}`).length]).toEqual([tag, rest.split(`</${tag}>`).length]);
  expect(rest.match(/<td[^>]*background:/g)).toHaveLength(rest.match(/<td[^>]*bgcolor=/g)?.length ?? 0);
});

it('starts with the name of the institution', () => {
  const name = '<p class="n" style="margin:0 0 24px;font-weight:700;color:light/brand-ink">Alfa</p>';
  expect(mail({})).toContain(name);
});

describe('the button', () => {
  it.each([
    { action: '' },
    { link: '' },
    { link: 'javascript:alert(1)' },
    { link: 'x https://alfa.test' },
    { link: 'https://alfa.test/ x' },
    { link: 'https://alfa.test/<b>' },
  ])('is omitted with %j, and the text stays unchanged', (changes) => {
    const html = mail({ paragraphs: [`Veja: ${LINK}`], ...changes });
    expect(html).not.toMatch(/<a |copie este endereço/);
    expect(html).toContain('<p style="margin:0 0 16px">Veja: https://alfa.test/x?a=1&amp;b=2</p>');
    expect(html).toContain(
      '</p><p class="m" style="margin:24px 0 0;color:light/ink-3">Alfa</p></td></tr></table><!--[if mso]>',
    );
  });
});

describe('a sentence with the address', () => {
  const style = 'style="color:light/link;word-break:break-all"';
  const href = 'href="https://alfa.test/x?a=1&amp;b=2"';
  it.each([
    // The button replaces the address at the end.
    [`Veja: ${LINK}`, 'Veja.'],
    [`Veja ${LINK}`, 'Veja.'],
    [`Foi aceito. Continuar: ${LINK}`, 'Foi aceito.'],
    [`Continuar: ${LINK}`, 'Continuar.'],
    [`Foi aceito. Continuar aqui: ${LINK}`, 'Foi aceito. Continuar aqui.'],
    [`Continuar. Veja: ${LINK}`, 'Continuar. Veja.'],
    [`A & B: ${LINK}`, 'A &amp; B.'],
    // In the middle of a sentence it stays a link, labelled by the word before it.
    [`Use o link ${LINK} (60 minutos).`, `Use o <a class="k" ${href} ${style}>link</a> (60 minutos).`],
    [`link ${LINK}.`, `<a class="k" ${href} ${style}>link</a>.`],
    [`Use ${LINK} já.`, `Use <a class="k" ${href} ${style}>https://alfa.test/x?a=1&amp;b=2</a> já.`],
    [
      `O link aqui ${LINK} <b>.`,
      `O link aqui <a class="k" ${href} ${style}>https://alfa.test/x?a=1&amp;b=2</a> &lt;b&gt;.`,
    ],
    [`O blink ${LINK}.`, `O blink <a class="k" ${href} ${style}>https://alfa.test/x?a=1&amp;b=2</a>.`],
    [`${LINK} é seu.`, `<a class="k" ${href} ${style}>https://alfa.test/x?a=1&amp;b=2</a> é seu.`],
    [`A\nlink ${LINK}.`, `A\n<a class="k" ${href} ${style}>link</a>.`],
    ['Sem endereço: ', 'Sem endereço: '],
  ])('%j', (text, html) => {
    expect(written({ paragraphs: [text] })).toEqual([html]);
  });
});

describe('rows', () => {
  const rows = (link?: string) =>
    mail({ paragraphs: ['Um.', [{ title: 'A & B', note: '<b>', ...(link ? { link } : {}) }]] });

  it('are separate lines, escaped, that link to their address', () => {
    expect(rows(LINK)).toContain(
      '<tr><td class="r" style="padding:12px 0;border-top:1px solid light/line">' +
        '<a class="k" href="https://alfa.test/x?a=1&amp;b=2" style="font-weight:700;color:light/link">A &amp; B</a><br>' +
        '<span class="m" style="color:light/ink-3">&lt;b&gt;</span></td></tr>',
    );
  });

  it.each([undefined, 'javascript:alert(1)', 'https://alfa.test/"x'])('have no link with %s', (link) => {
    expect(rows(link)).toContain('<b>A &amp; B</b><br>');
  });
});

it('the footer is small and escaped', () => {
  const foot = 'Para não receber, <desmarque>.';
  expect(mail({ foot })).toContain(
    '<p class="m" style="margin:0 0 16px;font-size:13px;line-height:1.4;color:light/ink-3">Para não receber, &lt;desmarque&gt;.</p>' +
      '<p class="m" style="margin:24px 0 0',
  );
});
