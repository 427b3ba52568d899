import { describe, expect, it } from 'vitest';
import { parseCatalogue } from './parse.ts';

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)]);

const head = `version: 1
tenant: { alias: alfa, name: Alfa, parameters: { PrivacyPolicyUrl: "https://a.test/p", DpoContact: dpo@a.test } }
institutions:
  - { code: CUA01, acronym: CUA, name: Alfa, alias: cua }
`;
const lines = (yaml: string) =>
  parseCatalogue({ yaml }).problems.map(({ line, path, message }) => `${line} ${path}: ${message}`);

describe('reading a catalogue', () => {
  it('accepts the smallest catalogue and fills in the defaults', () => {
    const { catalogue, problems } = parseCatalogue({ yaml: head });
    expect(problems).toEqual([]);
    expect(catalogue.institutions[0]).toMatchObject({
      chargeFullSaleAmount: false,
      payment: {
        variant: 'onlySubscription',
        pix: true,
        automaticPix: false,
        disableSlipDaysBeforeIntakeEnd: 3,
      },
    });
  });

  it('reports every error in one pass, each with its line', () => {
    const yaml = `${head}hosts:
  - host: cua.test
    institution: NOPE
    theme: { primary: red, favicon: missing.png }
courses:
  - { code: ADM, institution: CUA01, name: Administração, level: 9, modality: EaD }
  - code: CCO
    institution: CUA01
    name: Contábeis
    level: 1
    modality: EaD
    colour: blue
poles:
  - { code: BH, institution: CUA01, description: BH, city: 3106200 }
intakes:
  - { code: "2026-1", institution: CUA01, start: 2026-02-01, end: 2026-01-01 }
ingressModes:
  - { code: ONLINE, name: Online, kind: online-essay }
offers:
  - code: O1
    institution: CUA01
    type: 1
    intake: "2026-9"
    ingressMode: ONLINE
    courses: [ { course: ADM, poles: [ { pole: XX, vacancies: 1 } ] } ]
prices:
  - { code: P1, institution: CUA01, course: CCO, intake: "2026-1", kind: enrollment, installments: 6, value: 400 }
  - { code: P2, institution: CUA01, course: CCO, intake: "2026-1", kind: enrollment, installments: 6, value: 390.5 }
  - { code: P3, institution: CUA01, course: CCO, intake: "2026-1", kind: total, value: 10 }
`;
    expect(lines(yaml)).toEqual(
      [
        '7 hosts[0].institution: institutions has no NOPE',
        '8 hosts[0].theme.primary: must be a colour like #982439',
        '10 courses[0].level: Too big: expected number to be <=4',
        '16 courses[1].colour: unknown field colour',
        '20 intakes[0].end: ends before it starts',
        '27 offers[0].intake: intakes has no 2026-9 of CUA01; did you mean 2026-1?',
        '29 offers[0].courses[0].poles[0].pole: poles has no XX',
        '24 offers[0].essayThemes: an offer with an essay needs a theme',
        '32 prices[1]: overlaps price P1',
        '33 prices[2].plan: needs either plan, or installments and value',
      ].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
    );
  });

  it('refuses status 15, a second payment variant, unknown parameters and levels', () => {
    const yaml = `version: 1
tenant: { alias: alfa, name: Alfa }
institutions:
  - code: CUA01
    acronym: CUA
    name: Alfa
    alias: cua
    initialStatus: 15
    parameters:
      SelfRegistrationEnabled: true
      Nonsense: 1
      PrivacyPolicyUrl: http://insecure.test
    payment:
      variant: [onlySubscription, totalOrSemester]
`;
    const found = lines(yaml);
    expect(found).toContain('8 institutions[0].initialStatus: status 15 does not exist');
    expect(
      found.some((line) => line.startsWith('14 institutions[0].payment.variant: must be exactly one')),
    ).toBe(true);
    // The same entry without its shape errors, so that the rules across entries run.
    const shaped = yaml.replace(/ {4}initialStatus: 15\n/, '').replace(/ {4}payment:\n.*\n/, '');
    expect(lines(shaped)).toEqual([
      '8 institutions[0].parameters: DpoContact is required (LGPD art. 41)',
      '9 institutions[0].parameters.SelfRegistrationEnabled: SelfRegistrationEnabled cannot be set for an institution',
      '10 institutions[0].parameters.Nonsense: unknown parameter Nonsense',
      '11 institutions[0].parameters.PrivacyPolicyUrl: PrivacyPolicyUrl must be a valid str',
    ]);
  });

  it('checks images by content and size', () => {
    const yaml = `${head}hosts:
  - { host: a.test, theme: { favicon: f.png, logoSmall: s.svg, logoLarge: l.png } }
`;
    const files = {
      'f.png': base64(PNG),
      's.svg': base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'l.png': base64(Buffer.concat([PNG, Buffer.alloc(300 * 1024)])),
    };
    const { problems, catalogue } = parseCatalogue({ yaml, files });
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ['hosts[0].theme.logoSmall', 'must not contain the attribute onload'],
      ['hosts[0].theme.logoLarge', 'must not be larger than 256 KiB'],
    ]);
    expect(catalogue.assets.map(({ path, contentType }) => [path, contentType])[0]).toEqual([
      'alfa/f.png',
      'image/png',
    ]);
  });

  it('refuses contracts that are missing or contain scripts', () => {
    const yaml = `${head}contracts:
  - { code: A, title: A, file: a.html }
  - { code: B, title: B, file: b.html }
`;
    const { problems } = parseCatalogue({
      yaml,
      files: { 'b.html': base64('<p onclick="x()">{{candidate.shoeSize}}</p>') },
    });
    expect(problems).toEqual([
      { line: 6, path: 'contracts[0].file', message: 'file a.html is missing' },
      { line: 7, path: 'contracts[1].file', message: 'must not contain onclick=' },
      { line: 7, path: 'contracts[1].file', message: 'unknown placeholder {{candidate.shoeSize}}' },
    ]);
  });

  it('reads a folder of several files and names the file of an error', () => {
    const files = {
      'tenant.yaml': base64(head),
      'academic.yaml': base64(
        'courses:\n  - { code: ADM, institution: NO, name: A, level: 1, modality: EaD }\n',
      ),
      'broken.yaml': base64('poles:\n  - { code: BH\n'),
    };
    const { problems } = parseCatalogue({ yaml: '', files });
    expect(problems[0]).toEqual({
      line: 2,
      path: 'academic.yaml: courses[0].institution',
      message: 'institutions has no NO',
    });
    expect(problems.slice(1).every(({ path }) => path.startsWith('broken.yaml'))).toBe(true);
    expect(problems.length).toBeGreaterThan(1);
  });

  it('refuses text that is not UTF-8, with its line', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1').toString('base64');
    const files = {
      'tenant.yaml': base64(`${head}contracts:\n  - { code: A, title: A, file: a.html }\n`),
      'academic.yaml': latin(
        'courses:\n  - { code: ADM, institution: CUA01, name: Gest\u00e3o, level: 1, modality: EaD }\n',
      ),
      'a.html': latin('<p>Contrato</p>\n<p>na vers\u00e3o</p>\n'),
    };
    const { problems } = parseCatalogue({ yaml: '', files });
    expect(problems.filter(({ message }) => message.includes('UTF-8'))).toEqual([
      { line: 2, path: 'academic.yaml: ', message: 'is not UTF-8: save the file in this encoding' },
      {
        line: 6,
        path: 'tenant.yaml: contracts[0].file',
        message: 'line 2 of a.html is not UTF-8: save the file in this encoding',
      },
    ]);
  });

  it('refuses text that no database stores, with its line', () => {
    const course = '  - { code: ADM, institution: CUA01, level: 1, modality: EaD, name: ';
    const yaml = (name: string) => `${head}courses:\n${course}${name} }\n`;
    const refused = '6 : this text has a character that no text needs (NUL)';
    expect(lines(yaml('"Administração\\0"'))).toEqual([refused]);
    expect(lines(yaml('"\\uD800Administração"'))).toEqual([refused]);
    expect(lines(yaml('"\\uD83D\\uDE00"'))).toEqual([]);
    const contract = `${head}contracts: [{ code: C, title: C, file: c.html }]\n`;
    const { problems } = parseCatalogue({ yaml: contract, files: { 'c.html': base64('<p>a\0</p>') } });
    expect(problems.map(({ message }) => message)).toEqual(['c.html is no text']);
  });

  it('explains values as Brazilian hands write them', () => {
    const of = (value: string) =>
      lines(`${head}vouchers:
  - { code: V, appliesTo: all, from: 2026-01-01, to: 2026-12-31, amount: ${value} }
`);
    expect(of('1200')).toEqual([]);
    expect(of('1200.50')).toEqual([]);
    expect(of('1.200')).toEqual(['6 : 1.200 is read as 1.2: write 1200 or 1.2']);
    for (const text of ['1.200.50', '"1200"', '1200R$', 'R$ 1200'])
      expect(of(text)).toEqual([
        expect.stringMatching(/^6 vouchers\[0\]\.amount: .*expected number, received string$/),
      ]);
    const day = `${head}intakes:\n  - { code: "2026-1", institution: CUA01, start: 2026-01-01 }\n`;
    expect(lines(day)).toEqual(['6 intakes[0].end: is required']);
  });

  it('requires version 1 and a tenant', () => {
    expect(lines('offers: []')).toEqual(['1 version: is required', '1 tenant: is required']);
  });
});
