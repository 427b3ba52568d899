import type { PersonName } from '@orbita/ui/person-name.ts';

const people = (count: number): string => (count === 1 ? '1 pessoa' : `${count} pessoas`);
const applications = (count: number): string => (count === 1 ? '1 inscrição' : `${count} inscrições`);

/** Reminders to many people at once (spec 25.6.5). */
export const reminderTexts = {
  open: 'Enviar lembrete',
  openFor: (count: number) => `Enviar lembrete a ${count === 1 ? '1 escolhida' : `${count} escolhidas`}`,
  unchoose: 'Desmarcar todas',
  chosen: (count: number) => (count === 1 ? '1 inscrição escolhida' : `${count} inscrições escolhidas`),
  title: 'Enviar lembrete',
  whole: 'Para todas as inscrições desta lista, com os filtros de agora.',
  some: (count: number) => `Para ${applications(count)} que você escolheu.`,
  kind: 'O que lembrar',
  looking: 'Vendo quem recebe…',
  reached: (count: number) => `${count === 1 ? 'Recebe' : 'Recebem'}: ${people(count)}`,
  nobody: 'Agora não há quem receba.',
  channels: { email: 'por e-mail', sms: 'por SMS', whatsapp: 'por WhatsApp' } as Readonly<
    Record<string, string>
  >,
  channel: (count: number, channel: string) => `${count} ${channel}`,
  leftOut: 'Ficam de fora',
  leftOutLine: (count: number, why: string) => `${applications(count)}: ${why.toLowerCase()}`,
  text: 'O que a pessoa lê',
  sms: 'No celular',
  once: 'Cada pessoa recebe no máximo um lembrete em 48 horas.',
  send: (count: number) => `Enviar a ${people(count)}`,
  sending: 'Enviando…',
  again: 'Tentar de novo',
  cancel: 'Cancelar',
  close: 'Fechar',
  stop: 'Parar o envio',
  stopping: 'Parando…',
  progress: (sent: number, all: number) => `${sent} de ${all} enviados`,
  state: { running: 'Enviando', stopped: 'Parado', done: 'Enviado' },
  past: 'Lembretes já enviados',
  pastTitle: 'Lembretes já enviados',
  pastNone: 'Nada foi enviado ainda.',
  loading: 'Carregando…',
  stoppedLine: (count: number) => `${people(count)} sem receber, porque o envio foi parado`,
  results: (back: number, paid: number) =>
    `${back === 1 ? '1 voltou' : `${back} voltaram`} · ${paid === 1 ? '1 pagou' : `${paid} pagaram`}`,
  sentLine: (count: number) => `${count === 1 ? 'Enviado' : 'Enviados'} a ${people(count)}`,
  by: (name: PersonName, at: string) => `${name}, ${at}`,
} as const;

/** Who looks after an application. */
export const ownerTexts = {
  label: 'Acompanha:',
  nobody: 'ninguém da equipe',
  you: 'você',
  next: (day: string) => `próximo contato em ${day}`,
  take: 'Acompanhar',
  change: 'Mudar',
  takeOver: 'Passar para mim',
  title: 'Acompanhar esta inscrição',
  help: 'Ela aparece em “Minhas” na lista. A pessoa não vê isto.',
  over: (name: PersonName) => `Hoje quem acompanha é ${name}. A inscrição passa para você.`,
  day: 'Próximo contato (se quiser)',
  save: 'Guardar',
  saving: 'Guardando…',
  giveBack: 'Deixar de acompanhar',
  cancel: 'Cancelar',
  mine: 'Minhas',
  column: 'Acompanha',
  nextColumn: 'Próximo contato',
} as const;

/** Predefined lists. */
export const readyTexts = {
  legend: 'Listas prontas',
  unpaid: 'Aprovado, não pagou há 5 dias',
  papers: 'Faltam documentos há 7 dias',
} as const;
