// Building blocks of generated specifications: random choices, tables, and conditions about generated entities.

import type { TenantAddress } from '@ninefold/core/model/entities.ts'
import { below, chosen, type Random } from '../chance.ts'
import type { MadeUpField, MadeUpPart } from './fields/made-up-field.ts'
import type { Json } from './json.ts'

export const COLOURS = ['red', 'green', 'blue'] as const
export const DELETIONS = ['cleared on deletion', 'deleted together', 'blocks deletion'] as const
export const CODES = ['ODD', 'EVEN', 'LOST'] as const

export interface MadeUpEntity {
  readonly name: string
  readonly path: string
  /** The target of its field `parent`. Null: no parent. */
  readonly parent: string | null
  /** The entities whose `parent` points here. */
  readonly children: readonly string[]
  readonly hasState: boolean
  /** How lists of its records are sorted that point to a record; empty: no order is stated. */
  readonly order: string
  /** True: its records can be put on hold, and then return to their former state. */
  readonly isHeld: boolean
  /** True: its transition `begin` needs an input. */
  readonly needsInput: boolean
  /** Fields and rules in addition to those of every generated entity. */
  readonly parts: readonly MadeUpPart[]
}

export interface MadeUpCall {
  readonly path: string
  readonly entity: string
  /** Missing: POST. */
  readonly method?: 'GET' | 'POST'
  /** Query parameters by which a screen may filter it. */
  readonly queries?: readonly string[]
  /** Possible values to send; missing: `m`, `n` and a new `code`. */
  readonly sent?: SentWith
}

/** Values for one request. `keyOf`: a code of a record that may exist. `fresh`: an unused code. */
export type SentWith = (
  random: Random,
  keyOf: (entity: string) => string,
  fresh: (begin: string) => string,
) => {
  readonly body?: Readonly<Record<string, Json>>
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /** By name in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
  /** A body other than a JSON object of values. */
  readonly content?: Json
  /** A form body: names and values. */
  readonly form?: readonly (readonly [name: string, value: string])[]
  /** The form is sent as `multipart/form-data`. */
  readonly isMultipart?: boolean
  /** A text body with a media type. */
  readonly text?: string
  readonly textType?: string
  /** The outside service that signs it. */
  readonly from?: string
}

export interface AskedWith {
  readonly method: 'GET' | 'POST'
  /** Several values of one name are sent as repeated parameters. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
  /** The body: any JSON, a form, or a text with a media type. Missing: the request's own body. */
  readonly content?: Json
  readonly form?: readonly (readonly [name: string, value: string])[]
  readonly isMultipart?: boolean
  readonly text?: string
  readonly textType?: string
  /** The outside service that signs it. */
  readonly from?: string
}

export interface MadeUpScreen {
  /** `Alphas`, at `/alphas`. */
  readonly name: string
  readonly entity: string
  /** True: the page of a record, at `/alphapage/:code`. */
  readonly isPage: boolean
  readonly blocks: readonly MadeUpBlock[]
}

/** A figure has no columns, and a record's fields have no filters. */
export interface MadeUpBlock {
  readonly columns: readonly string[]
  readonly filters: readonly string[]
  readonly searchIn: readonly string[]
  /**
   * Parameters of its address other than fields: `totals`, `records` of a chart, `from` and `until` of a calendar,
   * `page`.
   */
  readonly others?: readonly string[]
}

/** Without tenants, with tenants, and with tenants in which people have roles. */
export type Tenancies = 'none' | 'tenants' | 'roles in tenants'

export interface MadeUp {
  readonly text: string
  /** Start of the service. */
  readonly beginsMs: number
  readonly entities: readonly MadeUpEntity[]
  readonly calls: readonly MadeUpCall[]
  /** True: guests may create users by the standard call. */
  readonly hasStandardSignUp: boolean
  /** True: entities count the versions of their records. */
  readonly hasVersions: boolean
  /** True: records belong to organisations. */
  readonly tenancies: Tenancies
  /** The part of an address that can name an organisation; null: none. */
  readonly namedBy: TenantAddress['by'] | null
  /** True: people create keys for programs. */
  readonly hasKeys: boolean
  /** Somebody may suspend people. */
  readonly hasSuspensions: boolean
  readonly screens: readonly MadeUpScreen[]
}

export function fieldsOfParts({ parts }: MadeUpEntity): MadeUpField[] {
  return parts.flatMap(({ fields }) => fields)
}

/** The entity in the list `peers` of its records, which people give. Null: it has none. */
export function peersOf(entity: MadeUpEntity): string | null {
  const row = fieldsOfParts(entity).find(({ name }) => name === 'peers')?.row ?? ''
  return /list of (\w+)/.exec(row)?.[1] ?? null
}

/** Fields that the product sets, with their values. */
export function settings(entity: MadeUpEntity, name: Name): [field: string, value: string][] {
  return fieldsOfParts(entity).flatMap(({ name: field, set }): [string, string][] =>
    set === undefined ? [] : [[field, set(name)]],
  )
}

export function maybe(random: Random, share: number): boolean {
  return random() < share
}

export function some<Item>(items: readonly Item[], random: Random, share = 0.6): Item[] {
  return items.filter(() => maybe(random, share))
}

/** Escapes an expression for a table cell. */
export function cell(expression: string): string {
  return `\`${expression.replaceAll('|', '\\|')}\``
}

export function table(head: string, rows: readonly string[]): string[] {
  const columns = head.split('|').length
  return [`| ${head} |`, `|${' --- |'.repeat(columns)}`, ...rows.map((row) => `| ${row} |`), '']
}

export function relationName(child: string): string {
  return `${child.toLowerCase()}s`
}

/** A condition about a record; its fields are plain names, or are qualified by `of`. */
export function condition(entity: MadeUpEntity, random: Random, of: string | null = null, depth = 0): string {
  const name = (field: string): string => (of === null ? field : `${of}.${field}`)
  if (depth < 2 && maybe(random, 0.35)) {
    const [left, right] = [condition(entity, random, of, depth + 1), condition(entity, random, of, depth + 1)]
    return chosen([`(${left} && ${right})`, `(${left} || ${right})`, `!(${left})`], random)
  }
  return chosen([...ownConditions(entity, random, name), ...relatedConditions(entity, random, name)], random)
}

/** A condition about only the record's own fields, so that the order of other writes does not matter. */
export function ownCondition(entity: MadeUpEntity, random: Random): string {
  return chosen(
    ownConditions(entity, random, (field) => field),
    random,
  )
}

type Name = (field: string) => string

function ownConditions(entity: MadeUpEntity, random: Random, name: Name): string[] {
  const number = String(below(6, random))
  return [
    `${name('n')} != null && ${name('n')} ${chosen(['<', '>=', '=='], random)} ${number}`,
    `${name('n')} == null`,
    `orElse(${name('n')}, 0) % 2 == 0`,
    `${name('flag')} == true`,
    `${name('k')} == "${chosen(COLOURS, random)}"`,
    `${name('k')} in ["red", "blue"]`,
    `${name('twice')} > ${number}`,
    `size(${name('code')}) % 2 == 0`,
    `${name('owner')} != null`,
    `${name('at')} != null && ${name('at')} ${chosen(['<', '>='], random)} now`,
    `${name('day')} != null && ${name('day')} ${chosen(['<=', '>'], random)} today`,
    `${name('day')} == null`,
    `${name('d')} != null && ${name('d')} ${chosen(['<', '>=', '=='], random)} ${chosen(['1.5', '2', '0.05'], random)}`,
    `orElse(${name('d')}, 0) * 2 > ${number}`,
    ...(entity.hasState ? [`${name('status')} != "${chosen(['new', 'done'], random)}"`] : []),
    ...fieldsOfParts(entity).flatMap(({ conditions }) => conditions?.(name, random) ?? []),
  ].map((atom) => `(${atom})`)
}

function relatedConditions(entity: MadeUpEntity, random: Random, name: Name): string[] {
  const number = String(below(6, random))
  return [
    ...(entity.parent === null
      ? []
      : [
          `${name('parent')} != null && ${name('parent')}.flag == true`,
          `${name('parent')} != null && orElse(${name('parent')}.n, 0) < ${number}`,
        ]),
    ...entity.children.flatMap((child) => [
      `${name(relationName(child))}.size() < ${number}`,
      `${name(relationName(child))}.exists(c, c.flag == true)`,
      `${name(`${relationName(child)}Sum`)} < ${String(below(12, random))}`,
      `${name(relationName(child))}.filter(c, c.n != null).all(c, orElse(c.n, 0) > 0)`,
    ]),
    ...fieldsOfParts(entity).flatMap(({ related }) => related?.(name, random) ?? []),
  ].map((atom) => `(${atom})`)
}

/** Numbers nested steps. */
export function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `\n    ${index + 1}. ${step}`).join('')
}

/** The name of a record in steps and messages: `alpha`. */
export function recordName(entity: string): string {
  return entity.charAt(0).toLowerCase() + entity.slice(1)
}

/** Escapes an expression for a line of text. */
export function inText(expression: string): string {
  return `\`${expression}\``
}

/** `Deleted`: deleted records can be restored. `History`: changes are kept. */
export function hasLabel({ parts }: MadeUpEntity, name: 'Deleted' | 'History'): boolean {
  return parts.some(
    ({ labels }) => labels?.some((label) => label.startsWith(`- **${name}:**`) && !label.endsWith('for good')) === true,
  )
}
