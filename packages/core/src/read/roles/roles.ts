// Point 6 → draft: sign-in, roles, and permissions.

import type {
  ContextualRoleDraft,
  NamedRolesDraft,
  PermissionDraft,
  ProviderDraft,
  RoleDraft,
  RoleGainDraft,
  RolesDraft,
  SignInDraft,
  TenantByAddressDraft,
} from '../../draft/roles.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import type { Block } from '../../outline/outline.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { GAINS_OF_ROLES, meantBy } from '../synonyms.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import type { Expected, KnownLabels } from '../expected.ts'
import { entriesIn, fieldOfEntity, NAME, nameAndFormer } from '../names.ts'
import { questionLabels } from '../questions.ts'
import {
  expressionIn,
  isNotShown,
  namesIn,
  shown,
  shownOrNothing,
  unreadable,
  unsupported,
  type Reading,
} from '../reading.ts'
import type { Written } from '../../text/source.ts'
import type { Section } from '../sections.ts'
import { table } from '../tables.ts'
import { permissionOf } from './permissions.ts'
import { providerOf } from './providers.ts'
import { readSignIn } from './sign-in.ts'
import { withArticle } from '../../text/article.ts'

export function readRoles(section: Section, reading: Reading): RolesDraft {
  const roles: RoleDraft[] = []
  const contextualRoles: ContextualRoleDraft[] = []
  const permissions: PermissionDraft[] = []
  const openPermissions: (Written | null)[] = []
  const named: NamedRoles = { agents: null, operators: null, tenantByAddress: null }
  const declared = declaredRoles(section)
  const tables = [
    table(TABLES.roles, ({ cells, span }) => {
      const { name, was } = nameAndFormer(cells.Role)
      const includes = shownOrNothing(cells.Includes, `The roles that "${name.text}" includes`, reading)
      const gained = gainsOf(cells['A user gets it'], name.text, reading)
      roles.push({
        name: writtenOf(name),
        was,
        includes: includes === null ? [] : namesIn(includes, reading),
        gained,
        isGainNotShown: isNotShown(cells['A user gets it']),
        span,
      })
    }),
    table(TABLES.recordRoles, ({ cells, span }) => {
      const name = writtenOf(cells['Role for a record'])
      const when = shown(cells.When, `The condition of "${name.text}"`, reading)
      const entity = shown(cells.Entity, `The entity of "${name.text}"`, reading)
      const mustHave = shown(cells['Must have'], `The role that ${withArticle(`"${name.text}"`)} must have`, reading)
      if (when === null || entity === null || mustHave === null) return
      if (when.text === '') unreadable(when, `The condition of "${name.text}"`, 'Write it in backticks.', reading)
      else
        contextualRoles.push({
          name,
          entity: writtenOf(entity),
          mustHave: writtenOf(mustHave),
          when: expressionIn(when, reading),
          span,
        })
    }),
    table(TABLES.permissions, (row) => {
      const permission = permissionOf(row, declared, reading)
      if (permission !== null) permissions.push(permission)
      else if (Object.values(row.cells).some(isNotShown)) {
        const { Entity: entity } = row.cells
        openPermissions.push(isNotShown(entity) ? null : (fieldOfEntity(entity)?.entity ?? writtenOf(entity)))
      }
    }),
  ]
  const labels = { ...questionLabels('roles', reading), ...pointLabels(named, reading) }
  const expected: Expected = { tables, labels }
  readBlocks(section.blocks, expected, reading)
  let signIn: SignInDraft | null = null
  const providers: ProviderDraft[] = []
  for (const part of section.parts) {
    if (part.kind === 'Signing in') {
      if (signIn !== null) reading.found.push(writtenTwice(part.heading.phrase, signIn))
      signIn = readSignIn(part, expected, reading)
    } else if (part.kind === 'OpenID provider') {
      const provider = providerOf(part, reading)
      if (provider !== null) providers.push(provider)
    } else readBlocks(part.blocks, expected, reading)
  }
  return { signIn, providers, roles, contextualRoles, permissions, openPermissions, ...named }
}

function writtenTwice(heading: Phrase, first: SignInDraft): Diagnostic {
  return diagnostic('N008', spanOf(heading), 'written here', heading.text).because(
    first.span,
    'It is first written here.',
  )
}

/** The names of roles, read beforehand, because only they distinguish "Head of sales" from "Owner of ticket". */
function declaredRoles(section: Section): ReadonlySet<string> {
  const blocks: Block[] = [...section.blocks, ...section.parts.flatMap((part) => part.blocks)]
  const names = blocks.flatMap((block) => {
    if (block.kind !== 'table' || !/^Role(?: for a record)?$/.test(block.header.cells[0]?.text ?? '')) return []
    return block.rows.flatMap(({ cells: [cell] }) => (cell === undefined ? [] : nameAndFormer(cell).name.text))
  })
  return new Set(names)
}

/** Lines with roles above the parts. */
type NamedRoles = Record<'agents' | 'operators', NamedRolesDraft | null> & {
  tenantByAddress: TenantByAddressDraft | null
}

const BY_ADDRESS = new RegExp(`^by (?<by>host|path), as (?<field>${NAME})$`, 'd')

function pointLabels(named: NamedRoles, reading: Reading): KnownLabels {
  const rolesRead = (part: 'agents' | 'operators', about: string) => (value: Phrase) => {
    const words = shownOrNothing(value, about, reading)
    named[part] = words === null ? null : { roles: namesIn(words, reading), span: spanOf(words) }
  }
  return labelReaders(LABELS.roles, {
    'Agents act as': rolesRead('agents', 'The roles of agents'),
    'Operated by': rolesRead('operators', 'The roles of operators'),
    'A record you may not see answers': (value) => {
      const words = shownOrNothing(value, 'The answer of a hidden record', reading)
      if (words !== null && words.text !== 'not found')
        unreadable(words, 'an answer for unseen records', 'Write not found.', reading)
    },
    'Current tenant': (value) => {
      const words = shownOrNothing(value, 'The current tenant', reading)
      if (words === null) return
      const match = matchPhrase(words, BY_ADDRESS)
      const hint = 'Write by host, as slug, or by path, as slug.'
      if (match !== null) {
        const by = match.phrase('by').text === 'host' ? 'host' : 'path'
        named.tenantByAddress = { by, field: match.written('field'), span: spanOf(words) }
      } else if (/^by header\b/.test(words.text))
        reading.found.push(diagnostic('N013', spanOf(words), 'tenant of the request').withHint(hint))
      else unreadable(words, 'a way to a tenant', hint, reading)
    },
  })
}

/** `from an Admin; the first user who signs up`. */
function gainsOf(cell: Phrase, role: string, reading: Reading): RoleGainDraft[] {
  const words = shownOrNothing(cell, `The way to become "${role}"`, reading)
  if (words === null) return []
  return entriesIn(words).flatMap((entry) => gainOf(entry, reading) ?? [])
}

const GAINS: Readonly<Record<string, 'not signed in' | 'signing up' | 'first user'>> = {
  'by not being signed in': 'not signed in',
  'by signing up': 'signing up',
  'the first user who signs up': 'first user',
}

const WHEN = /^when (?<condition>.+)$/d
const FROM = /^from (?:an? )?(?<role>[^,]+)(?:, per (?<per>[^,]+))?$/d

function gainOf(words: Phrase, reading: Reading): RoleGainDraft | null {
  const span = spanOf(words)
  const kind = GAINS[words.text]
  if (kind !== undefined) return { kind, span }
  const from = matchPhrase(words, FROM)
  if (from !== null) return { kind: 'from', role: from.written('role'), per: from.writtenOrNull('per'), span }
  const when = matchPhrase(words, WHEN)
  if (when !== null) return { kind: 'when', condition: expressionIn(when.phrase('condition'), reading), span }
  if (words.text === 'by invitation') return unsupported(span, 'roles by invitation', reading)
  const hint = `Write ${Object.keys(GAINS).join(', ')}, from a ROLE, from a ROLE, per TENANT or when \`CONDITION\`, separated by semicolons.`
  reading.found.push(
    diagnostic('N011', span, 'no way to a role', writtenOf(words).text)
      .withHint(hint)
      .suggesting(words.text, Object.keys(GAINS))
      .meaning(gainMeantBy(words.text)),
  )
  return null
}

const GIVEN =
  /^(?:is )?(?:given|assigned|granted|appointed|invited|made|named|set)? ?(?:by|from|through) (?:an? |the |another )?(?<role>[A-Z][^,;]*)$/

/** `given by Admin` and the like. */
function gainMeantBy(written: string): string | undefined {
  const role = GIVEN.exec(written)?.groups?.['role']
  if (role !== undefined) return `from ${/^[AEIOU]/.test(role) ? 'an' : 'a'} ${role}`
  return meantBy(GAINS_OF_ROLES, written)[0]
}
