// Draft → every declared name, once, with the position of its declaration. A name that is declared twice keeps its
// first meaning, so that one mistake gives one diagnostic.

import { pathPattern } from '../../model/addresses/call-path.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type {
  CallDraft,
  ExampleDraft,
  MessageDraft,
  ScheduleDraft,
  ServiceDraft,
  ShapeDraft,
  SharedDraft,
} from '../../draft/calls.ts'
import type { Draft } from '../../draft/draft.ts'
import type { EntityDraft, SharedChoiceDraft } from '../../draft/entities.ts'
import type { CatalogueEntryDraft } from '../../draft/errors.ts'
import type { CalendarDraft, ConstantDraft, DecisionTableDraft, LookupDraft } from '../../draft/limits.ts'
import type { ContextualRoleDraft, ProviderDraft, RoleDraft } from '../../draft/roles.ts'
import type { DocumentDraft, ScreenDraft } from '../../draft/screens.ts'
import type { MachineDraft } from '../../draft/states.ts'
import type { Span, Written } from '../../text/source.ts'
import { NameRecorder } from './occurrences.ts'
import { addWordsIn, addWordsOf } from '../expressions/words-in.ts'
import { withArticle } from '../../text/article.ts'
import { anotherName, isIdentifier, isReserved } from '../../text/identifier.ts'

export interface Names {
  readonly entities: ReadonlyMap<string, EntityDraft>
  /** Shared choices. */
  readonly choices: ReadonlyMap<string, SharedChoiceDraft>
  readonly roles: ReadonlyMap<string, RoleDraft>
  /** By name; several entities may have a role on a record with the same name. */
  readonly contextualRoles: ReadonlyMap<string, readonly ContextualRoleDraft[]>
  readonly codes: ReadonlyMap<string, CatalogueEntryDraft>
  readonly constants: ReadonlyMap<string, ConstantDraft>
  readonly calendars: ReadonlyMap<string, CalendarDraft>
  readonly lookups: ReadonlyMap<string, LookupDraft>
  readonly decisionTables: ReadonlyMap<string, DecisionTableDraft>
  readonly shapes: ReadonlyMap<string, ShapeDraft>
  readonly shared: ReadonlyMap<string, SharedDraft>
  readonly screens: ReadonlyMap<string, ScreenDraft>
  readonly documents: ReadonlyMap<string, DocumentDraft>
  readonly services: ReadonlyMap<string, ServiceDraft>
  readonly providers: ReadonlyMap<string, ProviderDraft>
  readonly messages: ReadonlyMap<string, MessageDraft>
  readonly schedules: ReadonlyMap<string, ScheduleDraft>
  readonly examples: ReadonlyMap<string, ExampleDraft>
  /** By `POST /api/tickets/:number/comments`. */
  readonly calls: ReadonlyMap<string, CallDraft>
  /** By `Ticket.status`. */
  readonly machines: ReadonlyMap<string, MachineDraft>
  /** The role of guests. */
  readonly guest: string | null
  /** Point 6 is empty, and does not state that there are no roles. */
  readonly areRolesNotShown: boolean
  /** Point 8 has no codes, and does not state that there are none: answers of codes are then provisional. */
  readonly areCodesNotShown: boolean
  /** Point 4 is empty. */
  readonly areStatesNotShown: boolean
  /** Built-in fields of every entity, except `id`. */
  readonly everyEntityHas: readonly string[]
  /** All words of the text outside of the tables of constants. */
  readonly mentioned: ReadonlySet<string>
  /** Recorder of resolved names; see occurrences.ts. */
  readonly recorder: NameRecorder
}

/** `text` is the whole specification, because lines without an effect yet are not part of the draft. */
export function namesOf(draft: Draft, text: string, found: Diagnostic[]): Names {
  const { entities, roles, calls, errors, limits, screens, states } = draft
  const declared = { unique: new Map<string, Declared>(), found }
  const entityNames = declare(entities.entities, (entity) => entity.name, 'an entity', {
    ...declared,
    isIdentifier: true,
  })
  const constants = declare(limits.constants, (constant) => constant.name, 'a constant', {
    ...declared,
    isIdentifier: true,
  })
  const calendars = declare(limits.calendars, (calendar) => calendar.name, 'a calendar', {
    ...declared,
    isIdentifier: true,
  })
  const lookups = declare(limits.lookups, (lookup) => lookup.name, 'a lookup', { ...declared, isIdentifier: true })
  const decisionTables = declare(limits.decisionTables, (table) => table.name, 'a lookup', {
    ...declared,
    isIdentifier: true,
  })
  const shapes = declare(calls.shapes, (shape) => shape.name, 'a shape', { ...declared, isIdentifier: true })
  const apart = () => ({ unique: new Map<string, Declared>(), found, isIdentifier: false })
  const roleNames = declare(roles.roles, (role) => role.name, 'a role', apart())
  return {
    entities: entityNames,
    choices: declare(entities.choices, (choice) => choice.name, 'a choice', apart()),
    constants,
    calendars,
    lookups,
    decisionTables,
    shapes,
    roles: roleNames,
    contextualRoles: declareContextualRoles(roles.contextualRoles, roleNames, found),
    codes: declareCodes(errors.catalogue, found),
    screens: declare(screens.screens, (screen) => screen.name, 'a screen', apart()),
    documents: declare(screens.documents, (document) => document.name, 'a document', apart()),
    services: declare(calls.services, (service) => service.name, 'an outside service', apart()),
    providers: declare(roles.providers, (provider) => provider.name, 'an OpenID provider', apart()),
    messages: declare(calls.messages, (message) => message.name, 'a message', apart()),
    schedules: declare(calls.schedules, (schedule) => schedule.name, 'a schedule', apart()),
    examples: declare(calls.examples, (example) => example.name, 'an example', apart()),
    shared: declare(calls.shared, (part) => part.name, 'a part that calls share', apart()),
    calls: declareCalls(calls.calls, found),
    machines: declareMachines(states.machines, found),
    guest: roles.roles.find((role) => role.gained.some((gain) => gain.kind === 'not signed in'))?.name.text ?? null,
    areRolesNotShown: areRolesNotShown(draft),
    areStatesNotShown:
      states.machines.length === 0 &&
      !draft.answers.some(
        ({ question, openness }) => question === 'States and transitions' && openness.kind !== 'not shown',
      ),
    areCodesNotShown:
      errors.catalogue.length === 0 &&
      !draft.answers.some(({ question, openness }) => question === 'Error catalogue' && openness.kind !== 'not shown'),
    everyEntityHas: (entities.everyEntityHas?.fields ?? []).map((field) => field.text),
    mentioned: mentionedWords(draft, text),
    recorder: new NameRecorder(),
  }
}

function areRolesNotShown(draft: Draft): boolean {
  const { roles, contextualRoles, permissions, signIn } = draft.roles
  const isAnswered = draft.answers.some(
    (answer) => answer.question === 'Roles and permissions' && answer.openness.kind !== 'not shown',
  )
  return roles.length + contextualRoles.length + permissions.length === 0 && signIn === null && !isAnswered
}

export interface Declared {
  readonly span: Span
  readonly kind: string
}

interface Declaring {
  /** Names declared so far in this namespace, in lower case. */
  readonly unique: Map<string, Declared>
  readonly found: Diagnostic[]
  /** It can be named in an expression. */
  readonly isIdentifier: boolean
}

function declare<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => Written,
  kind: string,
  declaring: Declaring,
): Map<string, Item> {
  const byName = new Map<string, Item>()
  for (const item of items) {
    const name = nameOf(item)
    if (declaring.isIdentifier && !isUsableName(name, declaring.found)) continue
    if (reportSecond(name, kind, declaring.unique, declaring.found)) continue
    byName.set(name.text, item)
  }
  return byName
}

/** Names that differ only in case count as equal. */
export function reportSecond(name: Written, kind: string, unique: Map<string, Declared>, found: Diagnostic[]): boolean {
  const key = name.text.toLowerCase()
  const first = unique.get(key)
  if (first === undefined) {
    unique.set(key, { span: name.span, kind })
    return false
  }
  found.push(diagnostic('N008', name.span, first.kind, name.text).because(first.span, 'First declared here.'))
  return true
}

/** Names that a call, a permission or a session provides: allowed for fields, not for declarations. */
const SURROUNDING = new Set(['item', 'input', 'path', 'query', 'session'])

export function isUsableFieldName(name: Written): boolean {
  return isIdentifier(name.text) && !isReserved(name.text)
}

/** Tells whether the name can be used in every scope. */
export function isUsableName(name: Written, found: Diagnostic[]): boolean {
  if (!isUsableFieldName(name)) return false
  if (!SURROUNDING.has(name.text)) return true
  found.push(
    diagnostic('N009', name.span, 'word of steps', name.text).withHint(
      `Give it another name, such as ${anotherName(name.text)}.`,
    ),
  )
  return false
}

function declareContextualRoles(
  drafts: readonly ContextualRoleDraft[],
  roles: ReadonlyMap<string, RoleDraft>,
  found: Diagnostic[],
) {
  const byName = new Map<string, ContextualRoleDraft[]>()
  for (const draft of drafts) {
    const plain = roles.get(draft.name.text)
    const others = byName.get(draft.name.text) ?? []
    const second = others.find((other) => other.entity.text === draft.entity.text)
    const first = plain?.name.span ?? second?.name.span
    if (first !== undefined) {
      found.push(
        diagnostic(
          'N008',
          draft.name.span,
          plain === undefined ? `a role for ${withArticle(draft.entity.text)}` : 'a role',
          draft.name.text,
        ).because(first, 'First declared here.'),
      )
    } else {
      byName.set(draft.name.text, [...others, draft])
    }
  }
  return byName
}

function declareCodes(drafts: readonly CatalogueEntryDraft[], found: Diagnostic[]): Map<string, CatalogueEntryDraft> {
  const codes = new Map<string, CatalogueEntryDraft>()
  for (const draft of drafts) {
    // A row that could not be read has been reported.
    if (draft.code.text === '') continue
    const first = codes.get(draft.code.text)
    if (first === undefined) codes.set(draft.code.text, draft)
    else found.push(diagnostic('N801', draft.code.span, draft.code.text).because(first.code.span, 'First given here.'))
  }
  return codes
}

function declareCalls(drafts: readonly CallDraft[], found: Diagnostic[]): Map<string, CallDraft> {
  const calls = new Map<string, CallDraft>()
  const byPattern = new Map<string, CallDraft>()
  for (const draft of drafts) {
    const name = `${draft.method.text} ${draft.path.text}`
    const pattern = pathPattern(name)
    const first = byPattern.get(pattern)
    if (first === undefined) {
      calls.set(name, draft)
      byPattern.set(pattern, draft)
    } else {
      found.push(diagnostic('N701', draft.path.span, name).because(first.path.span, 'First defined here.'))
    }
  }
  return calls
}

function declareMachines(drafts: readonly MachineDraft[], found: Diagnostic[]): Map<string, MachineDraft> {
  const machines = new Map<string, MachineDraft>()
  for (const draft of drafts) {
    const name = `${draft.entity.text}.${draft.field.text}`
    const first = machines.get(name)
    if (first === undefined) machines.set(name, draft)
    else
      found.push(
        diagnostic('N008', draft.field.span, 'a field with states', name).because(
          first.field.span,
          'Its states are given here.',
        ),
      )
  }
  return machines
}

/**
 * Words outside of declarations of constants and lookups. A constant among them counts as used, even by a line without
 * an effect yet.
 */
function mentionedWords(draft: Draft, text: string): Set<string> {
  const words = new Set<string>()
  for (const quoted of text.match(/`[^`]*`|\{[^{}]*\}/g) ?? []) addWordsOf(quoted, words)
  const { purpose: _purpose, name: _name, limits, ...rest } = draft
  addWordsIn({ ...rest, limits: limits.limits, settings: limits.settings.map(({ value }) => value) }, words)
  return words
}
