export { ACTION_NAMES, ACTIONS, type ActionName, refusalTexts } from './actions.ts';
export { correctedFields, IDENTITY_PROOFS, type IdentityProof } from './corrections.ts';
export { mayChangeNote, NOTE } from './note.ts';
export {
  carries,
  type Family,
  families,
  familyOf,
  type PartOf,
  type Scope,
  scopesOfFamily,
} from './scopes.ts';
export { SEARCH_KINDS, type SearchKind, type Term, termOf } from './search.ts';
export {
  TIMELINE_FILTERS,
  TIMELINE_KINDS,
  type TimelineFilter,
  type TimelineKind,
  timelineTexts,
} from './timeline.ts';
