import type { Kind } from '@orbita/domain/work';
import type { PersonName } from '@orbita/ui/person-name.ts';

type Tracked = { label: string; count: number; capped: boolean; late: number; atRisk: number };

/** Parts of E-01 that load after its counts (spec 25.5). */
export const homeMoreTexts = {
  track: ({ label, count, capped, late, atRisk }: Tracked) =>
    [
      `${label}: ${capped ? '1.000+' : count} esperando.`,
      atRisk > 0 ? `${atRisk} perto do prazo.` : '',
      late > 0 ? `${late} fora do prazo.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  opened: 'Inscrições abertas por último',
  openedLoading: 'Carregando as inscrições…',
  openedNone: 'Nenhuma ainda. As que você abrir ficam aqui.',
  openedName: (name: PersonName, id: number) => `${name}, nº ${id}`,
  openedAt: (when: string) => `aberta ${when}`,
} as const;

/** Parts of Início beside its counts (spec 25.5). */
export const besideTexts = {
  goOn: 'Continuar',
  withYou: (until: string) => `Com você até ${until}`,
  nothingOpen: 'Nada aberto por você.',
  application: (id: number, course: string) => `Inscrição ${id} · ${course}`,
  /** Items whose queue titles them by a code. */
  kinds: {
    payment: (id) => `Pagamento ${id}`,
    month: (id) => `Mensalidade ${id}`,
    cancellation: (id) => `Cancelamento ${id}`,
  } as Partial<Record<Kind, (id: number) => string>>,
} as const;

/** What may be started while nothing is pending (spec 25.5). */
export const startTexts = {
  title: 'Enquanto isso',
  apply: 'Nova inscrição',
  stalled: 'Lembrar quem parou',
  reports: 'Ver os números',
  search: 'Para achar uma pessoa, aperte',
} as const;
