// Fields of point 3 against all other points: unused fields, personal data that everybody sees, slugs that collide with
// an address, gapless numbers that anybody can advance, sample users without a role.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { visit } from '../expression/conditions.ts'
import type { Entity, Field } from '../model/entities.ts'
import { ownValue } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import type { Permission } from '../model/roles.ts'
import type { Span } from '../text/source.ts'
import { standardCallNames } from '../check/names/call-names.ts'
import { permissionsOf } from '../check/roles/permission-rows.ts'
import { addWordsIn } from '../check/expressions/words-in.ts'
import { plainRoleOf, type Considering } from './considering.ts'
import { signInOf } from '../model/users/sign-in-of.ts'

export function warnAboutFields(of: Considering): void {
  const words = wordsElsewhere(of)
  for (const entity of of.model.entities.entities) {
    for (const field of entity.fields) {
      noteUnused(of, entity, field, words)
      warnAboutPersonal(of, entity, field)
      warnAboutGuestNumbers(of, entity, field)
    }
  }
  noteUsersWithoutRole(of)
}

/** Every word of the specification except names in declarations of fields and free prose. */
function wordsElsewhere({ checking }: Considering): ReadonlySet<string> {
  const words = new Set<string>()
  const { entities, ...points } = checking.draft
  const { entities: declared, ...data } = entities
  addWordsIn({ ...points, purpose: null }, words)
  addWordsIn(data, words)
  for (const { fields, name: _, ...rest } of declared) {
    addWordsIn(rest, words)
    for (const { name: _name, meaning: _meaning, ...field } of fields) addWordsIn(field, words)
  }
  return words
}

const USED_BY_ITSELF: ReadonlySet<string> = new Set(['password', 'state', 'collection', 'inverse'])

function noteUnused(of: Considering, entity: Entity, field: Field, words: ReadonlySet<string>): void {
  if (field.isBuiltIn || USED_BY_ITSELF.has(field.type.kind) || words.has(field.name)) return
  const isPermitted = grantsOn(of, entity).some(({ fields }) => fields.includes(field.name))
  if (!isPermitted)
    of.found.push(diagnostic('N313', field.span, field.name).withHint('Let somebody see it, or take it out.'))
}

function grantsOn({ model }: Considering, entity: Entity): Permission[] {
  return permissionsOf(model.roles, entity.name).filter(({ isForbidden }) => !isForbidden)
}

function warnAboutPersonal(of: Considering, entity: Entity, field: Field): void {
  const guest = of.model.roles.roles.find(({ isGuest }) => isGuest)
  if (!field.isPersonal || guest === undefined) return
  const row = grantsOn(of, entity).find(
    ({ who, actions, fields }) =>
      who !== null &&
      actions.includes('see') &&
      fields.includes(field.name) &&
      of.included.get(guest.name)?.has(plainRoleOf(of, who)) === true,
  )
  if (row === undefined) return
  of.found.push(
    diagnostic('N317', placeOf(of, row, field.name), field.name, guest.name).because(
      field.span,
      'It is said to be personal data here.',
    ),
  )
}

/** The field's name in the row, else the words that stand for it. */
function placeOf({ checking }: Considering, row: Permission, field: string): Span {
  const draft = checking.draft.roles.permissions.find(({ span }) => span === row.span)
  const named = draft?.fields.kind === 'only' ? draft.fields.fields.find(({ text }) => text === field) : undefined
  return named?.span ?? draft?.may.find(({ action }) => action === 'see')?.span ?? row.span
}

function warnAboutGuestNumbers(of: Considering, entity: Entity, field: Field): void {
  if (field.type.kind !== 'sequence' || !field.type.isWithoutGaps) return
  const guests = of.model.roles.roles.filter(({ isGuest }) => isGuest).map(({ name }) => name)
  const isOpen = grantsOn(of, entity).some(
    ({ who, actions }) => who !== null && actions.includes('create') && guests.includes(plainRoleOf(of, who)),
  )
  if (isOpen)
    of.found.push(diagnostic('N314', field.span, field.name).withHint('Allow gaps, or let only users create.'))
}

/** N311: `/articles/:slug` and `/articles/feed`. An article with the slug "feed" is unreachable. */
export function warnAboutHiddenSlugs(of: Considering): void {
  const addresses = addressesOf(of)
  for (const [index, { words, parameters }] of addresses.entries()) {
    for (const { at, entity, field: name } of parameters) {
      const field = of.fields.get(entity)?.get(name)
      if (field?.type.kind !== 'slug') continue
      const { never } = field.type
      for (const [other, { words: fixed, span }] of addresses.entries()) {
        const word = fixed[at] ?? ''
        const isBeside =
          other !== index &&
          fixed.length === words.length &&
          fixed.every(
            (part, place) =>
              place === at || part.startsWith(':') || words[place]?.startsWith(':') || part === words[place],
          )
        if (!isBeside || !/^[\p{Ll}\p{N}-]+$/u.test(word) || never.includes(word)) continue
        const place = typeSpanOf(of, entity, name)
        if (
          place === null ||
          of.found.some((told) => told.number === 'N311' && told.span === place && told.message.includes(`"${word}"`))
        )
          continue
        of.found.push(
          diagnostic('N311', place, word)
            .because(span, 'This is the other address.')
            .withFix({
              title: `Never make it "${word}"`,
              edits: [{ span: { start: place.end, end: place.end }, text: `, never "${word}"` }],
            }),
        )
      }
    }
  }
}

interface Address {
  /** The method comes first, so that only addresses of one method are compared. */
  readonly words: readonly string[]
  readonly parameters: readonly { readonly at: number; readonly entity: string; readonly field: string }[]
  readonly span: Span
}

function addressesOf({ model, checking }: Considering): Address[] {
  const address = (
    start: string,
    path: string,
    span: Span,
    finds: (name: string) => { entity: string; field: string } | null,
  ): Address => {
    const words = [start, ...path.split('/').filter((word) => word !== '')]
    const parameters = words.flatMap((word, at) => {
      const found = word.startsWith(':') ? finds(word.slice(1)) : null
      return found === null ? [] : [{ at, ...found }]
    })
    return { words, parameters, span }
  }
  const calls = model.calls.calls.map((call) =>
    address(
      call.method,
      call.path,
      call.span,
      (name) => call.pathParameters.find((each) => each.name === name)?.finds ?? null,
    ),
  )
  const standard = model.calls.standard.flatMap((each) =>
    standardCallNames(checking, each).map((name) => {
      const [method = '', path = ''] = name.split(' ')
      return address(method, path, each.span, (key) =>
        key === each.foundBy ? { entity: each.entity, field: each.foundBy } : null,
      )
    }),
  )
  const routes = model.screens.routes.map((route) =>
    address('screen', route.path, route.span, (name) => route.parameters.find((each) => each.name === name) ?? null),
  )
  return [...calls, ...standard, ...routes]
}

function typeSpanOf({ checking }: Considering, entity: string, field: string): Span | null {
  return checking.entities.get(entity)?.fields.get(field)?.draft?.typeSpan ?? null
}

/** The fields of a user in conditions of roles: "when `isTrainer == true`". */
function fieldsThatGiveRoles({ roles: { roles } }: Model): string[] {
  const found = new Set<string>()
  for (const condition of roles.flatMap(({ when }) => when))
    visit(condition, (part) => {
      if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this') found.add(part.field)
    })
  return [...found]
}

function noteUsersWithoutRole(of: Considering): void {
  const users = signInOf(of.model.roles)?.entity
  if (users === undefined || of.model.roles.roles.length === 0) return
  const telling = fieldsThatGiveRoles(of.model)
  for (const data of of.model.entities.sampleData) {
    if (data.entity !== users) continue
    const draft = of.checking.draft.entities.sampleData.find(({ span }) => span === data.span)
    for (const [index, { roles, values }] of data.rows.entries()) {
      const key = draft?.rows[index]?.[0]
      const mayHaveOne = telling.some((field) => (ownValue(values, field) ?? false) !== false)
      if (roles.length > 0 || mayHaveOne || key === undefined) continue
      of.found.push(diagnostic('N318', key.span, key.text).withHint('Name roles in a column "roles".'))
    }
  }
}
