// Point 3 of two models → added, removed, renamed and changed entities and fields; and other statements about entities
// and records.

import type { EntitiesModel, Entity, Field, SharedChoice, Tenancy, UniqueTogether } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'
import { calendarPeriodWords } from '../durations.ts'
import type { SchemaChanges } from '../../plan/migration/schema-changes.ts'
import { withArticle } from '../../text/article.ts'
import { dataSaid } from './data.ts'
import { fieldSaid } from './fields.ts'
import { listed } from '../meaning.ts'
import {
  code,
  ELSEWHERE,
  exchanged,
  isSameExpression,
  KEY,
  type Members,
  membersSaid,
  partsSaid,
  type Said,
} from './sentences.ts'

export function compareEntities({ entities: old }: Model, { entities: now }: Model, changes: SchemaChanges): Said[] {
  return [
    ...changes.entities.map(({ from, to }): Said => ['safe', `${from} is called ${to} now.`]),
    ...changes.fields.map(({ entity, from, to }): Said => ['safe', `${entity}.${from} is called ${entity}.${to} now.`]),
    ...membersSaid('The part "Entities"', entitiesMembers(changes), { old, now }),
  ]
}

function entitiesMembers(changes: SchemaChanges): Members<EntitiesModel> {
  return {
    entities: (old, now) =>
      partsSaid(old, now, ({ name }) => name, {
        gone: ({ name }) => [['destructive', `${name} is gone, with every record of it.`]],
        made: ({ name }) => [['safe', `${name} is new.`]],
        changed: (pair) => membersSaid(pair.now.name, entityMembers(pair.now.name, changes), pair),
        order: ['safe', 'The entities stand in another order.'],
      }),
    tenancy: tenancySaid,
    referenceData: (old, now) => dataSaid('reference data', old, now),
    sampleData: (old, now) => dataSaid('sample data', old, now),
    choices: (old, now) =>
      partsSaid(old, now, ({ name }) => name, {
        gone: ({ name }) => [['safe', `The choice ${name} is shared no more.`]],
        made: ({ name }) => [['safe', `The choice ${name} is shared by several fields.`]],
        changed: (pair) => membersSaid(`The choice ${pair.now.name}`, choiceMembers(pair.now.name), pair),
        order: ['safe', 'The shared choices stand in another order.'],
      }),
    // Sentences about the values cover it.
    changes: () => [['safe', 'The tables of changes between versions are written otherwise.']],
  }
}

function tenancySaid(old: Tenancy | null, now: Tenancy | null): Said[] {
  if (now === null) {
    const members = `A right to records covers those of every ${old?.tenant ?? 'tenant'}`
    return [['review', `Records belong to no ${old?.tenant ?? 'tenant'} any more. ${members}.`]]
  }
  const words = `${listed(now.belonging)} belong to one ${now.tenant} each, and are seen in it alone: ${now.membership} says who is in which.`
  if (old === null) return [['review', `Records of ${words}`]]
  const { gone, made } = exchanged(old.belonging, now.belonging)
  const isOther = old.tenant !== now.tenant || old.membership !== now.membership || old.user !== now.user
  const { address } = now
  const isNamedOtherwise = old.address?.by !== address?.by || old.address?.field !== address?.field
  return [
    ...(isNamedOtherwise
      ? [
          [
            'review',
            address === null
              ? `No ${old.address?.by} leads to ${withArticle(now.tenant)} any more.`
              : `The ${address.by} of an address leads to ${withArticle(now.tenant)}, by its ${address.field}.`,
          ] satisfies Said,
        ]
      : []),
    ...(isOther ? [['review', `Records of ${words}`] satisfies Said] : []),
    ...gone.map((name): Said => ['review', `Records of ${name} belong to no ${now.tenant} any more.`]),
    ...made.map((name): Said => ['review', `Records of ${name} belong to one ${now.tenant} each.`]),
  ]
}

function choiceMembers(name: string): Members<SharedChoice> {
  return {
    name: KEY,
    // The fields with the choice contain its values.
    values: ELSEWHERE,
    labels: () => [['safe', `The words of the choice ${name} are shown otherwise.`]],
  }
}

function entityMembers(name: string, changes: SchemaChanges): Members<Entity> {
  return {
    name: KEY,
    fields: (old, now, pair) => fieldsSaid(pair, old, now, changes),
    label: (old, now) => [
      [
        'safe',
        isSameExpression(old, now)
          ? `The label of a ${name} has another type.`
          : `A ${name} is called ${code(now)} where people read of it, instead of ${code(old)}.`,
      ],
    ],
    partOf: (_, now) => [
      ['review', now === null ? `A ${name} is a part of nothing any more.` : `A ${name} is a part of ${now.entity}.`],
    ],
    history: (old, now) => [
      [
        'review',
        now === null
          ? `Changes of a ${name} are kept no more.`
          : `Changes of ${fieldsOf(now)} of a ${name} are kept${old === null ? '' : `, instead of ${fieldsOf(old)}`}.`,
      ],
    ],
    followers: (_, now) => [
      [
        'review',
        now === null
          ? `A ${name} has no followers any more.`
          : `A ${name} is followed by ${listed(now.paths.map(({ list, field }) => (list === null ? field : `${list}.${field}`)))}, who are told of its steps and of what is added to it.`,
      ],
    ],
    keptDeleted: (old, now) => [
      [
        'review',
        now === null
          ? `A deleted ${name} is gone for good at once, and cannot be brought back.`
          : `A deleted ${name} can be brought back for ${calendarPeriodWords(now.for)}${old === null ? '' : `, instead of ${calendarPeriodWords(old.for)}`}.`,
      ],
    ],
    onlyGrows: (_, now) => [
      [
        'review',
        now
          ? `A ${name} cannot be changed or deleted any more, with any right.`
          : `A ${name} can be changed and deleted, with the right.`,
      ],
    ],
    uniqueTogether: (old, now) => uniqueSaid(name, old, now),
    was: ELSEWHERE,
  }
}

function fieldsOf({ fields }: NonNullable<Entity['history']>): string {
  return typeof fields === 'string' ? fields : listed(fields)
}

function uniqueSaid(name: string, old: readonly UniqueTogether[], now: readonly UniqueTogether[]): Said[] {
  const words = (each: UniqueTogether): string =>
    `have the same ${listed(each.fields)}${each.countingOnly === null ? '' : ` where ${code(each.countingOnly)}`}`
  const { gone, made } = exchanged(old.map(words), now.map(words))
  return [
    ...gone.map((each): Said => ['review', `Two records of ${name} may now ${each}.`]),
    ...made.map((each): Said => ['tightening', `No two records of ${name} may ${each}.`]),
    ...(gone.length + made.length > 0
      ? []
      : [['contract', `Two equal records of ${name} are refused with another error.`] as const]),
  ]
}

function fieldsSaid(
  { now: { name } }: { readonly now: Entity },
  before: readonly Field[],
  after: readonly Field[],
  changes: SchemaChanges,
): Said[] {
  const gets = (field: Field): boolean =>
    changes.values.some((each) => each.entity === name && each.field === field.name)
  const isMadeFrom = (field: Field): boolean =>
    changes.removed.some((each) => each.entity === name && each.field === field.name)
  return partsSaid(before, after, (field) => field.name, {
    gone: (field) => {
      const words = isMadeFrom(field) ? 'is archived' : 'is gone'
      return [[field.computed === null ? 'destructive' : 'safe', `${name}.${field.name} ${words}.`]]
    },
    made: (field) => {
      const place = `${name}.${field.name}`
      if (gets(field)) return [['fill', `${place} is new, with the values that the text says.`]]
      const isFilled = field.default !== null || !field.isRequired || field.computed !== null
      return [isFilled ? ['safe', `${place} is new.`] : ['fill', `${place} is new and required.`]]
    },
    changed: (pair) => fieldSaid(`${name}.${pair.now.name}`, pair, gets(pair.now)),
    order: ['safe', `The fields of ${name} stand in another order.`],
  })
}
