/** Types of Pix Automático in the Central Bank's API Pix 2.9.0; field names are the standard's. */
import type { ReceivedPix } from './types.ts';

export type RecStatus = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';
export type CobrStatus = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';
export type AttemptStatus = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';
export type Journey = 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4' | 'AGUARDANDO_DEFINICAO';
type Period = 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';
/** Who ended an authorisation or one of its charges. */
export type Ender = 'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR';

interface Update<S> {
  status: S;
  data: string;
}

export type Ending =
  | { rejeicao: { codigo: string; descricao: string } }
  | { cancelamento: { solicitante: Ender; codigo: string; descricao: string } };

export interface RecLocation {
  clientId: string;
  id: number;
  location: string;
  createdAt: string;
  idRec: string | null;
}

/** What the receiver requests. */
export interface RecTerms {
  vinculo: { contrato: string; objeto?: string; devedor: { cpf?: string; cnpj?: string; nome: string } };
  calendario: { dataInicial: string; dataFinal?: string; periodicidade: Period };
  politicaRetentativa: 'NAO_PERMITE' | 'PERMITE_3R_7D';
  valor?: { valorRec?: string; valorMinimoRecebedor?: string };
  recebedor?: { convenio: string };
}

export interface Recurrence {
  clientId: string;
  idRec: string;
  createdAt: string;
  terms: RecTerms;
  status: RecStatus;
  history: Update<RecStatus>[];
  locationId: number | null;
  journey: Journey;
  /** Immediate charge paid together with the authorisation (journey 3). */
  firstTxid: string | null;
  ending: Ending | null;
}

export interface Attempt {
  dataLiquidacao: string;
  tipo: 'AGND' | 'NTAG' | 'RIFL';
  status: AttemptStatus;
  endToEndId: string;
  history: Update<AttemptStatus>[];
  rejeicao: { codigo: string; descricao: string } | null;
}

export interface CobrTerms {
  idRec: string;
  calendario: { dataDeVencimento: string };
  valor: { original: string };
  recebedor: { agencia?: string; conta: string; tipoConta: string };
  ajusteDiaUtil: boolean;
  infoAdicional?: string;
}

/** The charge of one cycle. */
export interface Cobr {
  clientId: string;
  txid: string;
  createdAt: string;
  terms: CobrTerms;
  status: CobrStatus;
  history: Update<CobrStatus>[];
  attempts: Attempt[];
  ending: Ending | null;
  pix: ReceivedPix[];
}

export interface RecurrenceWebhook {
  webhookUrl: string;
  createdAt: string;
}
