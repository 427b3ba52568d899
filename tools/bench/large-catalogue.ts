/** A catalogue of many offers, each with its own price, across a hundred courses and twenty poles. */
export function largeCatalogue(alias: string, offers: number): string {
  const count = (n: number) => Array.from({ length: n }, (_, at) => at + 1);
  const courses = count(100);
  const poles = count(20);
  const lines = [
    'version: 1',
    `tenant: { alias: ${alias}, name: Large, parameters: { PrivacyPolicyUrl: "https://${alias}.test/p", DpoContact: dpo@${alias}.test } }`,
    `hosts: [ { host: ${alias}.test, institution: L1 } ]`,
    'institutions: [ { code: L1, acronym: L, name: Large, alias: large } ]',
    'poles:',
    ...poles.map((n) => `  - { code: P${n}, institution: L1, description: Polo ${n}, city: 3106200 }`),
    'courses:',
    ...courses.map((n) => `  - { code: C${n}, institution: L1, name: Curso ${n}, level: 1, modality: EaD }`),
    'intakes:',
    ...count(50).map(
      (n) =>
        `  - { code: K${n}, institution: L1, start: 2026-01-01, end: 2026-12-31, classStart: 2027-02-01 }`,
    ),
    'ingressModes: [ { code: HIST, name: Histórico, kind: document-analysis } ]',
    'offers:',
    ...count(offers).flatMap((n) => [
      `  - code: O${n}`,
      '    institution: L1',
      '    type: 1',
      `    intake: K${(Math.floor((n - 1) / 100) % 50) + 1}`,
      '    ingressMode: HIST',
      '    courses:',
      `      - { course: C${((n - 1) % 100) + 1}, poles: [ { pole: P${(n % 20) + 1}, vacancies: 50 }, { pole: P${((n + 7) % 20) + 1}, vacancies: 30 } ] }`,
      '    parameters: { EssayTimeMinutes: 90 }',
    ]),
    'prices:',
    ...count(Math.min(offers, 5000)).map(
      (n) =>
        `  - { code: V${n}, institution: L1, course: C${((n - 1) % 100) + 1}, intake: K${(Math.floor((n - 1) / 100) % 50) + 1}, kind: enrollment, installments: 6, value: ${200 + (n % 100)}.50 }`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
