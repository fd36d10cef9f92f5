// Names as written → their meanings, or one diagnostic each.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { Performer } from '../../model/roles.ts'
import type { PerformerDraft } from '../../draft/roles.ts'
import type { DocumentDraft } from '../../draft/screens.ts'
import type { TransitionStartDraft } from '../../draft/states.ts'
import type { Scope } from '../../expression/expression.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts, FieldFacts } from '../entities/facts.ts'
import type { OccurrenceDetails } from './occurrences.ts'
import { partOfWritten } from '../expressions/part-of-written.ts'
import { withArticle } from '../../text/article.ts'

export function resolveEntity(checking: Checking, written: Written): EntityFacts | null {
  const facts = checking.entities.get(written.text)
  if (facts !== undefined) {
    checking.names.recorder.use('entity', written)
    return facts
  }
  return report(
    checking,
    areEntities(checking, written.text)
      ? diagnostic('N301', written.span, written.text).withHint('One entity stands here: write a row for each.')
      : diagnostic('N301', written.span, written.text).suggesting(written.text, checking.entities.keys()),
  )
}

/** `Team, Entry` where one entity is expected. */
function areEntities({ entities }: Checking, text: string): boolean {
  const names = text.split(',').map((name) => name.trim())
  return names.length > 1 && names.every((name) => entities.has(name))
}

/** Null: the field does not exist; `isSilent`: the reason is already reported. */
export function resolveField(
  checking: Checking,
  entity: EntityFacts,
  written: Written,
  details: OccurrenceDetails = {},
): FieldFacts | null {
  const field = entity.fields.get(written.text)
  if (field !== undefined || entity.absent.has(written.text))
    checking.names.recorder.use('field', written, entity.name, details)
  if (field !== undefined) return field
  if (entity.absent.has(written.text)) return null
  if (written.text.includes('.'))
    return report(
      checking,
      diagnostic('N011', written.span, 'path for a field', entity.name, written.text).withHint(
        `Name one field of ${entity.name}, such as ${written.text.slice(0, written.text.indexOf('.'))}.`,
      ),
    )
  return report(
    checking,
    diagnostic('N320', written.span, entity.name, written.text).suggesting(written.text, entity.fields.keys()),
  )
}

export function isPlainRole(checking: Checking, written: Written): boolean {
  if (checking.names.roles.has(written.text)) {
    checking.names.recorder.use('role', written)
    return true
  }
  reportUnknownRole(checking, written, checking.names.roles.keys())
  return false
}

/** If point 6 is not shown, the role may be valid. */
function reportUnknownRole(checking: Checking, written: Written, known: Iterable<string>): null {
  if (checking.names.areRolesNotShown)
    return report(checking, diagnostic('N007', written.span, `What ${withArticle(`"${written.text}"`)} is`))
  const names = [...known]
  const found = diagnostic('N601', written.span, written.text)
  // Lists of roles are split where they are permitted; here one role is expected.
  const parts = written.text.split(/\s*,\s*/)
  if (parts.length > 1 && parts.every((part) => names.includes(part)))
    return report(checking, found.withHint('A row is about one role here: write one for each of them.'))
  const several = listOf(written.text, names)
  return report(checking, several === null ? found.suggesting(written.text, names) : found.meaning(several))
}

/** `Guest and Member`, `Guest; Member`, `Guest/Member` → `Guest, Member`, if all of them are known. */
export function listOf(written: string, known: readonly string[]): string | null {
  const parts = written.split(/\s*[;/&+|]\s*|\s+(?:and|or)\s+/)
  return parts.length > 1 && parts.every((part) => known.includes(part)) ? parts.join(', ') : null
}

/** A role, or a role on a record of `entity`. `entity` null: there is no record here. */
export function resolvePerformer(checking: Checking, role: Written, entity: EntityFacts | null): Performer | null {
  const { roles, contextualRoles, recorder } = checking.names
  if (roles.has(role.text)) {
    recorder.use('role', role)
    return { kind: 'role', role: role.text }
  }
  const contextual = contextualRoles.get(role.text)
  if (contextual === undefined) {
    const known = [...roles.keys(), ...contextualRoles.keys()]
    const delegated = / of /.exec(role.text)
    const split = delegated === null ? null : splitDelegation(role, delegated.index)
    // A role may really be called "Manager of it".
    const isMisspelt =
      split !== null && entity?.fields.has(split.field.text) !== true && closest(role.text, known) !== null
    if (split !== null && entity !== null && !isMisspelt) return resolveDelegated(checking, split, entity)
    return reportUnknownRole(checking, role, known)
  }
  if (entity !== null && contextual.some((draft) => draft.entity.text === entity.name)) {
    recorder.use('contextual role', role, entity.name)
    return { kind: 'contextual role', role: role.text, entity: entity.name }
  }
  // A role on records of an unknown entity may be meant for these; the unknown entity is reported at its place.
  if (contextual.some((draft) => !checking.entities.has(draft.entity.text))) return null
  const of = contextual[0]?.entity.text ?? ''
  const here = entity === null ? 'a screen without a record' : entity.name
  const field =
    entity === null
      ? undefined
      : [...entity.fields.values()].find(({ field }) => field.type.kind === 'reference' && field.type.entity === of)
  return report(
    checking,
    diagnostic('N602', role.span, role.text, of, here)
      .because(contextual[0]?.name.span ?? role.span, 'It is declared here.')
      .withHint(field === undefined ? null : `Write "${role.text} of ${field.field.name}".`),
  )
}

function splitDelegation(role: Written, index: number): { role: Written; field: Written } {
  return { role: partOfWritten(role, 0, index), field: partOfWritten(role, index + ' of '.length, role.text.length) }
}

/** `Owner of ticket`: the field leads to a record of the role's entity. */
function resolveDelegated(
  checking: Checking,
  written: { role: Written; field: Written },
  entity: EntityFacts,
): Performer | null {
  const field = resolveField(checking, entity, written.field)
  if (field === null) return null
  if (field.field.type.kind !== 'reference') {
    return report(
      checking,
      diagnostic('N602', written.field.span, written.role.text, 'record', `"${written.field.text}"`),
    )
  }
  const target = checking.entities.get(field.field.type.entity)
  const performer = target === undefined ? null : resolvePerformer(checking, written.role, target)
  if (performer === null || target === undefined) return null
  // A plain role does not depend on the record.
  if (performer.kind !== 'contextual role') return performer
  return { kind: 'contextual role of', role: written.role.text, entity: target.name, field: field.field.name }
}

export function resolvePerformerDraft(
  checking: Checking,
  draft: PerformerDraft,
  entity: EntityFacts,
): Performer | null {
  if (draft.kind === 'role of') return resolveDelegated(checking, draft, entity)
  return draft.kind === 'role' ? resolvePerformer(checking, draft.role, entity) : null
}

/** The plain role that a performer must have. */
export function baseRole(checking: Checking, performer: Performer): string {
  if (performer.kind === 'role') return performer.role
  const drafts = checking.names.contextualRoles.get(performer.role) ?? []
  return drafts.find((draft) => draft.entity.text === performer.entity)?.mustHave.text ?? performer.role
}

/** A code of point 8, raised with `scope`. */
export function resolveCode(checking: Checking, written: Written, scope: Scope | null): string | null {
  const isFirst = !checking.raised.has(written.text)
  checking.raised.set(written.text, [...(checking.raised.get(written.text) ?? []), scope])
  return resolveNamedCode(checking, written, isFirst)
}

/** A code that is mentioned here and raised elsewhere. */
export function resolveNamedCode(checking: Checking, written: Written, isFirst = true): string | null {
  const { codes, areCodesNotShown } = checking.names
  if (codes.has(written.text)) {
    checking.names.recorder.use('code', written)
    return written.text
  }
  if (areCodesNotShown) {
    if (isFirst) report(checking, diagnostic('N007', written.span, `The answer of "${written.text}"`))
    return written.text
  }
  return report(checking, diagnostic('N802', written.span, written.text).suggesting(written.text, codes.keys()))
}

/** The machine of the entity with this transition. A row from "nothing" belongs to none. */
export function machineOf(checking: Checking, entity: string, transition: string) {
  for (const machine of checking.names.machines.values()) {
    const isOfEntity = machine.entity.text === entity
    if (isOfEntity && machine.transitions.some(({ name, from }) => name.text === transition && !isCreating(from)))
      return machine
  }
  return null
}

export function resolveTransition(checking: Checking, entity: string, written: Written): string | null {
  if (machineOf(checking, entity, written.text) !== null) {
    checking.names.recorder.use('transition', written, entity)
    return written.text
  }
  const rows = [...checking.names.machines.values()]
    .filter((machine) => machine.entity.text === entity)
    .flatMap((machine) => machine.transitions)
  const known = rows.flatMap(({ name, from }) => (isCreating(from) ? [] : [name.text]))
  // States of an unknown entity may be the intended ones; that is reported already.
  const isElsewhere = [...checking.names.machines.values()].some(
    (machine) =>
      !checking.entities.has(machine.entity.text) && machine.transitions.some(({ name }) => name.text === written.text),
  )
  if (isElsewhere) return null
  const found = diagnostic('N418', written.span, entity, written.text)
  const creation = rows.find(({ name }) => name.text === written.text)
  return report(
    checking,
    creation === undefined
      ? found.suggesting(written.text, known)
      : found
          .because(creation.name.span, 'It starts from nothing.')
          .withHint(`It is a way to create ${withArticle(entity)}, and is done whenever one is created.`),
  )
}

function isCreating(from: TransitionStartDraft | null): boolean {
  return from?.kind === 'nothing'
}

/** Null: unknown, already reported. */
export function resolveDocument(checking: Checking, written: Written): DocumentDraft | null {
  const draft = checking.names.documents.get(written.text)
  if (draft === undefined)
    return report(
      checking,
      diagnostic('N237', written.span, written.text).suggesting(written.text, checking.names.documents.keys()),
    )
  checking.names.recorder.use('document', written)
  checking.documentsUsed.add(written.text)
  return draft
}
