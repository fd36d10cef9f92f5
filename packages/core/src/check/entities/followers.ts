// `Followers: assignee, replies.author` → the users of a record, and of the records in its lists.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Entity, FollowerPath } from '../../model/entities.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { resolveField } from '../names/resolve.ts'
import type { EntityFacts } from './facts.ts'

export function checkFollowers(checking: Checking, entity: EntityFacts): Entity['followers'] {
  const { followers } = entity.draft
  if (followers === null) return null
  const paths = followers.paths.flatMap((written) => checkPath(checking, entity, written) ?? [])
  return paths.length === 0 ? null : { paths, span: followers.span }
}

function checkPath(checking: Checking, entity: EntityFacts, written: Written): FollowerPath | null {
  const dot = written.text.indexOf('.')
  if (dot === -1) return checkUsers(checking, entity, written, written) ? { list: null, field: written.text } : null
  const list = part(written, 0, dot)
  const field = part(written, dot + 1, written.text.length)
  const facts = resolveField(checking, entity, list)
  if (facts === null) return null
  const { type } = facts.field
  const of = type.kind === 'collection' ? checking.entities.get(type.entity) : undefined
  if (type.kind !== 'collection' || type.via === null || of === undefined) {
    const found = diagnostic('N011', written.span, 'no followers', written.text)
    return report(
      checking,
      found
        .because(facts.field.span, 'It is declared here.')
        .withHint(`Name a list of records that point to ${entity.name}, such as list of Reply via ticket.`),
    )
  }
  return checkUsers(checking, of, field, written) ? { list: list.text, field: field.text } : null
}

function checkUsers(checking: Checking, entity: EntityFacts, field: Written, written: Written): boolean {
  const facts = resolveField(checking, entity, field)
  if (facts === null) return false
  const { type } = facts.field
  const users = checking.draft.roles.signIn?.usersAre?.text
  // Missing sign-in is reported at its own place.
  if (users === undefined) return false
  const isOfUsers = (type.kind === 'reference' || type.kind === 'collection') && type.entity === users
  if (isOfUsers) return true
  const found = diagnostic('N011', written.span, 'no followers', written.text)
  report(
    checking,
    found
      .because(facts.field.span, 'It is declared here.')
      .withHint('Name fields that hold users, as the line "Users are" of point 6 says which records these are.'),
  )
  return false
}

function part({ text, span }: Written, from: number, to: number): Written {
  return { text: text.slice(from, to), span: { start: span.start + from, end: span.start + to } }
}
