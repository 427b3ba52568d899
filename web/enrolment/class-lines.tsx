import { SHIFTS } from '@orbita/domain/enrolment';
import { formatDate } from '@orbita/domain/foundation';
import { Facts } from '@orbita/ui/facts';
import { classTexts as t } from '../texts/enrolment.ts';
import './class.css';

/** The facts shown about a class, anywhere. */
export type ToldClass = {
  id: number;
  name: string;
  shift: keyof typeof SHIFTS;
  weekdays: string;
  startDate: string;
  startTime: string | null;
  endTime: string | null;
  place: string | null;
  /** Free places; null if they are not shown. */
  slots: number | null;
};

const clock = (time: string) => time.replace(':', 'h');

/** "19h00 às 21h00" */
export const hoursOf = ({
  startTime,
  endTime,
}: Pick<ToldClass, 'startTime' | 'endTime'>): string | undefined =>
  startTime && endTime ? t.hours(clock(startTime), clock(endTime)) : undefined;

/** "12 vagas", "Sem vagas"; undefined if places are not shown and some are left. */
export const placesOf = ({ slots }: Pick<ToldClass, 'slots'>): string | undefined =>
  slots === 0 ? t.full : slots === null ? undefined : t.slots(slots);

/** One fact per line, so that nothing breaks in the middle on a phone. */
export const classLines = (one: ToldClass): string[] =>
  [
    `${SHIFTS[one.shift]} · ${one.weekdays}`,
    hoursOf(one),
    t.starts(formatDate(one.startDate)),
    one.place,
  ].flatMap((line) => (line ? [line] : []));

/** The same on fewer lines, for several classes below each other. */
const shortLines = (one: ToldClass): string[] => {
  const [days = '', ...others] = classLines(one);
  return [days, others.join(' · ')];
};

/** A read-only list of classes. `where` names the pole of a class, if there are several. */
export function ClassList<C extends ToldClass>({
  classes,
  where,
}: {
  classes: readonly C[];
  where?: (one: C) => string | undefined;
}) {
  return (
    <Facts
      facts={classes.map((one) => ({
        key: one.id,
        label: [one.name, where?.(one), placesOf(one)].filter(Boolean).join(' · '),
        value: shortLines(one).map((line) => (
          <span key={line} className="class-line">
            {line}
          </span>
        )),
      }))}
    />
  );
}
