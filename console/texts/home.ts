import type { PersonName } from '@orbita/ui/person-name.ts';

type Tracked = { label: string; count: number; capped: boolean; late: number; atRisk: number };

/** What E-01 shows after its counts (spec 25.5). */
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
