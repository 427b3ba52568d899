import PDFDocument from 'pdfkit';

export type DocumentContent = { title: string; person: string; lines: readonly string[]; pages: number };

/** A PDF of an invented school or office, with its name, a table of rows and a stamp on each page. */
export function pdfOf({ title, person, lines, pages }: DocumentContent): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
  });
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.font('Times-Bold').fontSize(13).text('ESCOLA ESTADUAL EXEMPLO', { align: 'center' });
    document
      .font('Times-Roman')
      .fontSize(9)
      .text('Rua Modelo, 45 · Belo Horizonte · MG', { align: 'center' });
    document.moveDown(2).font('Times-Bold').fontSize(15).text(title, { align: 'center' });
    document.moveDown().font('Times-Roman').fontSize(11).text(`Nome: ${person}`);
    document.text(`Folha ${page} de ${pages}`).moveDown();
    for (const line of lines) {
      document.text(line);
      document
        .moveTo(56, document.y + 2)
        .lineTo(539, document.y + 2)
        .lineWidth(0.4)
        .stroke('#888')
        .moveDown(0.5);
    }
    document.moveDown(3).fontSize(9).fillColor('#555').text('Documento inventado para demonstração.');
    document.fillColor('#000').circle(440, 640, 44).lineWidth(1.2).stroke('#334e8a');
    document.fontSize(8).fillColor('#334e8a').text('SECRETARIA', 415, 634).fillColor('#000');
  }
  document.end();
  return done;
}
