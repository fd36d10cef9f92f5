// Point 3 of two models → entities and fields that come, go, are called otherwise or take other values.

import type { Entity, Field } from '../model/entities.ts'
import type { Model } from '../model/model.ts'
import type { SchemaChanges } from '../plan/schema-changes.ts'
import type { Difference, DifferenceKind } from './difference.ts'
import { compared, isSameMeaning, listed } from './meaning.ts'

export function compareEntities(before: Model, after: Model, changes: SchemaChanges): Difference[] {
  const entities = compared(before.entities.entities, after.entities.entities, ({ name }) => name)
  const say = (kind: DifferenceKind, sentence: string): Difference => ({ point: 'entities', kind, sentence })
  return [
    ...changes.entities.map(({ from, to }) => say('safe', `${from} is called ${to} now.`)),
    ...changes.fields.map(({ entity, from, to }) => say('safe', `${entity}.${from} is called ${entity}.${to} now.`)),
    ...entities.gone.map(({ name }) => say('destructive', `${name} is gone, with every record of it.`)),
    ...entities.made.map(({ name }) => say('safe', `${name} is new.`)),
    ...after.entities.entities.flatMap((entity) => {
      const old = before.entities.entities.find(({ name }) => name === entity.name)
      return old === undefined ? [] : compareFields(old, entity, changes).map(([kind, words]) => say(kind, words))
    }),
  ]
}

type Said = readonly [DifferenceKind, string]

function compareFields(before: Entity, after: Entity, changes: SchemaChanges): Said[] {
  const fields = compared(before.fields, after.fields, ({ name }) => name)
  const place = ({ name }: Field): string => `${after.name}.${name}`
  const gets = (field: Field): boolean =>
    changes.values.some((each) => each.entity === after.name && each.field === field.name)
  const isMadeFrom = (field: Field): boolean =>
    changes.removed.some((each) => each.entity === after.name && each.field === field.name)
  return [
    ...fields.gone.map((field): Said => {
      const words = isMadeFrom(field) ? 'is archived' : 'is gone'
      return [field.computed === null ? 'destructive' : 'safe', `${place(field)} ${words}.`]
    }),
    ...fields.made.map((field): Said => {
      if (gets(field)) return ['fill', `${place(field)} is new, with the values that the text says.`]
      const isFilled = field.default !== null || !field.isRequired || field.computed !== null
      return isFilled ? ['safe', `${place(field)} is new.`] : ['fill', `${place(field)} is new and required.`]
    }),
    ...fields.changed.flatMap(({ old, now }) =>
      changesOf(old, now, gets(now)).map(([kind, words]): Said => [kind, `${place(now)} ${words}.`]),
    ),
  ]
}

function changesOf(old: Field, now: Field, isStated: boolean): Said[] {
  const stated = isStated ? ', with the values that the text says' : ''
  if (old.type.kind !== now.type.kind)
    return [['convert', `changes from ${wordsOfType(old.type)} to ${wordsOfType(now.type)}${stated}`]]
  const said: Said[] = []
  if ('entity' in old.type && 'entity' in now.type && old.type.entity !== now.type.entity)
    said.push(['convert', `leads to ${now.type.entity} instead of ${old.type.entity}${stated}`])
  if (old.type.kind === 'money' && now.type.kind === 'money' && old.type.currency !== now.type.currency)
    said.push(['review', `${currencyWords(old.type.currency, now.type.currency)}`])
  if (now.isRequired && !old.isRequired) said.push(['tightening', 'is required'])
  if (!now.isRequired && old.isRequired) said.push(['safe', 'may be empty'])
  if (now.unique !== null && !isSameMeaning(old.unique, now.unique)) said.push(['tightening', 'must be unique'])
  if (now.unique === null && old.unique !== null) said.push(['safe', 'need not be unique any more'])
  if (now.pattern !== null && now.pattern !== old.pattern) said.push(['tightening', 'must follow another pattern'])
  said.push(...boundsSaid(old, now), ...wordsSaid(old, now))
  if (!isSameMeaning(old.computed, now.computed)) said.push(['review', 'is computed otherwise'])
  if (old.onDeletion !== now.onDeletion)
    said.push(['review', `is ${now.onDeletion ?? 'treated as nobody says'} when what it points to is deleted`])
  if (now.isPersonal !== old.isPersonal)
    said.push(['review', now.isPersonal ? 'is personal data now' : 'is no personal data any more'])
  return said
}

/** What kinds are called where people read of them. */
function wordsOfType(type: Field['type']): string {
  switch (type.kind) {
    case 'reference':
      return `one ${type.entity}`
    case 'collection':
      return `a list of ${type.entity}`
    case 'choice':
      return 'one choice'
    case 'choices':
      return 'several choices'
    default:
      return type.kind
  }
}

function currencyWords(old: string | null, now: string | null): string {
  if (now === null) return `may be in any currency, and was in ${old}`
  return `is in ${now} instead of ${old ?? 'any currency'}: the numbers stay as they are`
}

function boundsSaid(old: Field, now: Field): Said[] {
  const [before, after] = [boundsOf(old), boundsOf(now)]
  if (before.max === after.max && before.min === after.min) return []
  const of = 'lengthMax' in now.type ? ' characters' : ''
  const isTighter =
    (after.max !== null && (before.max === null || after.max < before.max)) ||
    (after.min !== null && (before.min === null || after.min > before.min))
  const words = ({ min, max }: typeof after): string =>
    min === null
      ? max === null
        ? 'no limit'
        : `at most ${max}`
      : max === null
        ? `at least ${min}`
        : `${min} to ${max}`
  return [
    [
      isTighter ? 'tightening' : 'safe',
      `is ${isTighter ? 'narrowed' : 'widened'} to ${words(after)}${of}, from ${words(before)}`,
    ],
  ]
}

function boundsOf({ type, min, max }: Field): { readonly min: number | null; readonly max: number | null } {
  if ('lengthMax' in type) return { min: type.lengthMin, max: type.lengthMax }
  if (type.kind === 'whole number') return { min: type.min, max: type.max }
  return { min, max }
}

function wordsSaid(old: Field, now: Field): Said[] {
  if (!('values' in old.type) || !('values' in now.type)) return []
  const [before, after] = [old.type.values, now.type.values]
  const gone = before.filter((word) => !after.includes(word))
  const made = after.filter((word) => !before.includes(word))
  return [
    ...(gone.length === 0 ? [] : [['tightening', `can no longer be ${listed(gone)}`] as const]),
    ...(made.length === 0 ? [] : [['safe', `can also be ${listed(made)}`] as const]),
  ]
}
