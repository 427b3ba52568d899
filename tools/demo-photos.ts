import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';

/**
 * Draws the photos that people of the demo submit (`testing/demo/photos`): an invented card on a table, the same card blurred
 * and rotated, a receipt instead of a paper, and a portrait. Run it after changing a drawing: `node tools/demo-photos.ts`.
 */
const FACE =
  '<div style="background:#cfd8dc;overflow:hidden;position:relative;%SIZE%"><div style="position:absolute;left:30%;top:18%;width:40%;height:44%;border-radius:50%;background:#c89b7b"></div><div style="position:absolute;left:27%;top:10%;width:46%;height:26%;border-radius:50% 50% 20% 20%;background:#3b2b23"></div><div style="position:absolute;left:12%;top:66%;width:76%;height:60%;border-radius:50%;background:#37607a"></div></div>';
const face = (size: string) => FACE.replace('%SIZE%', size);
const CARD = `<div style="width:620px;height:400px;border-radius:18px;background:linear-gradient(135deg,#e3efe4,#bcd6c3);padding:26px;box-sizing:border-box;box-shadow:0 14px 30px #0008;color:#22392b">
<b style="font-size:21px">REPÚBLICA DE EXEMPLO · CARTEIRA DE IDENTIDADE</b><div style="display:flex;gap:24px;margin-top:24px">${face('width:150px;height:200px')}
<div style="font-size:19px;line-height:1.7">NOME<br><b>PESSOA INVENTADA</b><br>FILIAÇÃO<br>RESPONSÁVEL EXEMPLO<br>REGISTRO GERAL<br><b>MG-00.000.000</b></div></div><div style="margin-top:20px;font-size:15px">Documento sem valor, desenhado para demonstração</div></div>`;
const TABLE = 'background:repeating-linear-gradient(92deg,#8a6644 0 46px,#7f5c3c 46px 92px)';
const page = (inner: string, style = '') =>
  `<body style="margin:0;font-family:sans-serif"><div style="width:900px;height:700px;${TABLE};display:grid;place-items:center;overflow:hidden;${style}">${inner}</div></body>`;
const RECEIPT = `<div style="width:330px;background:#fdfdf8;padding:22px;font:17px/1.6 monospace;box-shadow:0 8px 18px #0007;transform:rotate(-3deg)">MERCADO EXEMPLO<br>CUPOM 004417<br>--------------------------<br>ARROZ 5KG ......... 27,90<br>CAFE 500G ......... 18,50<br>LEITE 1L .......... 5,49<br>PAO ............... 8,20<br>--------------------------<br>TOTAL ............ 60,09<br>OBRIGADO, VOLTE SEMPRE</div>`;

const PHOTOS = {
  card: page(`<div style="transform:rotate(-4deg)">${CARD}</div>`),
  blurred: page(`<div style="transform:rotate(5deg);filter:blur(9px) brightness(.8)">${CARD}</div>`),
  turned: page(`<div style="transform:rotate(88deg) scale(.95)">${CARD}</div>`),
  wrong: page(RECEIPT),
  portrait: page(face('width:525px;height:700px'), 'background:#dfe5e8'),
};

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
const tab = await browser.newPage({ viewport: { width: 900, height: 700 } });
for (const [name, html] of Object.entries(PHOTOS)) {
  await tab.setContent(html);
  const file = join(import.meta.dirname, '../testing/demo/photos', `${name}.jpg`);
  writeFileSync(file, await tab.screenshot({ type: 'jpeg', quality: 72 }));
}
await browser.close();
