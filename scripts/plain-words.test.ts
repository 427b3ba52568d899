import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TEMPLATES, type TemplateId, templateOf } from '@orbita/domain/messaging';
import { ROLES, roles } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import { fleschOf, wordsOf } from './plain-words/flesch.ts';
import { tooHard } from './plain-words/judge.ts';
import { stringsOf } from './plain-words/strings.ts';
import { syllablesOf } from './plain-words/syllables.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Wordings given by the specification, which must not change (spec 14.4, 14.6, S-42). */
const SEED = [
  'Sistema indisponível. Tente mais tarde.',
  'Pagamento já confirmado. Você será redirecionado para a próxima etapa.',
  'Seu boleto está sendo processado. Aguarde alguns instantes.',
  'This page could not be found',
  'Autorizo a cobrança mensal das demais parcelas neste cartão.',
  'Primeira parcela paga. A autorização do Pix Automático não foi concluída; as próximas parcelas serão enviadas por boleto.',
];

describe('syllables of a word', () => {
  it.each([
    ['a ao ei mas SMS'.split(' '), [1, 1, 1, 1, 3]],
    ['conta mais muito código água'.split(' '), [2, 1, 2, 3, 2]],
    ['seguinte quando quiser linguística'.split(' '), [3, 2, 2, 4]],
    ['inscrição matrícula redação opções mãe'.split(' '), [3, 4, 3, 2, 1]],
    ['instituição redirecionado continuar'.split(' '), [5, 7, 4]],
    ['história horários questionário notícia dia'.split(' '), [3, 3, 5, 3, 2]],
    ['saída saúde raiz juiz ainda rainha'.split(' '), [3, 3, 2, 2, 3, 3]],
    ['maio praia feio meio chegou'.split(' '), [2, 2, 2, 2, 2]],
    ['coordenação leem sua duas'.split(' '), [5, 2, 2, 2]],
  ])('%s', (words, counts) => {
    expect(words.map(syllablesOf)).toEqual(counts);
  });
});

describe('the index', () => {
  it.each([
    ['O sol é bom.', 1, 4],
    ['Vencimento 19/01/2026: R$ 360,00. Bem-vindo(a)!', 3, 4],
    ['Um. Dois… Três', 3, 3],
  ])('%s has its sentences and words', (text, sentences, words) => {
    expect(wordsOf(text)).toHaveLength(words);
    const syllables = wordsOf(text)
      .flatMap((word) => word.split('-'))
      .reduce((sum, word) => sum + syllablesOf(word), 0);
    expect(fleschOf(text)).toBeCloseTo(248.835 - (1.015 * words) / sentences - (84.6 * syllables) / words);
  });
  it('distinguishes an easy sentence from a hard one', () => {
    expect(fleschOf('Este pagamento já foi feito. Vamos para a próxima etapa.')).toBeGreaterThan(60);
    expect(fleschOf('Limite de tentativas excedido. Indisponibilidade temporária.')).toBeLessThan(10);
  });
});

describe('texts of a module', () => {
  it('are read without names, keys, comments and imports, each value as a word', () => {
    const source = [
      "import { a } from './b.ts';",
      '/** What a page says; it is no text. */',
      'export const t = {',
      "  one: 'Olá, \\'você\\'',",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source of a module
      "  'pix-page': `Falta ${n === 1 ? 'um dia' : `${n} dias`}.`,",
      "  kind: 'online-essay',",
      '};',
    ].join('\n');
    expect(stringsOf(source)).toEqual(["Olá, 'você'", 'um dia', 'isto dias', 'Falta isto.']);
  });
  it('are judged alone when long, together when short, and not when they are names', () => {
    expect(tooHard(['Responsável financeiro', 'Documentos'])).toEqual([]);
    expect(
      tooHard(['A instituição encerrou sua participação.', 'Você não foi lá.', 'Seu prazo já foi embora.']),
    ).toEqual([]);
    expect(tooHard(['A instituição encerrou sua participação.'])).toHaveLength(1);
    expect(tooHard(['A coordenação da instituição entrará em contato posteriormente.'])).toHaveLength(1);
  });
});

/** Console texts that are not judged yet: some of their sentences are too hard. */
const NOT_JUDGED = ['document', 'subscription', 'subscription-acts'];

describe('every text is easy to read (D-90)', () => {
  const here = (pattern: string): string[] => globSync(pattern, { cwd: root });
  // Texts seen together are judged together, however many files they load from.
  const together: Record<string, string[]> = {
    ui: here('ui/*texts.ts'),
    'the shell': ['web/texts/app.ts', 'web/texts/failure.ts'],
    'what happened': ['web/texts/history.ts', 'domain/subscription/texts.ts'],
    'the portal': ['web/texts/portal.ts', 'domain/subscription/next-texts.ts'],
    'the progress': ['web/texts/subscription.ts', 'domain/subscription/next-texts.ts'],
  };
  const screens: [string, string[]][] = [
    ...Object.entries(together),
    ...here('web/texts/*.ts')
      .filter((file) => !Object.values(together).flat().includes(file))
      .map((file): [string, string[]] => [basename(file), [file]]),
  ];
  it.each(screens)('%s', (_name, files) => {
    expect(files).not.toEqual([]);
    const texts = files.flatMap((file) => stringsOf(read(file)));
    expect(tooHard(texts.filter((text) => !SEED.includes(text)))).toEqual([]);
  });
  // A parameter with one of these names is a person, whose name must not be translated (`ui/person-name.ts`).
  it("accepts a person's name only as a name", () => {
    const bare = [...here('web/texts/*.ts'), ...here('console/texts/*.ts')].flatMap((file) =>
      (read(file).match(/\b(?:by|who|person|candidate|guardian|grader|owner): string\b/g) ?? []).map(
        (one) => `${file}: ${one}`,
      ),
    );
    expect(bare).toEqual([]);
  });
  // Wordings of the console's chapter stay as they are there.
  const chapter = read('docs/spec-console.md');
  const team: [string, string[]][] = [
    ['the frame', ['api', 'keys', 'long-text', 'shell', 'table']],
    ['the team', ['staff', 'team']],
    ['what waits', ['work', 'home', 'claim']],
    ['files of lists', ['export', 'filters']],
    ['looking as the candidate', ['subscription-view']],
    ['essays', ['essay']],
    ['acts for a person', ['subscription-behalf']],
    ['one document of two people', ['document-case']],
    ['acts about money', ['subscription-money']],
    ['money', ['payment']],
    ['wishes to leave', ['cancellation']],
    ['the front desk', ['front-desk']],
    ['applications in queues', ['subscription-work']],
    ['facts of an application', ['parts']],
    ['reminders', ['reminder']],
    ['second persons', ['approval']],
    ['the catalogue', ['catalogue']],
    ['the institution', ['institution', 'setting', 'brand']],
    ['the manual and the first day', ['manual', 'first-day', 'offer']],
    ['whose an item is', ['whose', 'groups']],
    ['passkeys', ['passkeys', 'strength']],
    ['scores and tests', ['selection', 'review']],
    ['questionnaires and interviews', ['admission']],
    ['figures', ['report']],
    ['tokens and the audit', ['token', 'audit', 'secret']],
    ['messages and integrations', ['message', 'integration']],
    ['requests of privacy', ['privacy']],
  ];
  it.each(team)('console: %s', (_name, names) => {
    const texts = names.flatMap((name) => stringsOf(read(`console/texts/${name}.ts`)));
    expect(tooHard(texts.filter((text) => !SEED.includes(text) && !chapter.includes(text)))).toEqual([]);
  });
  it('every text file of the console is judged, except for the named ones', () => {
    const judged = team.flatMap(([, names]) => names);
    const files = here('console/texts/*.ts').map((file) => basename(file, '.ts'));
    expect(files.filter((name) => !judged.includes(name)).toSorted()).toEqual(NOT_JUDGED);
  });
  it('the role descriptions of the team', () => {
    // They are shown on the team's pages, beside its texts.
    const beside = stringsOf(read('console/texts/team.ts')).filter((text) => !chapter.includes(text));
    expect(tooHard([...beside, ...ROLES.map((role) => roles[role].description)])).toEqual([]);
  });
  it('the messages', () => {
    const paragraphs = (Object.keys(TEMPLATES) as TemplateId[])
      .flatMap((id) => Object.values(templateOf(id).wordings))
      .flatMap(({ body, foot, sms }) => [...body, foot ?? '', sms ?? ''])
      .concat(stringsOf(read('domain/work/texts.ts')))
      .map((text) => text.replace('{link}', '').replace(/\{\w+\}/g, 'isto'));
    expect(tooHard([...new Set(paragraphs)])).toEqual([]);
  });
  it("except the seed's wording", () => {
    const spec = read('docs/spec.md');
    for (const wording of SEED) expect(spec).toContain(wording);
  });
});
