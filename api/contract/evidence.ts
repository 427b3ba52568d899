import { entryOf, formatCpf, formatDateTime } from '@orbita/domain/foundation';
import type { Block, Run } from './html-blocks.ts';

/** Evidence page at the end of an accepted contract (spec 13.1; MP 2.200-2/2001 art. 10 §2). */
export type EvidencePage = {
  identifier: string;
  hash: string;
  acceptedAt: Date;
  timeZone: string;
  ip: string;
  method: string;
  candidate: string;
  guardian: { name: string; cpf: string } | null;
  subscriptionId: number;
  /** The code that confirmed it, if one was needed (spec 13.2). */
  confirmation?: { challengeId: string; masked: string } | null | undefined;
  /** The guardian's own link, if the guardian accepted with one (spec 12.9). */
  link?: { masked: string; sentAt: string } | null | undefined;
  /** Where anybody can verify this acceptance (spec 13.9). */
  verification?: { code: string; url: string } | null | undefined;
};

const METHODS: Record<string, string> = {
  password: 'senha da conta',
  code: 'código de uso único',
  'access-key': 'link de acesso da inscrição',
  google: 'conta Google',
  facebook: 'conta Facebook',
  linkedin: 'conta LinkedIn',
  signup: 'criação da conta',
  'guardian-link': 'link próprio do responsável',
};

/** Describes who confirmed: the guardian if the candidate is a minor. */
const confirmedBy = ({ candidate, guardian }: Pick<EvidencePage, 'candidate' | 'guardian'>): string =>
  guardian
    ? `${guardian.name}, CPF ${formatCpf(guardian.cpf)}, responsável financeiro de ${candidate}`
    : candidate;

/** Contracting party of an accepted contract: the guardian if the candidate is a minor (spec 13.2). */
export const contractingParty = ({
  candidate,
  guardian,
}: Pick<EvidencePage, 'candidate' | 'guardian'>): string =>
  guardian ? `${guardian.name}, CPF ${formatCpf(guardian.cpf)}` : candidate;

/** Lines of the evidence page: label and value. */
export const evidenceLines = (page: EvidencePage): [label: string, value: string][] => [
  ['Contrato e versão', page.identifier],
  ['Inscrição', String(page.subscriptionId)],
  ['SHA-256 do texto', page.hash],
  ['Momento do aceite', `${formatDateTime(page.acceptedAt, page.timeZone)} (${page.timeZone})`],
  ['Confirmado por', confirmedBy(page)],
  ...(page.confirmation
    ? [
        [
          'Confirmação',
          `código enviado para ${page.confirmation.masked} (registro ${page.confirmation.challengeId})`,
        ] satisfies [string, string],
      ]
    : []),
  ['Identificação no portal', entryOf(METHODS, page.method) ?? page.method],
  ...(page.link
    ? [
        [
          'Link do responsável',
          `enviado para ${page.link.masked} em ${formatDateTime(new Date(page.link.sentAt), page.timeZone)}`,
        ] satisfies [string, string],
      ]
    : []),
  ['Endereço IP observado', page.ip],
  ...(page.verification
    ? [
        ['Código de verificação', page.verification.code] satisfies [string, string],
        ['Verifique este aceite em', page.verification.url] satisfies [string, string],
      ]
    : []),
];

export const EVIDENCE_TITLE = 'Registro do aceite eletrônico';
export const EVIDENCE_NOTE =
  'As partes reconhecem este aceite como meio de prova (Medida Provisória nº 2.200-2/2001, art. 10, § 2º). O ' +
  'SHA-256 é calculado sobre o texto aceito: qualquer mudança no texto produz outro valor.';

const plain = (text: string): Run => ({ text, bold: false, italic: false });
/** The evidence page as blocks, like those of the contract text. */
export const evidenceBlocks = (page: EvidencePage): Block[] => [
  { kind: 'h1', runs: [plain(EVIDENCE_TITLE)] },
  ...evidenceLines(page).map(
    ([label, value]): Block => ({ kind: 'p', runs: [{ ...plain(`${label}: `), bold: true }, plain(value)] }),
  ),
  { kind: 'p', runs: [plain(EVIDENCE_NOTE)] },
];
