import { ROLES } from '@orbita/domain/staff';
import { QUEUE_NAMES, QUEUES } from '@orbita/domain/work';
import { describe, expect, it } from 'vitest';
import { hasScreen, rolesToGive } from '../base/role-screens.ts';
import { ELSEWHERE } from '../texts/elsewhere.ts';
import { opensScreen } from '../work/elsewhere.tsx';
import { queuePath } from '../work/queues.ts';
import { screens } from './screens.ts';

describe('roles and screens', () => {
  it('offers a role exactly while it opens a screen besides Início', () => {
    const given = rolesToGive(screens);
    for (const role of ROLES) {
      const own = screens.filter((screen) => screen.parts.length > 0 && hasScreen(role, [screen]));
      expect([role, given.includes(role)]).toEqual([role, own.length > 0]);
    }
    expect(rolesToGive([{ parts: [] }, { parts: ['payments.read'] }])).toEqual([
      'atendimento',
      'financeiro',
      'gestao',
    ]);
  });

  it('leads from Início to the list of every queue that is counted', () => {
    const lost = QUEUE_NAMES.filter((queue) => queuePath(queue, screens) === undefined);
    expect(lost).toEqual([]);
    const others = ['document-cases', 'held-contacts', 'refunds', 'differences', 'approvals'] as const;
    expect(others.map((one) => queuePath(one, screens))).toEqual([
      '/pessoas/documentos',
      '/pessoas/contatos',
      '/pagamentos/devolucoes?situacao=sem-resposta',
      '/pagamentos/diferencas',
      '/aprovacoes',
    ]);
  });

  it('opens the screen of a queue to everybody who opens the queue', () => {
    const shut = QUEUE_NAMES.filter((queue) => {
      const screen = screens.find(({ queues }) => queues?.includes(queue));
      return QUEUES[queue].openers.some((part) =>
        ROLES.some((role) => hasScreen(role, [{ parts: [part] }]) && screen && !hasScreen(role, [screen])),
      );
    });
    expect(shut).toEqual([]);
  });

  it('names elsewhere what no screen shows, and nothing that one does', () => {
    expect(ELSEWHERE.some(({ parts }) => parts.some((part) => part.startsWith('payments')))).toBe(false);
    expect(opensScreen('payments.settle', [{ parts: ['payments.settle'] }])).toBe(true);
    expect(opensScreen('payments.settle', [{ parts: [] }])).toBe(false);
  });
});
