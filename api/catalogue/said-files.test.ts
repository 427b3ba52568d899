import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseCatalogue } from './parse.ts';
import { saidOfFiles } from './said.ts';

const WHOLE = `version: 1
tenant: { alias: alfa, name: Alfa, parameters: { PrivacyPolicyUrl: "https://a.test/p", DpoContact: d@a.test } }
hosts:
  - { host: alfa.test, institution: I1, captchaKey: simulator }
institutions:
  - code: I1
    acronym: I1
    name: Instituição 1
    alias: i1
    payment:
      variant: onlySubscription
poles:
  - { code: P1, institution: I1, description: Polo 1, city: 3106200 }
courses:
  - code: C1
    institution: I1
    name: Curso 1
    level: 1
    modality: EaD
intakes:
  - { code: K1, institution: I1, start: 2026-01-01, end: 2026-02-01 }
ingressModes:
  - { code: M1, name: Análise 1, kind: document-analysis }
offers:
  - code: O1
    institution: I1
    type: 1
    intake: K1
    ingressMode: M1
    courses:
      - { course: C1, poles: [ { pole: P1, vacancies: 10 } ] }
prices:
  - code: V1
    institution: I1
    course: C1
    intake: K1
    kind: enrollment
    installments: 6
    value: 100
vouchers:
  - { code: VALE, kind: charge, from: 2026-01-01, to: 2026-02-01, percent: 10, maxUses: 5, institutions: [I1] }
`;

const said = (yaml: string, files: Record<string, string> = {}): string[] => {
  const { problems, warnings } = parseCatalogue({ yaml, files });
  return saidOfFiles([...problems, ...warnings]).map(({ message }) => message);
};

/** Words of the texts that are meant for whoever runs the command. */
const ENGLISH =
  /\b(?:must|needs?|has|is|are|the|not|only|invalid|expected|required|belongs|cannot|unknown|missing|exceeds?|too|input|string|number|unrecognized|there|already|given|with|did|you|mean|key|between|end|closing)\b/i;
const isPlain = (message: string) => /^(?:\p{Lu}|\d|\S+ (?:já|não))/u.test(message) && !ENGLISH.test(message);

const instead = (find: string, put: string) => WHOLE.replace(find, put);

describe('what is wrong with files is told to the team in pt-BR', () => {
  it.each([
    ['a tab', instead('    name: Curso 1', '\tname: Curso 1'), 'A linha começa com tabulação. Use espaços.'],
    ['a colon in a text', instead('Curso 1', 'Curso: um'), /dois-pontos, ponha-o entre aspas/],
    ['no space after a colon', instead('name: Curso 1', 'name:Curso 1'), /dois-pontos e um espaço/],
    ['another indent', instead('    acronym', '   acronym'), /recuo/],
    ['a dash without a space', instead('  - code: C1', '  -code: C1'), /recuo/],
    ['another dash', instead('  - code: V1', '  — code: V1'), /recuo/],
    ['quotes left open', instead('name: Curso 1', 'name: "Curso 1'), 'Falta fechar as aspas.'],
    ['a bracket left open', instead('city: 3106200 }', 'city: 3106200'), /^Falta fechar com \}/],
    ['no comma', instead('I1, description', 'I1 description'), /./],
    [
      'a text that begins with a mark',
      instead('Curso 1', '@Curso'),
      'Um texto não pode começar com @: ponha-o entre aspas.',
    ],
    ['an escape', instead('Curso 1', '"C:\\qurso"'), /^Não existe/],
    ['an anchor nobody set', instead('Curso 1', '*nada'), 'Não há &nada antes desta linha.'],
    ['a key twice', instead('  - code: C1', '  - code: C1\n    code: C1'), 'Este campo aparece duas vezes.'],
    ['two documents', `${WHOLE}---\nversion: 1\n`, 'O arquivo tem dois documentos: tire a linha com ---.'],
    [
      'a number with a comma',
      instead('value: 100', 'value: 100,50'),
      'Informe um número sem R$, com ponto nos centavos.',
    ],
    [
      'a price with its currency',
      instead('value: 100', 'value: R$ 100'),
      'Informe um número sem R$, com ponto nos centavos.',
    ],
    ['thousands', instead('value: 100', 'value: 1.200'), '1.200 seria lido como 1.2: escreva 1200 ou 1.2.'],
    [
      'a code of digits',
      instead('code: C1', 'code: 007'),
      'Aqui vem um texto: ponha este número entre aspas.',
    ],
    ['a Brazilian day', instead('start: 2026-01-01', 'start: 01/01/2026'), 'Escreva a data como 2026-01-31.'],
    ['a name instead of a code', instead('city: 3106200', 'city: Betim'), /^Informe um número/],
    ['a section with a capital', instead('prices:', 'Prices:'), 'Não há a seção Prices. Seria prices?'],
    ['a field with a slip', instead('modality:', 'modalty:'), 'Não há o campo modalty. Seria modality?'],
    [
      'a code that nothing has',
      instead('course: C1, poles', 'course: D1, poles'),
      /^D1 não existe no catálogo\. Seria C1\?$/,
    ],
    [
      'another intake',
      instead('    intake: K1\n    kind', '    intake: K9\n    kind'),
      /^K9 de I1 não existe no catálogo\./,
    ],
    ['nothing', '', 'Falta este dado.'],
    ['a page', '<html></html>', 'O arquivo não é um catálogo.'],
    ['a table', 'code;name\nC1;Curso', 'O arquivo não é um catálogo.'],
    ['another version', instead('version: 1', 'version: 2'), 'Só existe a versão 1.'],
    [
      'a section that is no list',
      instead('vouchers:', 'vouchers: 1\nx:'),
      'Aqui vem uma lista, com um hífen em cada item.',
    ],
    [
      'a missing file',
      `${WHOLE}contracts:\n  - { code: A, file: nada.html }\n`,
      'Falta o arquivo nada.html.',
    ],
    [
      'too deep',
      instead('Curso 1', `${'['.repeat(60)}${']'.repeat(60)}`),
      'Há mais de 50 níveis um dentro do outro.',
    ],
  ])('%s', (_what, yaml, text) => {
    const all = said(yaml);
    expect(all.filter((message) => !isPlain(message))).toEqual([]);
    expect(
      all.some((message) => (typeof text === 'string' ? message === text : text.test(message))),
      all.join(' | '),
    ).toBe(true);
  });

  it('a file saved in another encoding', () => {
    const latin = Buffer.from(WHOLE, 'latin1').toString('base64');
    expect(said('', { 'tudo.yaml': latin })).toContain('O arquivo não está em UTF-8: salve-o assim.');
  });

  it('every field with a wrong value', () => {
    const wrong: unknown[] = [
      null,
      '',
      'x'.repeat(5_000),
      '2020-13-40',
      'a@b',
      -1,
      0,
      1.5,
      1e12,
      true,
      [],
      ['nada'],
      [{}],
      {},
    ];
    type Values = Record<string, unknown>;
    const told = new Set<string>();
    const spoil = (at: Values | unknown[], write: () => string) => {
      for (const [name, value] of Object.entries(at)) {
        for (const one of wrong) {
          (at as Values)[name] = one; // both kinds are read and written by name
          for (const message of said(write())) told.add(message);
        }
        (at as Values)[name] = value; // as above
        if (typeof value === 'object' && value !== null) spoil(value as Values, write); // an object or a list
      }
    };
    const whole = parse(WHOLE) as Values;
    for (const name of Object.keys(whole).filter((one) => one !== 'version'))
      spoil({ [name]: whole[name] }, () => stringify(whole));
    expect(told.size).toBeGreaterThan(30);
    expect([...told].filter((message) => !isPlain(message))).toEqual([]);
  });
});
