import { describe, expect, it } from 'vitest';
import { pdfText } from '../../testing/pdf-text.ts';
import { contractingParty, type EvidencePage } from './evidence.ts';
import { blocksOf } from './html-blocks.ts';
import { contractPdf } from './pdf.ts';

const EVIDENCE: EvidencePage = {
  identifier: 'CT-GRAD:1',
  hash: `sha256:${'a'.repeat(64)}`,
  acceptedAt: new Date('2026-01-12T13:40:00Z'),
  timeZone: 'America/Sao_Paulo',
  ip: '203.0.113.7',
  method: 'password',
  candidate: 'Candidata Um',
  guardian: null,
  subscriptionId: 5001,
};

describe('contract as PDF', () => {
  it('splits cleaned HTML into blocks', () => {
    expect(blocksOf('<h1>A &amp; B</h1>\n<p>um <strong>dois</strong></p><ul>\n<li>x</li></ul>')).toEqual([
      { kind: 'h1', runs: [{ text: 'A & B', bold: false, italic: false }] },
      {
        kind: 'p',
        runs: [
          { text: 'um ', bold: false, italic: false },
          { text: 'dois', bold: true, italic: false },
        ],
      },
      { kind: 'li', runs: [{ text: 'x', bold: false, italic: false }] },
    ]);
    const table =
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b <b>c</b></td></tr></tbody></table>';
    expect(blocksOf(table)).toEqual([{ kind: 'table', head: [['a']], rows: [['b c']] }]);
  });

  it('S46 holds every cell of tables that are uneven, wider or taller than a page, and words longer than a line', async () => {
    const cells = (count: number, text: string) => `<tr>${`<td>${text}</td>`.repeat(count)}</tr>`;
    const html = `<table>${cells(1, 'uma')}${cells(3, 'três')}</table><table>${cells(40, 'larga')}</table>
      <table>${cells(1, `${'alta '.repeat(4_000)}fim`)}</table><p>${'m'.repeat(20_000)}</p>`;
    const text = await pdfText(await contractPdf(html, 'Contrato', EVIDENCE));
    expect(text.match(/uma/g)).toHaveLength(1);
    expect(text.match(/três/g)).toHaveLength(3);
    expect(text.match(/larga/g)).toHaveLength(40);
    expect(text.match(/alta/g)).toHaveLength(4_000);
    expect(text.match(/m/g)?.length).toBeGreaterThanOrEqual(20_000);
  });

  it('shows text with accents, table, page numbers and evidence, and gives the same bytes every time', async () => {
    const html = `<h1>Contrato de prestação</h1><p>Curso de <b>Administração</b> – § 2º</p>
      <table><thead><tr><th>Plano</th></tr></thead><tbody><tr><td>6 parcelas de R$ 400,00</td></tr></tbody></table>
      <ul><li>Primeiro item</li></ul>${'<p>Parágrafo longo de verdade. </p>'.repeat(80)}`;
    const pdf = await contractPdf(html, 'Contrato de prestação', EVIDENCE);
    expect(pdf.equals(await contractPdf(html, 'Contrato de prestação', EVIDENCE))).toBe(true);
    const text = await pdfText(pdf);
    for (const part of [
      'Contrato de prestação',
      'Administração',
      '§ 2º',
      '6 parcelas de R$ 400,00',
      'Primeiro item',
      'página 1 de 4',
      'página 4 de 4',
      'Registro do aceite eletrônico',
      EVIDENCE.hash,
      '12/01/2026 às 10:40',
      '203.0.113.7',
      'Candidata Um',
    ]) {
      expect(text).toContain(part);
    }
    const raw = pdf.toString('latin1');
    expect(raw).toContain('/Lang (pt-BR)');
    expect(raw).toContain('/MarkInfo');
    expect(raw).toContain('/StructTreeRoot');
  });

  it('has every Latin letter as it was accepted, and a question mark for one its fonts lack', async () => {
    const code = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    const letters = [...code(0xc0, 0x24f), ...code(0x1e00, 0x1eff)]
      .filter((one) => /\p{L}/u.test(one))
      .join('');
    const name = 'Łukasz Žižek, Nguyễn Thị Ánh, Şeyma Ğ, final e fflor';
    const pdf = await contractPdf(
      `<p>${name}</p><p><b>${name}</b></p><p><i>${name}</i></p><p>${letters}</p><p>[王]</p>`,
      'Contrato',
      EVIDENCE,
    );
    const text = await pdfText(pdf);
    expect(text.split(name)).toHaveLength(4);
    expect(text.replaceAll(/\s/g, '')).toContain(letters);
    expect(text).toContain('[?]');
    expect(pdf.toString('latin1')).toMatch(/\/FontFile2/);
  });

  it('names the guardian of a minor as the contracting party', () => {
    const guardian = { name: 'Responsável Um', cpf: '44455566619' };
    expect(contractingParty({ ...EVIDENCE, guardian })).toBe('Responsável Um, CPF 444.555.666-19');
    expect(contractingParty(EVIDENCE)).toBe('Candidata Um');
  });

  it('names the page of verification, as text and as a QR code', async () => {
    const url = 'https://exemplo.test/orbita/candidate/verificar/7K3M';
    const text = await pdfText(
      await contractPdf('<p>x</p>', 'Contrato', { ...EVIDENCE, verification: { code: '7K3M-9T', url } }),
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Código de verificação: 7K3M-9T');
    expect(text.replaceAll(/\s+/g, '')).toContain(url);
  });
});
