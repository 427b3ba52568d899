import type { PersonName } from '@orbita/ui/person-name.ts';
import { failureTexts } from './failure.ts';

/** Texts of the shell: bars, errors, network. */
export const appTexts = {
  ...failureTexts,
  notFoundTitle: 'Página não encontrada',
  notFoundSeed: 'This page could not be found',
  notFoundHelp: 'O endereço pode ter mudado. Nada do que é seu se perdeu.',
  traceId: (id: string) => `Código do atendimento: ${id}`,
  greeting: (name: PersonName) => `Olá, ${name}!`,
  changeData: 'Alterar dados',
  changePassword: 'Alterar senha',
  exit: 'Sair',
  leaving: 'Saindo…',
  backToPortal: 'Voltar ao portal',
  number: (id: number) => `Inscrição nº ${id}`,
  enrolmentNumber: (number: string) => `Matrícula ${number}`,
  taxBar: 'Taxa de inscrição — pós-graduação',
  course: 'Curso',
  campusOrPole: 'Polo',
  ingress: 'Forma de ingresso',
  modality: 'Modalidade',
  follow: 'Acompanhar inscrição',
  messages: 'Mensagens enviadas',
  loading: 'Carregando…',
  loadFailed: 'Não foi possível abrir esta página.',
  updated: 'A página mudou agora.',
} as const;
