// Codes of point 8 against the places that raise them → N805, a status that does not fit the refusal, and N806, a
// message with values that its readers may not see.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { CatalogueEntryDraft } from '../../draft/errors.ts'
import type { Scope } from '../../expression/expression.ts'
import type { CatalogueEntry } from '../../model/errors.ts'
import { stepCodes } from '../../model/steps/step-codes.ts'
import { permissionsOf } from '../../check/roles/permission-rows.ts'
import { holdersOf, plainRoleOf, type Considering } from '../considering.ts'

export function warnAboutMessages(of: Considering): void {
  const { codes, areRolesNotShown } = of.checking.names
  for (const entry of of.model.errors.catalogue) {
    const draft = codes.get(entry.code)
    if (draft === undefined) continue
    warnAboutStatus(of, entry, draft)
    if (!areRolesNotShown) warnAboutUnseenWords(of, entry, draft)
  }
}

/** Statuses with a meaning of their own for programs that cannot read the message. */
const TELLING = { 401: 'not signed in', 404: 'missing', 405: 'wrong method', 429: 'too many requests' } as const

function warnAboutStatus(of: Considering, { code, status }: CatalogueEntry, draft: CatalogueEntryDraft): void {
  const { rules, rulesOverRecords } = of.model.validation
  const rule = [...rules, ...rulesOverRecords].find(({ otherwise }) => otherwise === code)
  // A server that is full says so by 503, and is asked again later.
  if (status === 503 && rule === undefined && of.model.limits.limits.some(({ otherwise }) => otherwise === code)) return
  const said = sentenceAbout(status, draft.status.text, rule?.name ?? null)
  if (said === null) return
  const found = diagnostic('N805', draft.status.span, ...said)
  of.found.push(
    (rule === undefined ? found : found.because(rule.span, 'The rule stands here.')).withHint(
      'Write 422 for a wrong input, 409 for the state of a record, or 403 for a missing right.',
    ),
  )
}

/** Null: the status fits. */
function sentenceAbout(status: number, written: string, rule: string | null): Sentence<'N805'> | null {
  if (status >= 500) return rule === null ? ['failure, by the text', written] : ['failure, by a rule', written, rule]
  const telling = Object.entries(TELLING).find(([each]) => each === String(status))?.[1]
  return telling === undefined || rule === null ? null : [telling, rule]
}

interface NamedField {
  readonly entity: string
  readonly field: string
}

function warnAboutUnseenWords(of: Considering, { code }: CatalogueEntry, draft: CatalogueEntryDraft): void {
  const readers = readersOf(of, code)
  const scope = of.checking.raised.get(code)?.[0] ?? null
  if (readers.size === 0 || scope === null) return
  for (const part of draft.message.parts) {
    if (part.kind === 'text' || of.checking.names.constants.has(part.expression.text)) continue
    const { text, span } = part.expression
    const fields = fieldsOn(of, text.split('.'), scope)
    const isSeen = (role: string): boolean => fields.every((field) => maySee(of, role, field))
    if (![...readers].some(isSeen)) of.found.push(diagnostic('N806', span, text))
  }
}

/** Roles that can be refused with the code. */
function readersOf(of: Considering, code: string): Set<string> {
  const roles = of.model.calls.calls.flatMap(({ steps, who }) =>
    stepCodes(of.model.calls, steps).includes(code) ? who : [],
  )
  const { rules, rulesOverRecords } = of.model.validation
  for (const { otherwise, entity } of [...rules, ...rulesOverRecords]) {
    if (otherwise !== code) continue
    for (const { who, isForbidden, actions } of permissionsOf(of.model.roles, entity))
      if (who !== null && !isForbidden && actions.some((action) => action !== 'see')) roles.push(plainRoleOf(of, who))
  }
  return holdersOf(of, roles)
}

/** The fields along a path, starting from the longest name in scope. */
function fieldsOn(of: Considering, path: readonly string[], scope: Scope): NamedField[] {
  for (let length = path.length; length >= 0; length--) {
    const name = length === 0 ? (scope.implicit ?? '') : path.slice(0, length).join('.')
    let type = scope.variables.get(name)?.type
    if (type === undefined) continue
    const fields: NamedField[] = []
    for (const field of path.slice(length)) {
      if (type?.kind !== 'record') break
      fields.push({ entity: type.entity, field })
      type = of.checking.catalogue.entities.get(type.entity)?.fields.get(field)?.type
    }
    return fields
  }
  return []
}

function maySee(of: Considering, role: string, { entity, field }: NamedField): boolean {
  return permissionsOf(of.model.roles, entity).some(
    ({ who, isForbidden, actions, fields }) =>
      who !== null &&
      !isForbidden &&
      actions.includes('see') &&
      fields.includes(field) &&
      of.included.get(role)?.has(plainRoleOf(of, who)) === true,
  )
}
