// A question of the form and the present text → suggested answers. Nothing is in the text until a person accepts one;
// otherwise the question stays open.

import type { Draft } from '../draft/draft.ts'
import type { QuestionLabel } from '../model/points.ts'
import { suggestCalls, suggestResponses } from './calls.ts'
import { suggestEntities } from './entities.ts'
import { suggestErrors, suggestMessages } from './errors.ts'
import { suggestLimits } from './limits.ts'
import { suggestPurpose, suggestUsers } from './purpose.ts'
import { suggestRoles } from './roles.ts'
import { suggestRoutes, suggestScreens } from './screens.ts'
import { suggestStates } from './states.ts'
import type { Suggestion } from './suggestion.ts'
import { suggestRules } from './validation.ts'
import type { Surroundings } from './known-facts.ts'

const SUGGEST: Readonly<Record<QuestionLabel, (draft: Draft, surroundings: Surroundings) => Suggestion[]>> = {
  Purpose: suggestPurpose,
  'Intended users': suggestUsers,
  'Screens and what a user can do on each': suggestScreens,
  'Product routes and route parameters': suggestRoutes,
  'Entities and fields': suggestEntities,
  'States and transitions': suggestStates,
  'Validation rules': suggestRules,
  'Roles and permissions': suggestRoles,
  'Product calls (method, path shape, payload shape)': suggestCalls,
  'Responses and what the product does with them': suggestResponses,
  'Error catalogue': suggestErrors,
  'Product-specific error messages': suggestMessages,
  'Business constants and limits': suggestLimits,
}

export function suggestionsFor(question: QuestionLabel, draft: Draft, surroundings: Surroundings): Suggestion[] {
  return SUGGEST[question](draft, surroundings)
}

/** Questions that "none" can answer. The others are essential for a product. */
const MAY_BE_NONE: ReadonlySet<QuestionLabel> = new Set<QuestionLabel>([
  'States and transitions',
  'Validation rules',
  'Product calls (method, path shape, payload shape)',
  'Responses and what the product does with them',
  'Error catalogue',
  'Product-specific error messages',
  'Business constants and limits',
])

export function noneFor(question: QuestionLabel): Suggestion['pieces'] | null {
  return MAY_BE_NONE.has(question) ? [{ kind: 'label', question, text: `**${question}:** none` }] : null
}
