// Steps and effects in two models → removed, added and changed ones.

import type { FieldSet, RecordSource, Step, StepAction } from '../../model/calls.ts'
import type { Sending } from '../../model/outside/messages.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { Effect } from '../../model/states.ts'
import { MEDIA_TYPES } from '../../model/wire.ts'
import { code, exchanged, isSameExpression, partsSaid, type Said } from './sentences.ts'
import { templateText } from '../templates.ts'

/** `does`: `POST /api/tickets`, at the start of a sentence. */
export function stepsSaid(does: string, before: readonly Step[], after: readonly Step[]): Said[] {
  const said = partsSaid(flat(before), flat(after), ({ step }) => wordsOfStep(step), {
    gone: ({ step }) => [['review', `${does} no longer ${wordsOfStep(step)}.`]],
    made: ({ step }) => [['review', `${does} now also ${wordsOfStep(step)}.`]],
    changed: ({ old, now }) => changedStep(does, old.step, now.step),
    order: ['review', `${does} takes its steps in another order.`],
  })
  return said.length > 0 ? said : [['review', `${does} takes its steps in other surroundings.`]]
}

/** Flattened: nested steps are compared separately. */
function flat(steps: readonly Step[]): { readonly step: Step }[] {
  return everyStep(steps).map(({ span: _, ...step }) => ({
    step: { ...step, span: NOWHERE, action: 'steps' in step.action ? { ...step.action, steps: [] } : step.action },
  }))
}

const NOWHERE = { start: 0, end: 0 }

function changedStep(does: string, old: Step, now: Step): Said[] {
  const words = wordsOfStep(now)
  const said: Said[] = []
  if (!isSameExpression(old.when, now.when))
    said.push([
      'review',
      `${does} ${words} ${now.when === null ? 'always' : `only when ${code(now.when)}`}${old.when === null ? '' : `, instead of when ${code(old.when)}`}.`,
    ])
  if (old.orFail !== now.orFail)
    said.push([
      'contract',
      `${does} fails with ${now.orFail ?? 'no code of its own'} instead of ${old.orFail ?? 'none'} where it ${words}.`,
    ])
  const types = [typeOf(old.action), typeOf(now.action)]
  if (types[0] !== types[1]) said.push(['contract', `${does} ${words} as ${types[1]} instead of ${types[0]}.`])
  else if (!isSameExpression(old.action, now.action))
    said.push(['review', `${does} ${words} otherwise${detail(old.action, now.action)}.`])
  return said.length > 0 ? said : [['safe', `${does} ${words} as before, with what is of another type.`]]
}

/** The media type of an answer; null: not an answer. */
function typeOf(action: StepAction): string | null {
  return action.kind === 'respond' && action.body !== null
    ? (action.wire?.mediaType ?? MEDIA_TYPES[action.wire?.form ?? 'JSON'])
    : null
}

function detail(old: StepAction, now: StepAction): string {
  if ('sets' in old && 'sets' in now) return setsDetail(old.sets, now.sets)
  if ('where' in old && 'where' in now && !isSameExpression(old.where, now.where))
    return now.where === null ? ', whichever they are' : `, where ${code(now.where)}`
  if (old.kind === 'require' && now.kind === 'require')
    return `: ${code(now.condition)} instead of ${code(old.condition)}`
  if (old.kind === 'set' && now.kind === 'set') return `: to ${code(now.to)} instead of ${code(old.to)}`
  if (old.kind === 'let' && now.kind === 'let') return `: ${code(now.value)} instead of ${code(old.value)}`
  if (old.kind === 'send' && now.kind === 'send') return sendingDetail(old.sending, now.sending)
  return ''
}

function setsDetail(old: readonly FieldSet[], now: readonly FieldSet[]): string {
  const { gone, made } = exchanged(old.map(setWords), now.map(setWords))
  return `${made.length === 0 ? '' : `, with ${made.join(', ')}`}${gone.length === 0 ? '' : `, and not with ${gone.join(', ')}`}`
}

function setWords(set: FieldSet): string {
  return set.kind === 'set'
    ? `${set.field} = ${code(set.value)}`
    : `the given ${set.field} (${[...(set.of === undefined ? [] : [set.of]), ...set.input].join('.')})`
}

function sendingDetail(old: Sending, now: Sending): string {
  const parts = [
    isSameExpression(old.to, now.to) ? null : `to ${now.to === null ? 'nobody' : code(now.to)}`,
    textOf(old.subject) === textOf(now.subject) ? null : `with the subject "${textOf(now.subject)}"`,
    textOf(old.body) === textOf(now.body) ? null : 'with another body',
    attachedIn(old) === attachedIn(now) ? null : `with ${attachedIn(now) || 'no document'}`,
    shownIn(old) === shownIn(now) ? null : `showing ${shownIn(now) ?? 'no document'}`,
    buttonOf(old) === buttonOf(now) ? null : `with ${buttonOf(now) ?? 'no button'}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `, ${parts.join(' and ')}`
}

function attachedIn({ attaches }: Sending): string {
  return attaches.map(({ document, record }) => `"${document}" of ${record}`).join(', ')
}

function shownIn({ shows }: Sending): string | null {
  return shows === null ? null : `"${shows.document}" of ${shows.record}`
}

function buttonOf({ button }: Sending): string | null {
  return button === null ? null : `the button "${button.label}" to ${code(button.to)}`
}

function textOf(template: Sending['subject']): string {
  return template === null ? '' : templateText(template)
}

type Worded<Kind extends StepAction['kind']> = (action: Extract<StepAction, { readonly kind: Kind }>) => string

const WORDS: { readonly [Kind in StepAction['kind']]: Worded<Kind> } = {
  find: ({ as, source }) => `finds ${as} in ${sourceWords(source)}`,
  list: ({ as, source }) => `lists ${as} from ${sourceWords(source)}`,
  require: () => 'requires a condition',
  let: ({ name }) => `works out ${name}`,
  create: ({ entity, isProductsOwn }) => `${isProductsOwn ? 'records' : 'creates'} a ${entity}`,
  change: ({ record }) => `changes ${record}`,
  set: ({ record, field }) => `sets ${record}.${field}`,
  delete: ({ record, isProductsOwn }) => `${isProductsOwn ? 'discards' : 'deletes'} ${record}`,
  add: ({ record, relation }) => `adds to ${record}.${relation}`,
  remove: ({ record, relation }) => `removes from ${record}.${relation}`,
  do: ({ transition, record }) => `does ${transition} on ${record}`,
  'check password': ({ as }) => `checks the password of ${as}`,
  ask: ({ service, operation }) => `asks ${service} to ${operation}`,
  'sign in': ({ record }) => `signs in ${record}`,
  'sign out': () => 'signs out',
  'give role': ({ record }) => `gives a role to ${record}`,
  'take role': ({ record }) => `takes a role from ${record}`,
  send: ({ sending }) => `sends "${sending.message}"`,
  respond: ({ status }) => `answers ${status}`,
  'respond file': ({ record, field, status }) => `answers ${status} with the file ${record}.${field}`,
  issue: ({ document, record }) => `issues the document "${document}" of ${record}`,
  'respond document': ({ document, record, status }) =>
    `answers ${status} with the document "${document}" of ${record}`,
  'for each': ({ as, source }) =>
    `goes through each ${as} of ${source.kind === 'listed' ? source.list : source.kind === 'values' ? code(source.list) : sourceWords(source)}`,
  block: () => 'does several steps together',
  later: () => 'does something later, after the answer',
  unsupported: ({ name }) => `stops at ${name}, which is not supported`,
  'not shown': () => 'stops at a step that is not shown',
}

function wordsOfStep({ action }: Step): string {
  const words = WORDS[action.kind] as (action: StepAction) => string
  return words(action)
}

function sourceWords(source: RecordSource): string {
  return source.kind === 'entity' ? source.entity : `${source.of}.${source.relation}`
}

type EffectWords<Kind extends Effect['kind']> = (effect: Extract<Effect, { readonly kind: Kind }>) => string

const EFFECTS: { readonly [Kind in Effect['kind']]: EffectWords<Kind> } = {
  set: ({ field }) => `sets ${field}`,
  clear: ({ field }) => `clears ${field}`,
  send: ({ sending }) => `sends "${sending.message}"`,
  record: ({ entity }) => `records a ${entity}`,
  do: ({ transition, relation }) => `does ${transition} on ${relation}`,
}

export function effectsSaid(does: string, before: readonly Effect[], after: readonly Effect[]): Said[] {
  const words = (effect: Effect): string => (EFFECTS[effect.kind] as (effect: Effect) => string)(effect)
  return partsSaid(before, after, words, {
    gone: (effect) => [['review', `${does} no longer ${words(effect)}.`]],
    made: (effect) => [['review', `${does} now also ${words(effect)}.`]],
    changed: ({ old, now }) => {
      if (isSameExpression({ ...old, span: 0 }, { ...now, span: 0 }))
        return [['safe', `${does} ${words(now)} as before, with what is of another type.`]]
      return [['review', `${does} ${words(now)} otherwise${effectDetail(old, now)}.`]]
    },
    order: ['review', `${does} has its effects in another order.`],
  })
}

function effectDetail(old: Effect, now: Effect): string {
  if (old.kind === 'set' && now.kind === 'set') return `: to ${code(now.to)} instead of ${code(old.to)}`
  if (old.kind === 'record' && now.kind === 'record') return setsDetail(old.sets, now.sets)
  if (old.kind === 'send' && now.kind === 'send') return sendingDetail(old.sending, now.sending)
  if (old.kind === 'do' && now.kind === 'do') return now.where === null ? ', all of them' : `, where ${code(now.where)}`
  return ''
}
