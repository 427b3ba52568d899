import { entryOf } from '../../foundation/index.ts';
import type { CnabError } from './return-file.ts';

const PROBLEMS: Record<CnabError['problem'], string> = {
  length: 'A linha está cortada ou é longa demais. Cada linha tem 240 posições.',
  order: 'A linha está fora de ordem, ou falta a linha que vem antes ou depois dela.',
  fields: 'A linha tem letras onde deveria ter números, datas ou valores.',
  count: 'O total escrito nesta linha não confere com as linhas do arquivo. Falta ou sobra alguma.',
  'other-service': 'Este lote é de outro serviço do banco, não de boletos. Ele não foi lido.',
  segment: 'A linha é de um tipo que não conhecemos. Ela não foi lida.',
  'not-a-return': 'Este arquivo não é um retorno CNAB 240.',
  'other-positions': 'Este banco usa outro formato de arquivo, que ainda não lemos.',
};

/** Fields of a return file, in the terms of the banks' manuals. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: 'valor do boleto',
  bank: 'banco',
  creditDate: 'data do crédito',
  credited: 'valor creditado',
  date: 'data do arquivo',
  dueDate: 'vencimento',
  eventDate: 'data da ocorrência',
  fee: 'tarifa',
  fileSequence: 'número do arquivo',
  paid: 'valor pago',
};

/** What is wrong with a line of a return file, for the person who uploaded it. */
export function cnabErrorText({ problem, fields = [] }: CnabError): string {
  const named = fields.map((field) => entryOf(FIELDS, field) ?? field);
  return named.length > 0 ? `${PROBLEMS[problem]} Confira: ${named.join(', ')}.` : PROBLEMS[problem];
}
