import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitSms,
  isTemplateId,
  LIVE_EVENTS,
  mayHaveParagraph,
  neededData,
  plainSms,
  renderNotification,
  sampleNotification,
  TEMPLATES,
  type TemplateId,
  templateOf,
} from './index.ts';

const link = `https://cua.alfa.orbita.test/orbita/candidate/subscriptions/essays/5001?accesskey=${'k'.repeat(43)}`;
/** The only link that a text message must always contain: the guardian has no other way in. */
const guardianLink = `https://cua.alfa.orbita.test/orbita/candidate/responsavel#${'k'.repeat(22)}`;
const ids = Object.keys(TEMPLATES) as TemplateId[];
const wordings = ids.flatMap((id) =>
  Object.keys(templateOf(id).wordings).map((variante) => [id, variante] as const),
);

const dataFor = (id: TemplateId, variante: string, value = 'Ação & <b>útil</b>') => ({
  ...Object.fromEntries(
    neededData(id, variante).map((name) => [
      name,
      name === 'link' ? (id === 'N-29' ? guardianLink : link) : name === 'dia' ? '15/01' : value,
    ]),
  ),
  nome: 'Conceição',
  instituicao: 'Centro Universitário Alfa Exemplo',
  variante,
});

describe('templates', () => {
  it('are those for candidates by number, and those for the team', () => {
    const numbers = [...Array.from({ length: 35 }, (_, at) => at + 1), 37, 40];
    const ofCandidates = numbers.map((number) => `N-${String(number).padStart(2, '0')}`);
    const ofTeam = ['01', '02', '03', '04', '05', '06', '07', '10', '11', '12'].map((at) => `NE-${at}`);
    expect(ids.toSorted()).toEqual([...ofCandidates, ...ofTeam].toSorted());
    expect(isTemplateId('nothing')).toBe(false);
  });
  it.each(wordings)('%s (%s) renders in every form', (id, variante) => {
    const { channels, link: kind } = templateOf(id);
    const { subject, text, html, sms } = renderNotification(id, dataFor(id, variante));
    expect(text).toContain('Centro Universitário Alfa Exemplo');
    expect(`${subject}${text}`).not.toMatch(/[{}?]{2}|\{\w+\}|undefined/);
    expect(html).not.toContain('<b>');
    expect(html).toContain('prefers-color-scheme:dark');
    const byPhone = channels.includes('sms') && !templateOf(id).wordings[variante]?.mailOnly;
    expect(byPhone).toBe(sms !== undefined);
    if (sms) expect(sms).toMatch(/^[\x20-\x7e]{1,160}$/);
    if (kind === 'none') expect(text).not.toContain('http');
  });
  it.each(wordings)('%s (%s) is shown with invented data of every name', (id, variant) => {
    const address = id === 'N-29' ? guardianLink : link;
    const data = sampleNotification(id, { institution: 'Alfa', variant, link: address });
    for (const name of neededData(id, variant)) expect([name, data[name]]).not.toEqual([name, name]);
    const {
      text,
      html,
      sms = '',
    } = renderNotification(id, data, {
      brand: '#0b5394',
      paragraph: 'Fale <b>conosco</b>: {nome}',
      signature: 'Rua Um\nCentro',
    });
    expect(`${text}${sms}`).not.toMatch(/undefined|\{(?!nome\})/);
    expect(text.includes('Fale <b>conosco</b>: {nome}')).toBe(mayHaveParagraph(id));
    expect(html).not.toContain('<b>conosco');
    expect(text.endsWith('Alfa\nRua Um\nCentro')).toBe(true);
    expect(html).toContain('Alfa<br>Rua Um<br>Centro');
  });
  it('allows no institution text beside codes and access changes', () => {
    const without = ids.filter((id) => id.startsWith('N-') && !mayHaveParagraph(id));
    expect(without).toEqual(['N-02', 'N-03', 'N-04', 'N-30', 'N-29', 'N-33'].toSorted());
  });
  it('contains no grade, reason or document content', () => {
    for (const [id, variante] of wordings) {
      const { sms } = renderNotification(id, dataFor(id, variante, 'SEGREDO'));
      const shown = templateOf(id).wordings[variante]?.sms ?? '';
      expect(shown).not.toMatch(/\{(motivo|documento|comentario|score|studentLyceumId)\}/);
      expect(sms === undefined || sms.length <= 160).toBe(true);
    }
  });
});

describe('rendering', () => {
  const created = { nome: 'Candidata', instituicao: 'Alfa', id: 5001, curso: 'Administração', link };
  it('renders the text of the specification', () => {
    const { subject, text } = renderNotification('N-05', created);
    expect(subject).toBe('Inscrição recebida');
    expect(text).toBe(
      `Olá, Candidata!\n\nSua inscrição nº 5001 em Administração chegou. Continue por aqui: ${link}\n\nAlfa`,
    );
  });
  it('greets once', () => {
    const { text } = renderNotification('N-09', {
      nome: 'Candidata',
      instituicao: 'Alfa',
      prazo: '13/02/2026',
      link,
    });
    expect(text).toBe(`Parabéns, Candidata! Faça a matrícula até 13/02/2026: ${link}\n\nAlfa`);
  });
  it('renders the address as a button in the brand colour', () => {
    const { html } = renderNotification('N-05', created, { brand: '#0b5394' });
    expect(html).toContain(`href="${link}"`);
    expect(html).toContain('background:#0b5394');
    expect(html).toContain('em Administração chegou. Continue por aqui.');
  });
  it('never links to other schemes than https', () => {
    const { html } = renderNotification('N-10', {
      nome: 'C',
      instituicao: 'Alfa',
      link: 'javascript:alert(1)',
    });
    expect(html).not.toContain('href=');
  });
  it('uses the variant and leaves out optional paragraphs without a value', () => {
    const data = { nome: 'C', instituicao: 'Alfa', id: 1, curso: 'ADM', variante: 'concluido' };
    expect(renderNotification('N-28', { ...data, valor: '360,00' }).text).not.toContain('Prazo');
    expect(renderNotification('N-28', { ...data, valor: '360,00', prazo: '01/02/2026' }).text).toContain(
      'Valor a devolver: R$ 360,00.\n\nPrazo da devolução: 01/02/2026.',
    );
    expect(() => renderNotification('N-28', { ...data, variante: 'x' })).toThrow(RangeError);
  });
  it('throws when a value is missing', () => {
    expect(() => renderNotification('N-02', { nome: 'C', instituicao: 'Alfa' })).toThrow(
      'N-02 needs {codigo}',
    );
  });
  it('keeps the subject on one line', () => {
    const data = { nome: 'C', instituicao: 'Alfa', data: '1\r\nBcc: x@y.test', curso: 'ADM', link };
    expect(renderNotification('N-22', data).subject).not.toMatch(/[\r\n]/);
  });
});

describe('phone messages', () => {
  it('use the GSM 7-bit alphabet only, since others halve the length of an SMS', () => {
    expect(plainSms('Inscrição nº 1 — “já” […]')).toBe('Inscricao n. 1 - "ja" (...)');
  });
  it('contain a link only if their template has one', () => {
    expect(fitSms('Matrícula concluída.', () => link)).toBe('Matricula concluida.');
  });

  const KEY = 'k'.repeat(22);
  const at = (host: string) => `https://${host}/k/${KEY}`;
  const phone = (id: TemplateId, host: string, data: Record<string, string | number> = {}): string =>
    renderNotification(id, {
      nome: 'Conceição',
      instituicao: 'Centro Universitário Alfa Exemplo',
      id: 5001,
      curso: 'Administração',
      data: '19/01/2026',
      prazo: '13/02/2026',
      hora: '19:00',
      valor: '1.360,00',
      documento: 'RG',
      motivo: 'Ilegível',
      local_ou_link: 'Sala 2',
      nome_candidato: 'Candidata',
      local: 'Polo BH',
      codigo: '123456',
      alteracao: 'o e-mail mudou',
      desconto: '10 % na matrícula',
      link: at(host),
      ...data,
    }).sms ?? '';
  const DEMO = 'cua.alfa.orbita.test';
  const LONG = `vestibular.${'x'.repeat(39)}.edu.br`;

  it.each<[TemplateId, string, Record<string, string>, string]>([
    ['N-22', DEMO, {}, `Seu prazo de pagamento termina em 19/01/2026. Pague: ${at(DEMO)}`],
    ['N-09', DEMO, {}, `Voce passou, Conceicao! Faca a matricula ate 13/02/2026: ${at(DEMO)}`],
    ['N-19', DEMO, {}, `Recebemos R$ 1.360,00. Continue por aqui: ${at(DEMO)}`],
    // With a host of 57 characters the address does not fit beside this text.
    ['N-09', LONG, {}, `Voce passou, Conceicao! Faca a matricula ate 13/02/2026: ${at(LONG)}`],
    ['N-22', LONG, {}, `Seu prazo de pagamento termina em 19/01/2026. Pague: ${at(LONG)}`],
    [
      'N-22',
      LONG,
      { variante: 'taxa' },
      'Seu prazo de pagamento termina em 19/01/2026. Pague a taxa de inscricao no portal Centro Universitario Alfa Exemplo.',
    ],
    // A long name is shortened before the address is dropped.
    [
      'N-05',
      DEMO,
      { curso: 'Análise e Desenvolvimento de Sistemas com Ênfase em Segurança da Informação' },
      `Sua inscricao n. 5001 em Analise e Desenvolvimento de Sistemas com Enfase em... chegou. Continue por aqui: ${at(DEMO)}`,
    ],
  ])('%s at %s %j', (id, host, data, said) => {
    expect(phone(id, host, data)).toBe(said);
    expect(said.length).toBeLessThanOrEqual(160);
  });

  it('keep all their words, days and amounts, whatever the host and the names', () => {
    const NAMES = ['nome', 'nome_candidato', 'curso', 'instituicao', 'local'];
    const shown = wordings.flatMap(([id, variante]) => {
      const { sms } = templateOf(id).wordings[variante] ?? {};
      return sms && id !== 'N-29' ? [[id, variante, sms] as const] : [];
    });
    const name = fc.string({
      unit: fc.constantFrom('a', 'ç', 'Ã', ' ', '-', '{', '€', '漢'),
      maxLength: 200,
    });
    const filled = fc.record(Object.fromEntries(NAMES.map((one) => [one, name.map((text) => `N${text}`)])));
    const host = fc.integer({ min: 4, max: 100 }).map((length) => `${'h'.repeat(length - 3)}.br`);
    const valor = fc.constantFrom('0,01', '360,00', '9.999.999,99');
    fc.assert(
      fc.property(
        fc.constantFrom(...shown),
        host,
        filled,
        valor,
        ([id, variante, words], hostName, names, sum) => {
          const kept = {
            codigo: '123456',
            hora: '19:00',
            data: '19/01/2026',
            prazo: '13/02/2026',
            valor: sum,
          };
          const sms = phone(id, hostName, { ...names, ...kept, variante } as Record<string, string>);
          expect(sms).toMatch(/^[\x20-\x7e]{1,160}$/);
          for (const piece of words.replace(': {link}', '').split(/\{\w+\}/))
            expect(sms).toContain(plainSms(piece));
          for (const [placeholder, value] of Object.entries(kept))
            if (words.includes(`{${placeholder}}`)) expect(sms).toContain(value);
          const linked = words.includes('{link}');
          expect(sms.endsWith(`: ${at(hostName)}`) || !linked || /no portal N.*\.$/.test(sms)).toBe(true);
          if (!sms.includes(at(hostName))) expect(sms).not.toContain('http');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("the text message with a guardian's link", () => {
  const words = TEMPLATES['N-29'].wordings.link.sms;
  const shown = (hostLength: number, name: string) => {
    const link = `https://${'h'.repeat(hostLength)}/orbita/candidate/responsavel#${'k'.repeat(22)}`;
    const data: Record<string, string> = { nome_candidato: name, link, dia: '15/01' };
    return { link, sms: () => fitSms(words, (one) => data[one] ?? '') };
  };
  it('holds the whole link up to hosts of 51 characters, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 51 }),
        fc.string({ minLength: 1, maxLength: 200 }),
        (host, name) => {
          const { link, sms } = shown(host, `N${name}`);
          expect(sms()).toContain(` ${link} ate 15/01.`);
          expect(sms().length).toBeLessThanOrEqual(160);
        },
      ),
    );
  });
  it('holds the whole undo link up to the same length', () => {
    const link = `https://${'h'.repeat(51)}/orbita/candidate/desfazer#${'k'.repeat(22)}`;
    const sms = fitSms(TEMPLATES['N-33'].wordings.default?.sms ?? '', () => link);
    expect(sms).toBe(`Seu acesso mudou. Se nao foi voce, desfaca em 72 h: ${link}`);
    expect(sms.length).toBeLessThanOrEqual(160);
  });
  it('is refused where it does not fit, because a part of it opens nothing', () => {
    expect(() => shown(52, 'Candidata Um').sms()).toThrow(RangeError);
  });
});

describe('live events', () => {
  it('use two streams', () => {
    expect(new Set(Object.values(LIVE_EVENTS))).toEqual(new Set(['business', 'financial']));
  });

  it('turns the word before an address into the link, and shows the address under the button', () => {
    const link = 'https://cua.alfa.orbita.test/orbita/candidate/reset-password/x';
    const data = { nome: 'Candidata', instituicao: 'Alfa', codigo: '123456', link };
    const { html, text } = renderNotification('N-03', data);
    expect(html).toMatch(
      /Use o código 123456 ou o <a [^>]+>link<\/a> \(válido por 60 minutos\)\. Se não foi você, ignore\./,
    );
    expect(html.split(`>${link}<`)).toHaveLength(2);
    expect(text).toContain(`ou o link ${link} (válido`);
  });
});
