// The text of a step before the caret → completions, by the same forms with which steps are read.

import { FORMS } from '../read/calls/step-forms.ts'
import { completionOf, completionsOf, type Completion } from './offers.ts'
import { nextOf } from './match-form.ts'
import { candidatesFor, fieldsOf, type Around } from './slots.ts'
import type { Place } from './where.ts'

export const STEP_FORMS = [
  ...FORMS.map(({ form }) => form),
  'record ENTITY as NAME with FIELD = `…`',
  'discard NAME',
  'when `…`: ',
]

export const EXAMPLE_FORMS = [
  'as VALUE: call `CALL` with `…` answers STATUS',
  'as VALUE: call `CALL` answers STATUS CODE',
]

export function completeStep(around: Around, place: Place, offset: number): Completion[] {
  if (place.heading?.part === 'Example') {
    const users = around.document.compiled.draft.roles.signIn?.usersAre?.text ?? null
    const examples = { ...around, entity: users, field: null }
    return nextOf(place.typed, EXAMPLE_FORMS).flatMap((next) => completionsOf(next, examples, offset))
  }
  const typed = place.typed.replace(/^when `[^`]*`: ?/, '')
  const code = /\bor fail (\S*)$/.exec(typed)?.[1]
  if (code !== undefined) return completionsOf({ kind: 'slot', slot: 'CODE', typed: code, before: {} }, around, offset)
  const sets = /^(\w+) (.*?)\bwith (?<sets>.*)$/.exec(typed)
  if (sets !== null && !typed.startsWith('respond')) return completeSets(sets, around, offset)
  const dotted = /(?<name>[A-Za-z_]\w*)\.(?<field>\w*)$/.exec(typed)?.groups
  if (dotted !== undefined && !typed.includes('`')) {
    const span = { start: offset - (dotted['field'] ?? '').length, end: offset }
    const isRelation = /^(add|remove|find|list|for each)\b/.test(typed)
    return fieldsOf(
      { ...around, entity: entityOf(around, dotted['name'] ?? '') },
      ({ kind }) => !isRelation || kind === 'list',
    ).map((candidate) => completionOf(candidate, span))
  }
  const found = nextOf(typed, STEP_FORMS).flatMap((next) => completionsOf(next, aroundStep(around, typed), offset))
  const isSource = /^(find \S+ in|list \S+ from|for each \S+ in) (\S*)$/.test(typed)
  const last = /\S*$/.exec(typed)?.[0].length ?? 0
  const names = isSource
    ? candidatesFor('NAME', around).map((each) => completionOf(each, { start: offset - last, end: offset }))
    : []
  return [...found.filter(({ kind }) => !isNewName(typed) || kind === 'keyword'), ...names]
}

/** A new name is the author's choice. */
function isNewName(typed: string): boolean {
  return /^(find|list|let|for each) \w*$/.test(typed) || /\bas \w*$/.test(typed)
}

/** `do … on ticket`, `change ticket with`: fields and transitions of that record. */
function aroundStep(around: Around, typed: string): Around {
  const name = /\b(?:on|change|set|sign in) (\w+)/.exec(typed)?.[1]
  return name === undefined ? around : { ...around, entity: entityOf(around, name) }
}

function entityOf({ scope, document }: Around, name: string): string | null {
  if (document.compiled.names.catalogue.entities.has(name)) return name
  const type = scope?.variables.get(name)?.type
  return type?.kind === 'record' ? type.entity : null
}

const SET_FORMS = ['FIELD = `…`', 'given INPUT', 'given INPUT as FIELD']

/** `create Comment as comment with ticket = \`ticket\`, given body`. */
function completeSets(match: RegExpExecArray, around: Around, offset: number): Completion[] {
  const [, verb = '', middle = ''] = match
  const words = middle.trim().split(' ')
  const name = verb === 'do' ? (words.at(-1) ?? '') : (words[0] ?? '')
  const sets = match.groups?.['sets'] ?? ''
  const given = /(?:^|, )given (?:\w+, )*(?<input>\w*)$/.exec(sets)?.groups?.['input']
  const typed = sets.replace(/^.*,\s*/s, '')
  const inner = { ...around, entity: entityOf(around, name) }
  if (given !== undefined)
    return completionsOf({ kind: 'slot', slot: 'INPUT', typed: given, before: {} }, inner, offset)
  return nextOf(typed, SET_FORMS).flatMap((next) => completionsOf(next, inner, offset))
}
