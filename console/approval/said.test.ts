import { expect, it } from 'vitest';
import { waitingIn } from './asked.tsx';
import { saidOf } from './request-page.tsx';
import { type Approval, amountOf } from './state.tsx';

const after = (more: Partial<Approval>) =>
  ({ state: 'approved', failure: null, refundState: null, ...more }) as Approval;

it.each([
  [undefined, 'success', 'Pedido retirado.'],
  [after({}), 'success', 'Pedido aprovado. Já está feito.'],
  [after({ refundState: 'done' }), 'success', 'Pedido aprovado. Já está feito.'],
  [
    after({ refundState: 'processing' }),
    'warning',
    'O banco não respondeu. A devolução está registrada e será consultada sozinha; não peça outra.',
  ],
  [after({ refundState: 'requested' }), 'warning', expect.stringContaining('não peça outra')],
  [after({ refundState: 'failed' }), 'danger', expect.stringContaining('O banco não aceitou')],
  [after({ state: 'refused' }), 'success', 'Pedido recusado.'],
  [
    after({ state: 'failed', failure: 'Não resta nada para devolver.' }),
    'danger',
    'Aprovado, mas não pôde ser feito: Não resta nada para devolver.',
  ],
])('after an act the page shows its outcome: %#', (answer, kind, text) => {
  expect(saidOf(answer)).toEqual({ kind, text });
});

it('an answer says whether a second person must approve first', () => {
  const approval = after({ id: 7, state: 'waiting' });
  expect(waitingIn({ approval })).toBe(approval);
  expect(waitingIn({ staffId: 1 })).toBeUndefined();
  expect(waitingIn(undefined)).toBeUndefined();
});

it('an amount is formatted as money, and a missing one is empty', () => {
  expect(amountOf({ amount: 1360.5 })).toMatch(/^R\$\s1\.360,50$/);
  expect(amountOf({ amount: null })).toBe('');
});
