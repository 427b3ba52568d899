/** Events of a charge, as the team reads them (spec 25.11). */
export const CHARGE_LINES = {
  created: 'Cobrança criada',
  sent: 'Boleto enviado ao banco em arquivo',
  'bank-line': 'Linha do retorno do banco',
  received: 'Dinheiro recebido',
  paid: 'Pago',
  denied: 'Recusado pela operadora do cartão',
  expired: 'Venceu sem pagamento',
  cancelled: 'Cobrança encerrada',
  error: 'O banco não criou a cobrança',
  'manual-asked': 'Pagamento na instituição registrado',
  'manual-settled': 'Recebimento confirmado',
  'manual-refused': 'Recebimento recusado',
  chargeback: 'Contestado por quem pagou',
  'settlement-reversed': 'Estornado pelo banco',
  'refund-asked': 'Devolução pedida',
  'refund-done': 'Devolução feita',
  'refund-failed': 'Devolução recusada pelo banco',
  resolved: 'Pendência resolvida',
} as const;

export type ChargeLine = keyof typeof CHARGE_LINES;
export const CHARGE_LINE_KINDS = Object.keys(CHARGE_LINES) as [ChargeLine, ...ChargeLine[]];

/** How the amount of a charge was calculated; the last line is the amount charged. */
export const PRICE_LINES = {
  base: 'Valor da tabela',
  voucher: 'Voucher',
  discount: 'Desconto',
  conditional: 'Desconto por pagar em dia',
} as const;
