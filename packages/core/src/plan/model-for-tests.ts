// Small models for tests of plans.

import { type CheckedFieldType, type Entity, type Field, plainField } from '../model/entities.ts'
import type { Model } from '../model/model.ts'
import type { ListBlock } from '../model/screens.ts'

const span = { start: 0, end: 0 }

export function field(name: string, type: CheckedFieldType, more: Partial<Field> = {}): Field {
  return { ...plainField(name, type), ...more }
}

export function text(name: string, more: Partial<Field> = {}, lengthMax: number | null = null): Field {
  return field(name, { kind: 'text', lengthMin: null, lengthMax }, more)
}

export function reference(name: string, entity: string, more: Partial<Field> = {}): Field {
  return field(name, { kind: 'reference', entity }, more)
}

export function collection(name: string, entity: string, via: string | null = null): Field {
  return field(name, { kind: 'collection', entity, via, through: null, sortedBy: null })
}

/** With the built-in fields `id` before and `createdAt` and `version` after the given ones. */
export function entity(name: string, fields: readonly Field[], form: 'random' | 'counting' = 'random'): Entity {
  return {
    name,
    span,
    fields: [
      field(
        'id',
        { kind: 'identifier', form },
        { isBuiltIn: true, isRequired: true, unique: { ignoringCase: false, within: [] } },
      ),
      ...fields,
      field('createdAt', { kind: 'date and time' }, { isBuiltIn: true, isRequired: true }),
      field('version', { kind: 'version' }, { isBuiltIn: true, isRequired: true }),
    ],
    label: { kind: 'literal', value: name, type: { kind: 'text' }, isOptional: false, span },
    partOf: null,
    history: null,
    followers: null,
    keptDeleted: null,
    onlyGrows: false,
    uniqueTogether: [],
    was: null,
  } as Entity
}

/** `states`: the words of each state field; the first is the initial one. */
export function modelOf(
  entities: readonly Entity[],
  states: Readonly<Record<string, readonly string[]>> = {},
  lists: readonly Partial<ListBlock>[] = [],
): Model {
  const machines = Object.entries(states).map(([place, words]) => {
    const [entityName = '', fieldName = ''] = place.split('.')
    const named = words.map((name) => ({ name, means: null, isFinal: false, span }))
    return {
      entity: entityName,
      field: fieldName,
      states: named,
      initial: words[0] ?? '',
      transitions: [],
      clocks: [],
      span,
    }
  })
  const blocks = lists.map((list) => ({ kind: 'list', relation: null, filters: [], sortedBy: [], ...list }))
  const model = {
    entities: { entities, tenancy: null, referenceData: [], sampleData: [], choices: [], changes: [] },
    states: { machines },
    validation: { rules: [], rulesOverRecords: [] },
    limits: { timeZone: 'UTC' },
    roles: {
      signIn: null,
      linkSignIn: null,
      openIdSignIn: null,
      callSignIn: null,
      roles: [],
      contextualRoles: [],
      permissions: [],
      agents: null,
      operators: null,
    },
    calls: { standard: [], calls: [], shapes: [], messages: [] },
    screens: { routes: [], screens: [{ name: 'Test', blocks }] },
  }
  return model as unknown as Model
}
