// Faults that the meaning test must find: each changes the model or the requests. The recorded run is compared with
// what the reference interpreter says of the changed version; a fault that makes no difference would go unnoticed in an
// engine.

import { FALSE } from '@ninefold/core/expression/conditions.ts'
import type { Step, StepAction } from '@ninefold/core/model/calls.ts'
import type { Sort } from '@ninefold/core/model/field-types.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Block, CountBlock, ListBlock } from '@ninefold/core/model/screens.ts'
import type { Effect, Machine } from '@ninefold/core/model/states.ts'
import type { Seen } from './engine.ts'
import { BEGINNING_FAULTS } from './faults/beginnings-and-histories.ts'
import { CONTRACT_FAULTS } from './faults/contracts.ts'
import { FORM_FAULTS } from './faults/forms.ts'
import { PROGRAM_FAULTS } from './faults/programs.ts'
import { REFUSAL_FAULTS } from './faults/refusals.ts'
import { RULE_AND_LIMIT_FAULTS } from './faults/rules-and-limits.ts'
import { TENANT_FAULTS } from './faults/tenants.ts'
import type { Json } from './json.ts'
import type { MadeUpRequest } from './made-up-requests.ts'
import type { Play } from './meaning-machine.ts'

const MODEL_FAULTS: Readonly<Record<string, (model: Model) => Model>> = {
  'rules are not kept': (model) => ({ ...model, validation: { ...model.validation, rules: [] } }),
  'permissions forget their condition': (model) => ({
    ...model,
    roles: { ...model.roles, permissions: model.roles.permissions.map((row) => ({ ...row, onlyWhere: null })) },
  }),
  'guards are not asked': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      transitions: machine.transitions.map((row) => ({ ...row, guard: null })),
    })),
  'effects are left out': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      transitions: machine.transitions.map((row) => ({ ...row, effects: [] })),
    })),
  'the condition of a step is not asked': (model) => withSteps(model, (step) => ({ ...step, when: null })),
  'a call forgets that it runs as the product': (model) => ({
    ...model,
    calls: { ...model.calls, calls: model.calls.calls.map((call) => ({ ...call, runsAsProduct: null })) },
  }),
  'clocks after entering a state never run': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      clocks: machine.clocks.filter(({ runs }) => runs.kind !== 'after entering'),
    })),
  'clocks of a moment in a field never run': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      clocks: machine.clocks.filter(({ runs }) => runs.kind !== 'when it passes'),
    })),
  'clocks of every day never run': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      clocks: machine.clocks.filter(({ runs }) => runs.kind !== 'every day'),
    })),
  'schedules never run': (model) => ({ ...model, calls: { ...model.calls, schedules: [] } }),
  'steps that are put off are never done': (model) => withSteps(model, asNever(isLater)),
  // Found by the review of 2026-11-23: `later:` below the last answer was read but never executed.
  'steps that are put off below the answer are never done': (model) => withCalls(model, withoutWhatFollows),
  'calls send no messages': (model) =>
    withSteps(
      model,
      asNever(({ kind }) => kind === 'send'),
    ),
  'transitions send no messages': (model) => withEffects(model, ({ kind }) => kind !== 'send'),
  'transitions make no records': (model) => withEffects(model, ({ kind }) => kind !== 'record'),
  'steps of transitions are left out': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      procedures: machine.procedures.map((each) => ({ ...each, steps: [] })),
    })),
  // Also found by the review: a skipped step did not bind its name.
  'a step that is skipped binds nothing': (model) =>
    withSteps(model, (step) =>
      step.when !== null && step.action.kind === 'find' ? { ...step, action: { ...step.action, as: 'nothing' } } : step,
    ),
  'standard calls without a shape answer by one': (model) => ({
    ...model,
    calls: {
      ...model.calls,
      standard: model.calls.standard.map((each) => ({ ...each, shape: each.shape ?? `${each.entity}View` })),
    },
  }),
  'prohibitions are forgotten': (model) => ({
    ...model,
    roles: { ...model.roles, permissions: model.roles.permissions.filter(({ isForbidden }) => !isForbidden) },
  }),
}

const SCREEN_FAULTS: Readonly<Record<string, (list: ListBlock) => ListBlock>> = {
  'lists on screens forget their condition': (list) => ({ ...list, where: null }),
  'lists on screens are sorted the other way round': (list) => ({ ...list, sortedBy: list.sortedBy.map(reversed) }),
  'lists on screens have no pages': (list) => ({ ...list, pageSize: null }),
  'lists on screens show one column less': (list) => ({ ...list, columns: list.columns.slice(0, -1) }),
  'lists on screens are searched in nothing': (list) => ({ ...list, searchIn: [] }),
  'a list of what belongs to a record shows all records': (list) => ({ ...list, relation: null }),
}

const FIGURE_FAULTS: Readonly<Record<string, (figure: CountBlock) => CountBlock>> = {
  'figures on screens forget their condition': (figure) => ({ ...figure, where: null }),
  'an average is a sum': (figure) => (figure.measure === 'average' ? { ...figure, measure: 'sum' } : figure),
  'a figure of a period is one of all times': (figure) => ({ ...figure, during: null }),
  'a quarter is a month': ({ during, ...figure }) => ({
    ...figure,
    during: during?.unit === 'quarter' ? { ...during, unit: 'month' } : during,
  }),
  'a figure of what belongs to a record counts all records': (figure) => ({ ...figure, relation: null }),
}

function reversed({ field, direction }: Sort): Sort {
  return { field, direction: direction === 'ascending' ? 'descending' : 'ascending' }
}

type Offers = Readonly<Record<string, Json>>

/** Faults in the offers of rows on screens. */
const OFFER_FAULTS: Readonly<Record<string, (offers: Offers) => Offers>> = {
  'what the call refuses is offered as possible': (offers) => withOffers(offers, () => 'possible'),
  'what is possible is offered as impossible': (offers) => withOffers(offers, () => 'impossible'),
  'what a person may do is not offered': () => ({}),
  'what a person may not do is offered': (offers) => ({ 'Remove 0': 'possible', ...offers }),
}

type Query = MadeUpRequest['query']

const LIST_FAULTS: Readonly<Record<string, (query: Query) => Query>> = {
  'lists are not narrowed': (query) => withEntries(query, ([name]) => PAGE_PARAMETERS.includes(name)),
  'lists are not sorted': (query) => withEntries(query, ([name]) => name !== 'sort'),
  'lists are always sorted upwards': (query) => withTexts(query, 'sort', (text) => text.replace(/^-/, '')),
  'lists have one length of page': (query) => withEntries(query, ([name]) => name !== 'limit'),
  'of several values the first counts alone': (query) => withFilters(query, (text) => text.split(',')[0] ?? ''),
  'nothing is no value among others': (query) => withFilters(query, (text) => text.replace(/,-$/, '')),
  'the upper end of a range is open': (query) => withFilters(query, (text) => text.replace(/\.\..+$/, '..')),
  'a range begins behind its lower end': (query) =>
    withFilters(query, (text) => text.replace(/^(\d+)\.\./, (_, from: string) => `${Number(from) + 1}..`)),
  'a part of a text has to be all of it': (query) =>
    Object.fromEntries(Object.entries(query).map(([name, text]) => [name.replace('.contains', ''), text])),
}

const DAY_MS = 86_400_000

export const MEANING_FAULTS: Readonly<Record<string, (play: Play) => Play>> = {
  // A saved difference without its first moment could not be replayed.
  'a play begins a day earlier': (play) => ({ ...play, beginsMs: play.beginsMs - DAY_MS }),
  ...mapped(OFFER_FAULTS, (fault) => (play) => ({ ...play, seen: play.seen.map((seen) => offering(seen, fault)) })),
  ...mapped(SCREEN_FAULTS, (fault) => (play) => ({ ...play, model: withLists(play.model, fault) })),
  ...mapped(FIGURE_FAULTS, (fault) => (play) => ({ ...play, model: withFigures(play.model, fault) })),
  // The engine had this fault: everybody who saw the record saw the contents of its related fields.
  'what belongs to a record is shown to whoever does not see that field of it': (play) => ({
    ...play,
    model: withSeenRelations(play.model),
  }),
  'lists on screens are not narrowed': onScreens((query) =>
    withEntries(query, ([name]) => SCREEN_PARAMETERS.includes(name)),
  ),
  'searches on screens find everything': onScreens((query) => withEntries(query, ([name]) => name !== 'q')),
  'searches on screens look for the first word alone': onScreens((query) =>
    withTexts(query, 'q', (text) => text.split(' ')[0] ?? ''),
  ),
  'people cannot sort lists on screens': onScreens((query) => withEntries(query, ([name]) => name !== 'sort')),
  ...FORM_FAULTS,
  ...CONTRACT_FAULTS,
  ...TENANT_FAULTS,
  ...PROGRAM_FAULTS,
  ...REFUSAL_FAULTS,
  ...RULE_AND_LIMIT_FAULTS,
  ...mapped({ ...MODEL_FAULTS, ...BEGINNING_FAULTS }, (fault) => (play) => ({ ...play, model: fault(play.model) })),
  ...mapped(LIST_FAULTS, (fault) => (play) => ({
    ...play,
    requests: play.requests.map((request) =>
      request.kind === 'list' ? { ...request, query: fault(request.query) } : request,
    ),
  })),
}

function mapped<From, To>(faults: Readonly<Record<string, From>>, change: (fault: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(faults).map(([name, fault]): [string, To] => [name, change(fault)]))
}

function withOffers(offers: Offers, change: () => Json): Offers {
  return Object.fromEntries(Object.keys(offers).map((label): [string, Json] => [label, change()]))
}

/** Only answers of lists on screens have items with offers. */
function offering(seen: Seen, fault: (offers: Offers) => Offers): Seen {
  const { items, ...others } = (seen.body ?? {}) as { readonly items?: readonly Json[] }
  if (items === undefined) return seen
  const changed = items.map((item): Json => {
    const { offers, ...rest } = item as { readonly offers?: Offers }
    return offers === undefined ? item : { ...rest, offers: fault(offers) }
  })
  return { ...seen, body: { ...others, items: changed } }
}

const SCREEN_PARAMETERS = ['sort', 'q', 'totals', 'records', 'from', 'until', 'page']

function onScreens(fault: (query: Query) => Query): (play: Play) => Play {
  return (play) => ({
    ...play,
    requests: play.requests.map((request) =>
      request.kind === 'screen' ? { ...request, query: fault(request.query) } : request,
    ),
  })
}

function withLists(model: Model, change: (list: ListBlock) => ListBlock): Model {
  return withBlocks(model, (block) => (block.kind === 'list' ? change(block) : block))
}

function withFigures(model: Model, change: (figure: CountBlock) => CountBlock): Model {
  return withBlocks(model, (block) => (block.kind === 'count' ? change(block) : block))
}

/** Blocks use another field with the same values, which everybody sees who sees the record. */
function withSeenRelations(model: Model): Model {
  const seen = (field: string): string => `${field} that is seen`
  const shown = withBlocks(model, (block) =>
    (block.kind === 'list' || block.kind === 'count') && block.relation !== null
      ? { ...block, relation: { ...block.relation, field: seen(block.relation.field) } }
      : block,
  )
  const entities = model.entities.entities.map((entity) => ({
    ...entity,
    fields: entity.fields.flatMap((field) =>
      field.type.kind === 'collection' ? [field, { ...field, name: seen(field.name) }] : [field],
    ),
  }))
  const permissions = model.roles.permissions.map((row) => {
    const own = entities.find(({ name }) => name === row.entity)?.fields.map(({ name }) => name) ?? []
    const isSeeing = row.actions.includes('see') && !row.isForbidden
    return isSeeing ? { ...row, fields: [...row.fields, ...own.filter((name) => name.endsWith(seen('')))] } : row
  })
  return {
    ...shown,
    entities: { ...model.entities, entities },
    roles: { ...model.roles, permissions },
  }
}

function withBlocks(model: Model, change: (block: Block) => Block): Model {
  const screens = model.screens.screens.map((screen) => ({ ...screen, blocks: screen.blocks.map(change) }))
  return { ...model, screens: { ...model.screens, screens } }
}

const PAGE_PARAMETERS = ['sort', 'limit', 'after']

function withEntries(query: Query, isKept: (entry: [name: string, text: string]) => boolean): Query {
  return Object.fromEntries(Object.entries(query).filter(isKept))
}

function withTexts(query: Query, name: string, change: (text: string) => string): Query {
  const text = query[name]
  return text === undefined ? query : { ...query, [name]: change(text) }
}

function withFilters(query: Query, change: (text: string) => string): Query {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, PAGE_PARAMETERS.includes(name) ? text : change(text)]),
  )
}

function withMachines(model: Model, change: (machine: Machine) => Machine): Model {
  return { ...model, states: { ...model.states, machines: model.states.machines.map(change) } }
}

function withEffects(model: Model, isKept: (effect: Effect) => boolean): Model {
  return withMachines(model, (machine) => ({
    ...machine,
    transitions: machine.transitions.map((row) => ({ ...row, effects: row.effects.filter(isKept) })),
  }))
}

function withCalls(model: Model, change: (steps: readonly Step[]) => readonly Step[]): Model {
  const calls = model.calls.calls.map((call) => ({ ...call, steps: change(call.steps) }))
  return { ...model, calls: { ...model.calls, calls } }
}

function withSteps(model: Model, change: (step: Step) => Step): Model {
  return withCalls(model, (steps) => steps.map(change))
}

function isLater({ kind }: StepAction): boolean {
  return kind === 'later'
}

/** The step exists, but its time never comes. */
function asNever(isMeant: (action: StepAction) => boolean): (step: Step) => Step {
  return (step) => (isMeant(step.action) ? { ...step, when: FALSE } : step)
}

function withoutWhatFollows(steps: readonly Step[]): readonly Step[] {
  const place = steps.findIndex(({ when, action }) => when === null && action.kind === 'respond')
  return place < 0 ? steps : steps.slice(0, place + 1)
}
