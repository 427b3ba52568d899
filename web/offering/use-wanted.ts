import { INGRESS_KINDS, type IngressKind } from '@orbita/domain/offering';
import { useSearchParams } from 'react-router';
import { COURSE_TYPES, type CourseType, type Wanted } from './catalogue.ts';

export type CourseSearch = {
  wanted: Wanted;
  q: string;
  /** Course whose form is open. */
  courseId: number | null;
  /** Narrows the list without a new history entry. */
  narrow: (part: Partial<Record<'tipo' | 'ingresso' | 'modalidade' | 'polo' | 'q', string | null>>) => void;
  clear: () => void;
  /** Opens the form of a course, or closes it: the browser's Back returns to the list. */
  open: (courseId: number | null) => void;
};

const idOf = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** Search and open course, kept in the address: a reload and a shared link show the same. */
export function useWanted(): CourseSearch {
  const [params, setParams] = useSearchParams();
  // The current address: a search applied a moment later must not revert a filter pressed meanwhile.
  const change = (part: Readonly<Record<string, string | null>>, replace: boolean) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(part)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace });
  };
  const type = COURSE_TYPES.find((one) => one.type === params.get('tipo'))?.type ?? null;
  const kind = params.get('ingresso') as IngressKind | null;
  return {
    wanted: {
      type: type as CourseType | null,
      ingress: kind && INGRESS_KINDS.includes(kind) ? kind : null,
      modality: params.get('modalidade'),
      poleId: idOf(params.get('polo')),
    },
    q: params.get('q') ?? '',
    courseId: idOf(params.get('curso')),
    narrow: (part) => change(part as Record<string, string | null>, true),
    clear: () => change({ tipo: null, ingresso: null, modalidade: null, polo: null, q: null }, true),
    open: (courseId) => change({ curso: courseId === null ? null : String(courseId) }, false),
  };
}
