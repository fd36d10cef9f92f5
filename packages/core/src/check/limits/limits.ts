// Point 9 → settings and limits, and the roles of the constants that constants.ts has checked.

import { parametersIn } from '../../model/addresses/call-path.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { LimitDraft } from '../../draft/limits.ts'
import type { Scope } from '../../expression/expression.ts'
import type { Limit, LimitedParty, LimitsModel } from '../../model/limits.ts'
import type { Written } from '../../text/source.ts'
import { positiveDurationOf, refusedNothing } from './written-amounts.ts'
import { knownCalls, refuseUnknownCall } from '../names/call-names.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { entriesOf, partOfWritten } from '../expressions/part-of-written.ts'
import { resolveCode, resolveField } from '../names/resolve.ts'
import { commonVariables, recordScope } from '../names/scopes.ts'
import { checkSettings } from './settings.ts'
import { checkTranslations } from './translations.ts'

export function checkLimits(checking: Checking): LimitsModel {
  warnAboutUnused(checking)
  refuseSecondLimits(checking)
  const limits = checking.draft.limits.limits.flatMap((limit) => checkLimit(checking, limit) ?? [])
  const settings = checkSettings(checking)
  const translations = checkTranslations(checking, settings.language)
  const { constants, lookups, decisionTables } = checking
  return { ...settings, constants, calendars: checking.calendars.known, lookups, decisionTables, limits, translations }
}

function warnAboutUnused(checking: Checking): void {
  const { constants, lookups, decisionTables, mentioned } = checking.names
  for (const { name } of [...constants.values(), ...lookups.values(), ...decisionTables.values()]) {
    if (!mentioned.has(name.text)) reportAbsence(checking, name.text, diagnostic('N901', name.span, name.text))
  }
}

/** With two limits of one name, a refusal would be ambiguous. */
function refuseSecondLimits(checking: Checking): void {
  const named = new Map<string, Written>()
  for (const { name } of checking.draft.limits.limits) {
    const first = named.get(name.text.toLowerCase())
    if (first === undefined) named.set(name.text.toLowerCase(), name)
    else
      report(checking, diagnostic('N008', name.span, 'a limit', name.text).because(first.span, 'First declared here.'))
  }
}

function checkLimit(checking: Checking, draft: LimitDraft): Limit | null {
  const on = resolveSubject(checking, draft)
  const otherwise = draft.otherwise === null ? null : resolveCode(checking, draft.otherwise, null)
  const windowMs = draft.window === null ? null : positiveDurationOf(checking, draft.window, 'nothing is ever counted')
  if (on === null) return null
  const per = resolveParty(checking, draft, on)
  if (per === null) return null
  const atMost = requireExpression(checking, draft.atMost, scopeOf(checking, on, per), { kind: 'integer' })
  if (!isWindowRight(checking, draft, on)) return null
  if (atMost?.kind === 'literal' && Number(atMost.value) <= 0)
    return report(checking, refusedNothing(checking, draft.atMost, 'nothing gets through'))
  if (atMost === null || (draft.otherwise !== null && otherwise === null)) return null
  if (draft.window !== null && windowMs === null) return null
  return { name: draft.name.text, on, per, windowMs, atMost, otherwise, span: draft.name.span }
}

/**
 * Calls are counted per time, open streams by their number; records by their number, or by creation within a time, if
 * their entity stores it.
 */
function isWindowRight(checking: Checking, draft: LimitDraft, on: Limit['on']): boolean {
  if (on.kind === 'streams') {
    if (draft.window === null) return true
    const told = diagnostic('N011', draft.window.span, 'time of open streams', draft.name.text)
    report(checking, told.withHint(`Write ${draft.per?.text ?? 'everybody'} alone, or limit the call itself.`))
    return false
  }
  if (on.kind !== 'entity' && draft.window === null) {
    const { span } = draft.per ?? draft.name
    const told = diagnostic('N011', span, 'no period of time', draft.name.text)
    report(checking, told.withHint(`Write ${draft.per?.text ?? 'everybody'}, 1 hour.`))
    return false
  }
  if (on.kind !== 'entity' || draft.window === null) return true
  if (checking.entities.get(on.entity)?.fields.has('createdAt') === true) return true
  const told = diagnostic('N011', draft.window.span, 'unknown creation', on.entity)
  report(checking, told.withHint('Add createdAt to "Every entity has", or leave the time out.'))
  return false
}

function resolveSubject(checking: Checking, { on: written, isOfStreams }: LimitDraft): Limit['on'] | null {
  const { text } = written
  if (text === 'signing in') return { kind: 'signing in' }
  if (text === 'streams') return { kind: 'streams', call: null }
  if (text === 'all calls') return { kind: 'call', call: null }
  if (isOfStreams || /^[A-Z]+ \//.test(text)) {
    const call = resolveCall(checking, written)
    return call === null ? null : { kind: isOfStreams ? 'streams' : 'call', call }
  }
  if (checking.entities.has(text)) {
    checking.names.recorder.use('entity', written)
    return { kind: 'entity', entity: text }
  }
  return report(
    checking,
    diagnostic('N301', written.span, text)
      .withHint(
        'A limit is on a call such as `POST /api/loans`, on all calls, on an entity, on signing in, or on streams.',
      )
      .suggesting(text, ['all calls', 'signing in', 'streams', ...checking.entities.keys()]),
  )
}

function resolveCall(checking: Checking, written: Written): string | null {
  const { text } = written
  if (!knownCalls(checking).has(text)) return refuseUnknownCall(checking, 'N905', written)
  const path = partOfWritten(written, text.indexOf('/'), text.length)
  checking.names.recorder.at(path.span, { kind: 'call', name: text, of: null })
  return text
}

function resolveParty(checking: Checking, { per }: LimitDraft, on: Limit['on']): LimitedParty | null {
  if (per === null || per.text === 'everybody') return { kind: 'everybody' }
  if (per.text === 'path') return resolvePath(checking, per, on)
  if (per.text === 'address') return on.kind === 'entity' ? refuseAddress(checking, per) : { kind: 'address' }
  if (per.text === 'user') return isUserKnown(checking, per, on) ? { kind: 'user', role: null } : null
  if (checking.names.roles.has(per.text)) {
    checking.names.recorder.use('role', per)
    return isUserKnown(checking, per, on) ? { kind: 'user', role: per.text } : null
  }
  const entity = on.kind === 'entity' ? checking.entities.get(on.entity) : undefined
  if (entity !== undefined) return resolveReference(checking, per, entity)
  return report(
    checking,
    diagnostic('N601', per.span, per.text)
      .withHint('A limit counts per user, per address, per role, or for everybody together.')
      .suggesting(per.text, ['user', 'address', 'everybody', ...checking.names.roles.keys()]),
  )
}

/** Streams of one call, counted for each record that its address names. */
function resolvePath(checking: Checking, per: Written, on: Limit['on']): LimitedParty | null {
  if (on.kind === 'streams' && on.call !== null && parametersIn(on.call).length > 0) return { kind: 'path' }
  const told = diagnostic('N011', per.span, 'no values in a path')
  return report(
    checking,
    told.withHint('Write it for streams of a call such as `GET /api/loans/:id`, or count per user.'),
  )
}

function refuseAddress(checking: Checking, per: Written): null {
  const told = diagnostic('N011', per.span, 'no address of a record')
  return report(checking, told.withHint('Count per user, or per a record that it points to.'))
}

/** The creator of a record is known only if the entity stores it. */
function isUserKnown(checking: Checking, per: Written, on: Limit['on']): boolean {
  if (on.kind !== 'entity' || checking.entities.get(on.entity)?.fields.has('createdBy') === true) return true
  const told = diagnostic('N011', per.span, 'unknown creator', on.entity)
  report(checking, told.withHint('Add createdBy to "Every entity has", or count per a record that it points to.'))
  return false
}

/** `project.organisation`, or the entity that the only such field of the limited one refers to. */
function resolveReference(checking: Checking, per: Written, entity: EntityFacts): LimitedParty | null {
  const pointing = [...entity.fields.values()].filter(
    ({ field }) => field.type.kind === 'reference' && field.type.entity === per.text,
  )
  const [only] = pointing
  if (only !== undefined) checking.names.recorder.use('entity', per)
  if (only !== undefined && pointing.length === 1) return { kind: 'record', path: [only.field.name], entity: per.text }
  if (pointing.length > 1) {
    const names = pointing.map(({ field }) => field.name)
    const told = diagnostic('N011', per.span, 'several references', entity.name, per.text)
    return report(checking, told.withHint(`Write one of ${names.join(', ')}.`))
  }
  let at = entity
  const path: string[] = []
  for (const part of entriesOf(per, '.')) {
    const field = resolveField(checking, at, part)
    const target = field?.field.type.kind === 'reference' ? checking.entities.get(field.field.type.entity) : undefined
    if (field === null) return null
    if (target === undefined) {
      const told = diagnostic('N011', part.span, 'no reference', part.text)
      return report(checking, told.withHint(`A limit on ${entity.name} counts per a record that it points to.`))
    }
    path.push(part.text)
    at = target
  }
  return { kind: 'record', path, entity: at.name }
}

function scopeOf(checking: Checking, on: Limit['on'], per: LimitedParty): Scope {
  if (per.kind === 'record') return recordScope(checking, per.entity, 'never')
  const isUser = per.kind === 'user' && on.kind !== 'signing in'
  return {
    variables: commonVariables(checking, isUser ? 'always' : 'never'),
    implicit: null,
    catalogue: checking.catalogue,
  }
}
