import { ageOn, type DocumentType } from '../foundation/index.ts';
import type { IngressKind } from '../offering/index.ts';

/** Conditions of a document rule in the catalogue (spec 15.1, 17.4); all that are given must hold. */
export interface When {
  /** `BR`, or `foreign` for every other nationality. */
  nationality?: string;
  /** Sign-in document. */
  documentType?: DocumentType | readonly DocumentType[];
  /** 1–4 as in spec 6.1. */
  gender?: number | readonly number[];
  minAge?: number;
  maxAge?: number;
  minor?: boolean;
  hasCpf?: boolean;
  ingressKind?: IngressKind | readonly IngressKind[];
  /** Name of the ingress mode, for kinds that have several modes (transfer, second degree). */
  ingressMode?: string | readonly string[];
  schoolType?: string | readonly string[];
  applicationType?: string | readonly string[];
}

export interface DocumentSubject {
  /** Day in the tenant zone. */
  today: string;
  birthDate: string;
  nationality: string | null;
  genderId: number | null;
  documentType: DocumentType;
  hasCpf: boolean;
  ingressKind: IngressKind;
  ingressMode?: string | null;
  schoolType: string | null;
  applicationType: string;
}

const among = <T>(asked: T | readonly T[] | undefined, given: T | null | undefined): boolean =>
  asked === undefined || (Array.isArray(asked) ? asked.includes(given) : asked === given);

function nationalityHolds(asked: string | undefined, nationality: string | null): boolean {
  const given = nationality ?? 'BR';
  return asked === undefined || (asked === 'foreign' ? given !== 'BR' : given === asked);
}

/** True when a document rule applies to this person and application. A rule without conditions applies to everybody. */
export function appliesTo(when: When | null | undefined, subject: DocumentSubject): boolean {
  if (!when) return true;
  const age = ageOn(subject.birthDate, subject.today);
  return (
    nationalityHolds(when.nationality, subject.nationality) &&
    among(when.documentType, subject.documentType) &&
    among(when.gender, subject.genderId) &&
    age >= (when.minAge ?? 0) &&
    age <= (when.maxAge ?? Number.POSITIVE_INFINITY) &&
    among(when.minor, age < 18) &&
    among(when.hasCpf, subject.hasCpf) &&
    among(when.ingressKind, subject.ingressKind) &&
    among(when.ingressMode, subject.ingressMode) &&
    among(when.schoolType, subject.schoolType) &&
    among(when.applicationType, subject.applicationType)
  );
}

const _KEYS: Record<keyof When, true> = {
  nationality: true,
  documentType: true,
  gender: true,
  minAge: true,
  maxAge: true,
  minor: true,
  hasCpf: true,
  ingressKind: true,
  ingressMode: true,
  schoolType: true,
  applicationType: true,
};

type DocumentStageName = 'selection' | 'enrollment';

export interface DocumentRule {
  code: string;
  name: string;
  help?: string;
  stage: DocumentStageName;
  required: boolean;
  when?: When;
}

/** Rules of a set that apply to this person, in their order. */
export const documentsFor = <T extends Pick<DocumentRule, 'when'>>(
  rules: readonly T[],
  subject: DocumentSubject,
): T[] => rules.filter(({ when }) => appliesTo(when, subject));
