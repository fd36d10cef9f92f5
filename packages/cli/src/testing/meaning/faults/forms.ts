// Faults in the forms of lists: totals, boards, calendars, trees and charts; and in answers of calls on screens.

import * as build from '@ninefold/core/expression/build.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import type { Block, ChartForm, ListBlock } from '@ninefold/core/model/screens.ts'
import { dayNear } from '../fields/made-up-field.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'
import type { Play } from '../meaning-machine.ts'

type Fault = (play: Play) => Play

export const FORM_FAULTS: Readonly<Record<string, Fault>> = {
  'the last of several totals is left out': withLists(({ totals, ...list }) => ({
    ...list,
    totals: totals.length > 1 ? totals.slice(0, -1) : totals,
  })),
  'totals sum the first number alone': withLists(({ totals, ...list }) => ({
    ...list,
    totals: totals.map((_, place) => totals[0] ?? String(place)),
  })),
  'a board is a table': asTable('board'),
  'a tree is a table': asTable('tree'),
  'a calendar shows all days': withDays(({ from: _, until: __, ...query }) => query),
  'a calendar begins a day later': withDays(({ from, ...query }) => ({
    ...query,
    ...(from === undefined ? {} : { from: dayNear(Date.parse(from), 1) }),
  })),
  'a chart counts, whatever it measures': withCharts((form) => ({ ...form, measure: 'count' })),
  'an average of a chart is a sum': withCharts((form) =>
    form.measure === 'average' ? { ...form, measure: 'sum' } : form,
  ),
  'cells of a matrix are sums': withCharts((form) => (form.measure === 'value' ? { ...form, measure: 'count' } : form)),
  'a chart has one dimension': withCharts((form) => ({ ...form, and: null })),
  'a chart has months alone': withCharts((form) => ({ ...form, per: form.per === null ? null : 'month' })),
  'days of a chart are no periods': withCharts((form) => ({ ...form, per: form.per === 'day' ? 'week' : form.per })),
  'the records of a chart are not asked for': withQueries(({ records: _, ...query }) => query),
  'a chart tells of fields that are not seen': (play) => ({ ...play, model: withSeenGroups(play.model) }),
  'records on screens are shown by no name': (play) => ({ ...play, model: withoutNames(play.model) }),
  'a screen gives a call nothing': withBlocks((block) => (block.kind === 'answer' ? { ...block, with: [] } : block)),
  'the answer of a call is shown whoever asks it': (play) => ({
    ...play,
    model: {
      ...play.model,
      calls: {
        ...play.model.calls,
        calls: play.model.calls.calls.map((call) =>
          call.method === 'GET' ? { ...call, who: play.model.roles.roles.map(({ name }) => name) } : call,
        ),
      },
    },
  }),
  'answers of calls have one page': withQueries(({ page: _, ...query }) => query),
}

function withQueries(change: (query: MadeUpRequest['query']) => MadeUpRequest['query']): Fault {
  return (play) => ({
    ...play,
    requests: play.requests.map((request) =>
      request.kind === 'screen' ? { ...request, query: change(request.query) } : request,
    ),
  })
}

/** Malformed values are left unchanged. */
function withDays(change: (query: MadeUpRequest['query']) => MadeUpRequest['query']): Fault {
  return withQueries((query) => (query['from'] === undefined || query['until'] === undefined ? query : change(query)))
}

function withBlocks(change: (block: Block) => Block): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: {
      ...model,
      screens: {
        ...model.screens,
        screens: model.screens.screens.map((screen) => ({ ...screen, blocks: screen.blocks.map(change) })),
      },
    },
  })
}

function withLists(change: (list: ListBlock) => ListBlock): Fault {
  return withBlocks((block) => (block.kind === 'list' ? change(block) : block))
}

function asTable(kind: ListBlock['form']['kind']): Fault {
  return withLists((list) => (list.form.kind === kind ? { ...list, form: { kind: 'table' } } : list))
}

function withCharts(change: (form: ChartForm) => ChartForm): Fault {
  return withLists((list) => (list.form.kind === 'chart' ? { ...list, form: change(list.form) } : list))
}

/** Charts group by another field with the same values, which everybody sees who sees the record. */
function withSeenGroups(model: Model): Model {
  const seen = (name: string): string => `${name} that is seen`
  const twins = (entity: Entity): Field[] =>
    entity.fields.flatMap((field): Field[] =>
      field.computed === null && ['choice', 'yes/no', 'date', 'date and time', 'state'].includes(field.type.kind)
        ? [{ ...field, name: seen(field.name), computed: computedAs(model, entity, field) }]
        : [],
    )
  const entities = model.entities.entities.map((entity) => ({
    ...entity,
    fields: [...entity.fields, ...twins(entity)],
  }))
  const isTwin = (name: string): boolean =>
    entities.some(({ fields }) => fields.some((each) => each.name === seen(name)))
  const twin = (path: readonly string[]): readonly string[] => path.map((name) => (isTwin(name) ? seen(name) : name))
  const charts = withCharts((form) => ({ ...form, by: twin(form.by) }))
  const permissions = model.roles.permissions.map((row) =>
    row.actions.includes('see') && !row.isForbidden
      ? { ...row, fields: [...row.fields, ...twins(entityNamed(model, row.entity)).map(({ name }) => name)] }
      : row,
  )
  const { screens } = charts({ model } as Play).model
  return { ...model, screens, entities: { ...model.entities, entities }, roles: { ...model.roles, permissions } }
}

function computedAs(model: Model, { name }: Entity, field: Field): NonNullable<Field['computed']> {
  const some = model.entities.entities
    .flatMap(({ fields }) => fields)
    .find(({ computed }) => computed !== null)?.computed
  if (some == null) throw new Error('Defect: a made-up specification without a computed field.')
  return { ...some, expression: fieldOf(model, build.recordVariable('this', name), name, field) }
}

function withoutNames(model: Model): Model {
  const entities = model.entities.entities.map((entity) => ({
    ...entity,
    label: fieldOf(model, build.recordVariable('this', entity.name), entity.name, fieldNamed(entity, 'id')),
  }))
  return { ...model, entities: { ...model.entities, entities } }
}
