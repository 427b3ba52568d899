import { describe, expect, it } from 'vitest';
import {
  fitSms,
  isResendable,
  neededData,
  plainSms,
  renderNotification,
  TEMPLATES,
  type TemplateId,
} from './index.ts';

it('S13: messages with a code, an invite or the link of a data copy are never sent again', () => {
  const ids = Object.keys(TEMPLATES) as TemplateId[];
  expect(ids.filter((id) => !isResendable(id))).toEqual(['N-02', 'N-03', 'N-29', 'N-33', 'NE-01', 'NE-02']);
  expect(ids.filter((id) => !isResendable(id, 'pronta'))).toEqual([
    ...['N-02', 'N-03', 'N-29', 'N-31', 'N-33', 'NE-01', 'NE-02'],
  ]);
  expect(isResendable('N-31', 'negada')).toBe(true);
});

describe('what a message needs', () => {
  it.each([
    ['N-01', undefined, ['link']],
    ['N-02', undefined, ['codigo']],
    ['N-04', undefined, []],
    ['N-05', undefined, ['id', 'curso', 'link']],
    ['N-05', 'acesso', ['id', 'curso', 'link']],
    ['N-06', 'cancelada', ['data', 'hora', 'local', 'link']],
    ['N-14', undefined, ['link']],
    ['N-15', 'pedido', ['nome_candidato', 'id', 'curso']],
    ['N-15', 'agendada', ['data', 'hora', 'local_ou_link', 'link']],
    ['N-28', 'concluido', ['id', 'curso', 'valor']],
    ['N-28', 'negado', ['id', 'curso', 'link']],
    ['NE-02', undefined, ['codigo']],
    ['NE-03', undefined, ['data', 'navegador']],
    ['NE-04', undefined, ['resumo']],
    ['NE-07', undefined, ['funcoes']],
    ['NE-07', 'nenhuma', []],
    ['NE-07', 'desativada', []],
    ['NE-07', 'chave-nova', ['data']],
    ['NE-07', 'chave-retirada', ['quem', 'data']],
    ['NE-10', undefined, ['quem', 'quantos']],
    ['NE-11', undefined, ['quem', 'data']],
    ['NE-12', undefined, ['resumo', 'quem', 'quando']],
    ['N-29', undefined, ['codigo', 'nome_candidato', 'curso']],
    ['N-29', 'link', ['nome_candidato', 'curso', 'link', 'data', 'dia']],
  ] as const)('%s %s: %j', (id, variant, names) => {
    expect(neededData(id, variant)).toEqual(names);
  });

  it('is reported with its name when it is missing', () => {
    const data = { nome: 'Ana', instituicao: 'Alfa', id: 1, curso: 'ADM' };
    expect(() => renderNotification('N-05', data)).toThrow('N-05 needs {link}');
    // When sent by e-mail only, a paragraph without its value must not simply be dropped.
    expect(() => renderNotification('N-08', data)).toThrow('N-08 needs {link}');
    expect(() => renderNotification('N-27', { ...data, link: 'x' })).toThrow('N-27 needs {studentLyceumId}');
    expect(() => renderNotification('N-28', { ...data, variante: 'nenhuma' })).toThrow(
      'N-28 has no wording nenhuma',
    );
  });
});

describe('how a message is written', () => {
  const LINK = 'https://alfa.test/x';
  const written = (id: TemplateId, more: Record<string, string | number>, look?: { brand: string }) =>
    renderNotification(id, { nome: 'Ana', instituicao: 'Alfa', link: LINK, ...more }, look);

  it('an optional paragraph appears only with all its values', () => {
    const asked = { id: 7, curso: 'ADM', nome_candidato: 'Rui', variante: 'pedido' };
    expect(written('N-15', { ...asked, periodos: 'manhã', contato: 'r@a.test' }).text).toBe(
      'Olá, Ana!\n\nRui (inscrição nº 7 em ADM) quer marcar entrevista.\n\nPeríodos preferidos: manhã.\n\nContato: r@a.test.\n\nAlfa',
    );
    expect(written('N-15', asked).text).toBe(
      'Olá, Ana!\n\nRui (inscrição nº 7 em ADM) quer marcar entrevista.\n\nAlfa',
    );
    expect(written('N-09', { prazo: '13/02/2026', id: 7 }).text).not.toContain('Inscrição nº');
    expect(written('N-14', { comentario: 'Por quê?' }).text).toContain('\n\nPor quê?\n\n');
  });

  it('the result of an exam score is worded for each outcome', () => {
    expect(written('N-13', {})).toMatchObject({
      text: `Olá, Ana!\n\nA análise da sua nota do ENEM foi concluída. Veja o resultado: ${LINK}\n\nAlfa`,
      sms: `A analise da sua nota do ENEM foi concluida. Veja: ${LINK}`,
    });
    expect(written('N-13', { variante: 'falha' })).toMatchObject({
      text: `Olá, Ana!\n\nNão foi possível consultar sua nota do ENEM. Tente de novo: ${LINK}\n\nAlfa`,
      sms: `Nao foi possivel consultar sua nota do ENEM. Tente de novo: ${LINK}`,
    });
  });

  it('there is no greeting without a name, and never two', () => {
    expect(written('N-25', { nome: '' }).text).toBe(
      `Está tudo certo com os seus documentos. Veja como está a matrícula: ${LINK}\n\nAlfa`,
    );
    expect(written('N-01', {}).html.match(/Olá, Ana!/g)).toHaveLength(1);
    expect(written('N-25', {}).html).toContain('<p style="margin:0 0 16px">Olá, Ana!</p>');
  });

  it('a subject is one line, trimmed', () => {
    const data = { curso: 'ADM', data: '19/01\r\n\r\nBcc: x\n ' };
    expect(written('N-22', data).subject).toBe('Seu prazo de pagamento termina em 19/01 Bcc: x');
  });

  it('the button has the label of the variant, or else of the message', () => {
    const button = (id: TemplateId, more: Record<string, string | number>) =>
      /<a class="b"[^>]*>([^<]*)</.exec(written(id, more).html)?.[1];
    const data = { curso: 'ADM', data: '19/01/2026', id: 7 };
    expect(button('N-22', data)).toBe('Pagar agora');
    expect(button('N-22', { ...data, variante: 'turma' })).toBe('Escolher turma');
    expect(button('N-10', { ...data, variante: 'encerrada' })).toBe('Ver situação');
  });

  it.each<[TemplateId, Record<string, string>]>([
    ['N-04', {}],
    ['N-02', { codigo: '123456' }],
    ['N-02', { codigo: LINK }],
    ['N-28', { id: '7', curso: 'ADM', variante: 'sem-devolucao' }],
  ])('%s %j has no button: nothing it says leads anywhere', (id, data) => {
    expect(written(id, data).html).not.toContain('class="b"');
  });

  it('rows are where the text says, each with its address, and the footer is at the end', () => {
    const rows = [
      { title: 'Da matrícula', note: '12 esperam, 3 fora do prazo', link: `${LINK}?fila=a&b` },
      { title: 'Aprovações', note: '1 espera' },
    ];
    const data = { nome: 'Ana', instituicao: 'Alfa', resumo: '13 itens esperam a equipe.', link: LINK };
    const { subject, text, html } = renderNotification('NE-04', data, undefined, rows);
    expect(subject).toBe('Hoje: Alfa');
    expect(text.split('\n\n')).toEqual([
      ...['Olá, Ana!', '13 itens esperam a equipe.'],
      `Da matrícula: 12 esperam, 3 fora do prazo\n${LINK}?fila=a&b`,
      'Aprovações: 1 espera',
      `Comece por aqui: ${LINK}`,
      expect.stringContaining('desmarque "Resumo do dia por e-mail"'),
      'Alfa',
    ]);
    expect(html).toContain(`<a class="k" href="${LINK}?fila=a&amp;b"`);
    expect(html).toMatch(/<b>Aprovações<\/b>.*Comece por aqui\..*>Abrir o início<.*Resumo do dia/);
    // Without a console there is no page to link to.
    const bare = renderNotification('NE-04', { ...data, link: '' }, undefined, rows.slice(1));
    expect(bare.text).not.toMatch(/Comece|http/);
    expect(bare.html).not.toContain('href');
  });

  it('the colour is that of the host, or else of the product', () => {
    const own = written('N-04', {}, { brand: '#0b5394' }).html;
    expect(own).toContain('font-size:0;background:#0b5394');
    expect(written('N-04', {}).html).toContain('font-size:0;background:#982439');
    expect(written('N-04', {}).html).toContain('>Alfa</p><h1');
  });
});

describe('S10: user input is escaped in e-mails', () => {
  const data = { nome: `<a&b>"c"'d'`, instituicao: `Alfa & "Beta" <b>'s</b>` };
  const written = (id: TemplateId, more: object) => {
    const needed = Object.fromEntries(neededData(id).map((name) => [name, 'x']));
    return renderNotification(id, { ...needed, ...data, ...more } as never);
  };
  it('escapes exactly the characters with a meaning in HTML', () => {
    const mail = written('N-05', { link: 'https://a.test/?a=1&b=2' });
    expect(mail.html).toContain('Alfa &amp; &quot;Beta&quot; &lt;b&gt;&#39;s&lt;/b&gt;');
    expect(mail.html).toContain('https://a.test/?a=1&amp;b=2');
    expect(mail.html).not.toMatch(/<b>|"Beta"|Stryker/);
    expect(mail.text).toContain(`Alfa & "Beta" <b>'s</b>`);
  });
});

describe('a text message', () => {
  it.each([
    ['[a]{b}^c~d|e\\f`g', "(a)(b)c-d/e/f'g"],
    ['‘a’ “b” –—… 1º 2ª', `'a' "b" --... 1. 2.`],
    ['ÁÂÃÀÉÊÍÓÔÕÚÜÇáâãàéêíóôõúüç', 'AAAAEEIOOOUUCaaaaeeiooouuc'],
    ['a\nb\u0000c\u007fd€漢', 'abcd'],
    [' !~', ' !-'],
  ])('%j is sent as %j', (text, sent) => {
    expect(plainSms(text)).toBe(sent);
  });

  const KEY = `https://alfa.test/k/${'k'.repeat(30)}`;
  const fit = (text: string, data: Record<string, string>) => fitSms(text, (name) => data[name] ?? '');

  it('uses all 160 characters', () => {
    const most = 'c'.repeat(160 - KEY.length - 5);
    expect(fit('Em {curso}: {link}', { curso: most, link: KEY })).toBe(`Em ${most}: ${KEY}`);
    const shortened = fit('Em {curso}: {link}', { curso: `${most}c`, link: KEY });
    expect(shortened).toBe(`Em ${most.slice(0, -3)}...: ${KEY}`);
    expect(shortened).toHaveLength(160);
  });

  it.each(['nome', 'nome_candidato', 'curso', 'instituicao', 'local'])('cuts the end of {%s}', (name) => {
    const words = `${'palavra '.repeat(30)}fim`;
    expect(fit(`{${name}}: {link}`, { [name]: words, link: KEY })).toMatch(
      /^(palavra )+p[a-z]*\.\.\.: https/,
    );
    expect(fit(`Oi {${name}}.`, { [name]: 'a'.repeat(157) })).toBe(`Oi ${'a'.repeat(153)}...`);
  });

  it('leaves no blank before the dots', () => {
    const words = `${'c'.repeat(150)} ${'d'.repeat(20)}`;
    expect(fit('Curso {curso}.', { curso: words })).toBe(`Curso ${'c'.repeat(150)}...`);
    expect(fit('Em {curso}.', { curso: ` cc${words}` })).toBe(`Em  ${'c'.repeat(152)}...`);
  });

  it('keeps an address unchanged, even where its characters are costly', () => {
    const link = 'https://alfa.test/~x_{y}';
    expect(fit('Veja: {link}', { link })).toBe(`Veja: ${link}`);
    // The word alone is not an address.
    expect(fit('link {curso}', { curso: '~' })).toBe('link -');
  });

  it('leaves 24 characters of a name beside an address, and 8 without', () => {
    const link = 'h'.repeat(160 - 24 - 2);
    const long = 'c'.repeat(99);
    expect(fit('{curso}: {link}', { curso: long, link })).toBe(`${'c'.repeat(21)}...: ${link}`);
    expect(fit('{curso}: {link}', { curso: long, link: `${link}h`, instituicao: 'Alfa' })).toMatch(
      /^c{99} no portal Alfa\.$/,
    );
    const words = 'w'.repeat(152);
    expect(fit(`${words}{curso}`, { curso: long })).toBe(`${words}ccccc...`);
    expect(() => fit(`${words}w{curso}`, { curso: long })).toThrow(`Too long for a phone: ${words}w{curso}`);
  });

  it('names the portal instead of an address only at the end', () => {
    const data = { link: 'h'.repeat(150), instituicao: 'Alfa' };
    expect(fit('Veja sua prova: {link}', data)).toBe('Veja sua prova no portal Alfa.');
    expect(() => fit('Veja: {link} hoje ainda', data)).toThrow(RangeError);
  });
});
