import { formatDate } from '@orbita/domain/foundation';
import { OFFER_TYPES } from '@orbita/domain/report';
import { Button } from '@orbita/ui/button';
import { lazy, Suspense, useState } from 'react';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ChoiceChip } from '../subscription/choice-field.tsx';
import { reportTexts as t } from '../texts/report.ts';
import { Content, Head } from '../ui/page.tsx';
import { DaysPlot } from './days-plot.tsx';
import { Figure } from './figure.tsx';
import { FILTERS, type Filters, isType, NO_FILTERS, PLACE_NAMES, PLACES, queryOf } from './filters.ts';
import { CampaignPlot, FunnelPlot, VacancyPlot } from './plots.tsx';
import { useFigures } from './queries.ts';
import '../styles/report.css';

const FiltersDialog = lazy(() => import('./filters-dialog.tsx'));

/** E-09 `/paineis`: figures of one intake, each with its sentence, its table and its file (spec 25.13). */
export default function ReportPage() {
  const { values, set } = useFilters(FILTERS);
  const institution = useInstitution();
  const where = institution ? { institution: institution.code } : {};
  const query = { ...queryOf(values, 'other'), ...where };
  const places = { ...queryOf(values, 'vacancies'), ...where };
  const { data } = useFigures('daily', query);
  const beside = values.campanha || values.de || values.ate;
  return (
    <Content>
      <Head
        title={data?.headline ?? t.title}
        lead={data && (data.intake ? t.intake(data.intake.code, data.before) : t.noIntake)}
      />
      <FilterRow values={values} set={set} />
      <div className="figures">
        <Figure report="daily" query={query}>
          {(figures) => <DaysPlot figures={figures} />}
        </Figure>
        <Figure report="funnel" query={query}>
          {(figures) => <FunnelPlot figures={figures} />}
        </Figure>
        <Figure
          report="vacancies"
          query={places}
          wide
          note={beside && <p className="meta">{t.notOfCampaign}</p>}
        >
          {(figures) => <VacancyPlot figures={figures} />}
        </Figure>
        <Figure report="campaigns" query={query} wide>
          {(figures) => <CampaignPlot figures={figures} />}
        </Figure>
      </div>
    </Content>
  );
}

type RowProps = { values: Filters; set: (change: Partial<Filters>) => void };

/** The active filters by name, each removed by a press, and a button for all filters. */
function FilterRow({ values, set }: RowProps) {
  const [choosing, setChoosing] = useState(false);
  const chip = (name: keyof Filters, text: string) =>
    values[name] && (
      <button key={name} type="button" className="filter" aria-pressed onClick={() => set({ [name]: '' })}>
        {text}
      </button>
    );
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{t.filters}</legend>
      {PLACE_NAMES.map(
        (name) =>
          values[name] && (
            <ChoiceChip
              key={name}
              of={PLACES[name]}
              code={values[name]}
              onRemove={() => set({ [name]: '' })}
            />
          ),
      )}
      {isType(values.tipo) && chip('tipo', OFFER_TYPES[values.tipo].label)}
      {chip('campanha', t.campaignIs(values.campanha))}
      {chip('de', t.since(formatDate(values.de)))}
      {chip('ate', t.until(formatDate(values.ate)))}
      <button type="button" className="filter" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {t.filter}
      </button>
      {FILTERS.some((name) => values[name]) && (
        <Button kind="quiet" small onClick={() => set(NO_FILTERS)}>
          {t.clear}
        </Button>
      )}
      {choosing && (
        <Suspense>
          <FiltersDialog
            values={values}
            onClose={() => setChoosing(false)}
            onApply={(change) => {
              setChoosing(false);
              set(change);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
