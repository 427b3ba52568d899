import type { DemoMember } from '../../api/staff/demo.ts';
import { bodyOf } from '../journey.ts';
import type { PastStage } from './stage.ts';

/** First tasks for a visitor of the demo: what to do, and the address that signs in the person who does it. */
export async function demoTasks(
  { operationsOf }: Pick<PastStage, 'operationsOf'>,
  members: readonly DemoMember[],
): Promise<{ task: string; address: string }[]> {
  const alfa = operationsOf('alfa');
  const essays = bodyOf(await alfa.call('GET /operations/essays', { query: { state: 'finished' } })).data;
  const asked = bodyOf(await alfa.call('GET /operations/approvals')).data;
  const approvals = asked.filter(({ kind }) => kind === 'refund');
  const documents = bodyOf(await alfa.call('GET /operations/documents', { query: { state: 'sent' } })).data;
  const stalled = bodyOf(await alfa.call('GET /operations/subscriptions', { query: { state: '6' } })).data;
  const at = (name: string, page: string) => {
    const { address = '' } = members.find((one) => one.name.startsWith(name)) ?? {};
    return address.replace('/convite#', `/convite?para=${page}#`);
  };
  const item = (page: string, [first]: readonly { id: number }[]) => (first ? `${page}/${first.id}` : page);
  return [
    { task: 'Corrija esta redação', address: at('Clara', item('/redacoes', essays)) },
    { task: 'Confira este documento', address: at('Davi', item('/documentos', documents)) },
    { task: 'Aprove esta devolução', address: at('Beto', item('/aprovacoes', approvals)) },
    { task: 'Ajude quem não pagou', address: at('Gil', item('/inscricoes', stalled)) },
    { task: 'Veja o dia da equipe', address: at('Ana', '/') },
  ];
}
