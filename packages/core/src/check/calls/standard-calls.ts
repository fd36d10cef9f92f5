// Rows of "Standard calls" → checked calls. Screens and limits need their names first, so they are read by
// standardCallsOf and checked once, here.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Draft } from '../../draft/draft.ts'
import type { StandardCallsDraft as Row } from '../../draft/calls.ts'
import type { StandardCalls } from '../../model/calls.ts'
import { report, type Checking } from '../checking.ts'
import { refuseOwnAddress } from '../names/own-addresses.ts'
import type { EntityFacts } from '../entities/facts.ts'
import type { Names } from '../names/names.ts'
import { identifies } from '../entities/identifying.ts'
import { provisionalStandardCalls } from '../provisional/provisional-calls.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { checkFormerPath } from './former-addresses.ts'

/** Rows whose entity exists, as far as they are valid; provisional rows if point 7 is not shown. */
export function standardCallsOf(
  draft: Draft,
  names: Names,
  entities: ReadonlyMap<string, EntityFacts>,
): StandardCalls[] {
  const { standard, calls } = draft.calls
  if (standard.length + calls.length === 0) return provisionalStandardCalls(draft, names, entities)
  return standard.flatMap((row) =>
    entities.has(row.entity.text)
      ? [
          {
            entity: row.entity.text,
            path: row.path.text,
            calls: [...new Set(row.calls.map(({ kind }) => kind))],
            foundBy: row.foundBy.text === '' ? 'id' : row.foundBy.text,
            shape: row.answersWith?.text ?? null,
            isProvisional: false,
            // Collisions are known only when all calls are.
            was: null,
            span: row.span,
          },
        ]
      : [],
  )
}

export function checkStandardCalls(checking: Checking): StandardCalls[] {
  const paths = new Map<string, Diagnostic['span']>()
  for (const row of checking.draft.calls.standard) {
    refuseOwnAddress(checking, row.path)
    const first = paths.get(row.path.text)
    if (first !== undefined)
      report(checking, diagnostic('N701', row.path.span, row.path.text).because(first, 'First defined here.'))
    paths.set(row.path.text, row.path.span)
    const entity = resolveEntity(checking, row.entity)
    if (entity === null) continue
    if (row.foundBy.text !== '') checkKey(checking, entity, row.foundBy)
    refusePresenceOfNobody(checking, row)
    if (row.answersWith !== null) checkShapeFor(checking, entity, row.answersWith)
  }
  return checking.standardCalls.map((row) => {
    const written = checking.draft.calls.standard.find(({ span }) => span === row.span)
    return written === undefined ? row : { ...row, was: checkFormerPath(checking, written, row) }
  })
}

/** Guests have no record by which they could be told apart or shown. */
function refusePresenceOfNobody(checking: Checking, { entity, calls }: Row): void {
  const presence = calls.find(({ kind }) => kind === 'presence')
  if (presence === undefined || checking.draft.roles.signIn !== null || checking.names.areRolesNotShown) return
  report(checking, diagnostic('N758', presence.span, entity.text))
}

function checkKey(checking: Checking, entity: EntityFacts, written: { text: string; span: Diagnostic['span'] }): void {
  const field = resolveField(checking, entity, written)
  if (field === null || identifies(checking, entity.name, field.field)) return
  report(
    checking,
    diagnostic('N703', written.span, entity.name, written.text)
      .because(field.field.span, 'It is declared here.')
      .withHint('Add the rule "unique", or find it by id.'),
  )
}

function checkShapeFor(
  checking: Checking,
  entity: EntityFacts,
  written: { text: string; span: Diagnostic['span'] },
): void {
  const shape = checking.names.shapes.get(written.text)
  if (shape === undefined) {
    report(
      checking,
      diagnostic('N722', written.span, written.text).suggesting(written.text, [
        ...checking.names.shapes.keys(),
        'everything visible',
      ]),
    )
    return
  }
  checking.names.recorder.use('shape', written)
  checking.shapesUsed.add(written.text)
  if (shape.entity.text !== entity.name) {
    report(
      checking,
      diagnostic('N709', written.span, written.text, shape.entity.text, entity.name).because(
        shape.entity.span,
        'It is declared here.',
      ),
    )
  }
}
