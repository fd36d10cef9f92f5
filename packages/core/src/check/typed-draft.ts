// Draft → its names; names → types of fields; both → the draft with its catalogue. Three phases, each with the previous
// result as its input.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import type { Span } from '../text/source.ts'
import { catalogueOf, type GrowingCatalogue } from './catalogue.ts'
import type { FieldsTyped, NamedDraft, TypedDraft } from './checking.ts'
import { computedFields } from './entities/computed-fields.ts'
import { declareNames } from './entities/declarations.ts'
import { entityFacts } from './entities/entity-facts.ts'
import type { EntityFacts, GrowingFacts } from './entities/facts.ts'
import { standardCallsOf } from './calls/standard-calls.ts'
import { typeCalendars } from './limits/calendars.ts'
import { typeConstants, typeLookups, type ChoicesByName } from './limits/constants.ts'
import { typeDecisionTables } from './limits/decision-tables.ts'
import { statedCurrency } from './limits/settings.ts'
import { namesOf, type Names } from './names/names.ts'
import { outcomeOf, type Outcome } from './phases.ts'
import { contextualConditions } from './roles/contextual-conditions.ts'
import { withTenants } from './tenants/tenant-draft.ts'

/** Result of reading besides the draft: its diagnostics, and the words of lines without an effect yet. */
export interface ReadingResult {
  readonly diagnostics?: readonly Diagnostic[]
  readonly text?: string
  /** The day of the check; missing: past days are not reported. */
  readonly today?: string
}

export function typedDraftOf(draft: Draft, reading: ReadingResult): Outcome<TypedDraft> {
  const named = namedDraftOf(draft, reading)
  const fields = fieldsTypedOf(named.result, reading)
  const typed = expressionsTypedOf(fields.result)
  return {
    result: typed.result,
    diagnostics: [...named.diagnostics, ...fields.diagnostics, ...typed.diagnostics],
  }
}

function namedDraftOf(written: Draft, { text = '', today }: ReadingResult): Outcome<NamedDraft> {
  return outcomeOf((found) => {
    const { draft, tenancy } = withTenants(written, found)
    return { draft, tenancy, today: today ?? null, names: namesOf(draft, text, found) }
  })
}

/** Fields of entities whose computed fields may still be removed because they need a part that is not shown. */
type GrowingFields = FieldsTyped & { readonly entities: ReadonlyMap<string, GrowingFacts> }

function fieldsTypedOf(named: NamedDraft, { diagnostics = [] }: ReadingResult): Outcome<GrowingFields> {
  const { draft, names } = named
  const users = draft.roles.signIn?.usersAre?.text
  return outcomeOf((found) => {
    const calendars = typeCalendars(draft.limits.calendars, found)
    const constants = typeConstants(draft.limits.constants, calendars, found)
    const entities = entityFacts(draft.entities, {
      names,
      constants: new Map(constants.map((constant) => [constant.name, constant])),
      users: users !== undefined && names.entities.has(users) ? users : null,
      currency: statedCurrency(draft.limits),
      found,
      isReportedAsError: (place: Span) =>
        diagnostics.some(
          ({ severity, span }) => severity === 'error' && span.start < place.end && place.start < span.end,
        ),
    })
    return { ...named, calendars, constants, entities }
  })
}

function expressionsTypedOf(fields: GrowingFields): Outcome<TypedDraft> {
  const { draft, names, entities, constants, calendars } = fields
  const { recorder } = names
  return outcomeOf((found) => {
    const lookups = typeLookups([...names.lookups.values()], choicesByName(names, entities), calendars, found)
    const catalogue: GrowingCatalogue = {
      ...catalogueOf(names, entities, [...constants, ...calendars.known], lookups),
      contextualRoles: contextualConditions(names, () => ({ draft, names, catalogue })),
      listener: recorder,
    }
    declareNames({ draft, entities, catalogue, constants, lookups, recorder })
    const decisionTables = typeDecisionTables(
      [...names.decisionTables.values()],
      { names, entities, calendars, found },
      catalogue,
    )
    const computed = computedFields({ draft, names, entities, catalogue, found })
    return {
      ...fields,
      lookups,
      decisionTables,
      catalogue,
      computed,
      standardCalls: standardCallsOf(draft, names, entities),
    }
  })
}

function choicesByName(names: Names, entities: ReadonlyMap<string, EntityFacts>): ChoicesByName {
  const choices = new Map<string, (readonly string[])[]>()
  const add = (name: string, ...values: readonly (readonly string[])[]): void => {
    choices.set(name, [...(choices.get(name) ?? []), ...values])
  }
  for (const { fields, absent } of entities.values()) {
    for (const { field } of fields.values()) if (field.type.kind === 'choice') add(field.name, field.type.values)
    for (const name of absent.keys()) add(name)
  }
  for (const { field, states } of names.machines.values())
    add(
      field.text,
      states.map(({ name }) => name.text),
    )
  return choices
}
