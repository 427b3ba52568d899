import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { InfoIcon } from '@orbita/ui/icons/info';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import { brandTexts as t } from '../texts/brand.ts';
import { type Colours, type Verdict, verdictsOf } from './verdicts.ts';

const ICONS = { adjusted: PencilIcon, passes: CheckCircleIcon, decoration: InfoIcon };

const Sample = ({ side, dot }: { side: Verdict['sides']['light']; dot: boolean }) => (
  <td className="nowrap">
    <span className="brand-sample" style={{ color: side.ink, background: side.paper }} aria-hidden="true">
      {dot ? <i className="brand-dot" /> : 'Aa'}
    </span>{' '}
    {side.ratio}
  </td>
);

/** Colour pairs of the theme with their contrast in both schemes, and how the chosen colour was adjusted. */
export function ContrastTable({ colours }: { colours: Colours }) {
  return (
    <table className="brand-table">
      <caption className="visually-hidden">{t.contrast}</caption>
      <thead>
        <tr>
          <th scope="col">{t.pair}</th>
          <th scope="col">{t.scheme.light}</th>
          <th scope="col">{t.scheme.dark}</th>
          <th scope="col">{t.did}</th>
        </tr>
      </thead>
      <tbody>
        {verdictsOf(colours).map(({ pair, sides, did, adjusted }) => {
          const Icon = ICONS[adjusted ? 'adjusted' : pair === 'secondary' ? 'decoration' : 'passes'];
          const dot = pair === 'secondary';
          return (
            <tr key={pair}>
              <th scope="row">{t.pairs[pair]}</th>
              <Sample side={sides.light} dot={dot} />
              <Sample side={sides.dark} dot={dot} />
              <td>
                <span className="brand-did">
                  <Icon small /> {did}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
