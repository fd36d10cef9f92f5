// For every example and every role, the tools of an agent are exactly the calls that the rows of point 6 permit, and
// include everything that a screen offers. The test reads the rows independently, in the simplest way.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { bodiesOf } from '../../model/wire.ts'
import type { Model } from '../../model/model.ts'
import type { Performer, PermissionAction, Role } from '../../model/roles.ts'
import { withoutSampleRecords } from '../../read/testing.ts'
import { findOperation, operationsOf, PERMISSION_OF_CALL, type Operation } from '../calls/calls.ts'
import { actionsOn } from '../screens/screens.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import { portable } from './portable-schema.ts'
import { toolsFor } from './tools.ts'

const folder = new URL('../../../../../examples/', import.meta.url)
const examples = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(`${name}/app.md`, folder), 'utf8')
  const { model } = compile(withoutSampleRecords(text))
  if (model === null) throw new Error(`The example ${name} has errors.`)
  return { name, model, operations: operationsOf(model) }
})

const named = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

function scopeOf({ model, operations }: (typeof examples)[number], { name, includes, isGuest }: Role): ScreenScope {
  return { model, operations, caller: { roles: new Set([name, ...includes]), isSignedIn: !isGuest } }
}

/** Tells whether a row of point 6 permits it, for some record and some field. */
function isStated(model: Model, roles: ReadonlySet<string>, entity: string, action: PermissionAction): boolean {
  const rows = model.roles.permissions.filter((row) => row.entity === entity && row.actions.includes(action))
  if (rows.some(({ isForbidden, isEveryField }) => isForbidden && isEveryField)) return false
  return rows.some(({ isForbidden, who }) => !isForbidden && who !== null && isHad(model, roles, who))
}

function isHad({ roles: { contextualRoles } }: Model, roles: ReadonlySet<string>, who: Performer): boolean {
  if (who.kind === 'role') return roles.has(who.role)
  const of = contextualRoles.find(({ name, entity }) => name === who.role && entity === who.entity)
  return of !== undefined && roles.has(of.mustHave)
}

function isForRole({ model, caller }: ScreenScope, operation: Operation): boolean {
  if (operation.path.startsWith('/_ninefold/') || operation.movedTo !== undefined) return false
  if (operation.kind === 'stated') {
    const { who, from, steps, wire } = operation.call
    const isAboutSessions = everyStep(steps).some(({ action }) => /^(?:sign|check password)/.test(action.kind))
    if (wire !== undefined && !wire.bodies.some((body) => body === 'JSON' || body === 'form')) return false
    return from === undefined && !isAboutSessions && who.some((role) => caller.roles.has(role))
  }
  if (operation.kind !== 'transition') {
    return isStated(model, caller.roles, operation.standard.entity, PERMISSION_OF_CALL[operation.kind])
  }
  const { entity, transition } = operation
  const rows = model.states.machines.filter((each) => each.entity === entity).flatMap((each) => each.transitions)
  return rows.some(({ name, who }) => name === transition && who.some((each) => isHad(model, caller.roles, each)))
}

/** Calls for which rows and tools disagree. */
function disagreements(scope: ScreenScope, listed: readonly string[]): string[] {
  const stated = scope.operations.filter((operation) => isForRole(scope, operation)).map(named)
  return [
    ...stated.filter((each) => !listed.includes(each)).map((each) => `missing: ${each}`),
    ...listed.filter((each) => !stated.includes(each)).map((each) => `too much: ${each}`),
  ]
}

const listedFor = (scope: ScreenScope): string[] => toolsFor(scope, false).map(({ operation }) => named(operation))

it('are what the rows give to the role, in every example', () => {
  let tools = 0
  for (const example of examples)
    for (const role of example.model.roles.roles) {
      const scope = scopeOf(example, role)
      const listed = listedFor(scope)
      tools += listed.length
      expect(disagreements(scope, listed), `${example.name} as ${role.name}`).toEqual([])
    }
  expect(tools).toBeGreaterThan(200)
})

it('would not be, with a role too many or a tool too few', () => {
  for (const example of examples) {
    const [guest, ...others] = example.model.roles.roles
    const highest = others.at(-1)
    if (guest === undefined || highest === undefined) throw new Error('An example has one role only.')
    const scope = scopeOf(example, guest)
    expect(disagreements(scope, listedFor(scopeOf(example, highest))), example.name).not.toEqual([])
    const full = scopeOf(example, highest)
    expect(disagreements(full, listedFor(full).slice(1)), example.name).toHaveLength(1)
  }
})

it('have whatever a screen offers to the role', () => {
  let offers = 0
  for (const example of examples)
    for (const role of example.model.roles.roles) {
      const scope = scopeOf(example, role)
      const listed = new Set(listedFor(scope))
      for (const screen of example.model.screens.screens)
        for (const { stated } of actionsOn(scope, screen)) {
          const { action } = stated
          const operation =
            action.kind === 'call' ? findOperation(example.operations, action.method, action.path) : null
          if (operation === null || !isForRole(scope, operation)) continue
          offers += 1
          expect([...listed], `${example.name} as ${role.name}`).toContain(named(operation))
        }
    }
  expect(offers).toBeGreaterThan(50)
})

it('have names that are unique, short and in letters that every client takes, the same for every role', () => {
  for (const example of examples) {
    const names = new Map<string, string>()
    for (const role of example.model.roles.roles)
      for (const { name, operation } of toolsFor(scopeOf(example, role), false)) {
        expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
        expect(names.get(name) ?? named(operation)).toBe(named(operation))
        names.set(name, named(operation))
      }
  }
})

it('take each argument once, and say what a transition needs', () => {
  for (const example of examples)
    for (const role of example.model.roles.roles) {
      const scope = scopeOf(example, role)
      for (const { inputSchema, places, operation, description } of toolsFor(scope, false)) {
        const keys = Object.keys(inputSchema.properties ?? {})
        for (const place of Object.keys(places)) expect(keys).toContain(place)
        for (const part of operation.path.matchAll(/:([^/]+)/g))
          expect(Object.values(places).some(({ in: at, name }) => at === 'path' && name === part[1])).toBe(true)
        if (operation.kind === 'transition') expect(description).toContain('Only possible while it is')
      }
    }
})

it('name no field that the role never sees, and say how lists are narrowed once', () => {
  const desk = examples.find(({ name }) => name === 'helpdesk')
  const of = (name: string): string[] => {
    const role = desk?.model.roles.roles.find((each) => each.name === name)
    if (desk === undefined || role === undefined) throw new Error(`The help desk has no ${name}.`)
    const list = toolsFor(scopeOf(desk, role), false).find((tool) => tool.name === 'list_tickets')
    expect(list?.description.match(/a range is 10[.][.]20/g)).toHaveLength(1)
    return [
      ...Object.keys(list?.inputSchema.properties ?? {}),
      ...(list?.inputSchema.properties?.['sort']?.enum ?? []).map(String),
    ]
  }
  for (const unseen of ['late', 'dueAt', '-dueAt']) {
    expect(of('Requester')).not.toContain(unseen)
    if (unseen !== '-dueAt') expect(of('Agent')).toContain(unseen)
  }
})

it('have schemas of one type each, which say the same as those of OpenAPI', () => {
  const typesIn = (part: unknown): unknown[] =>
    typeof part !== 'object' || part === null
      ? []
      : Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
          key === 'type' && (typeof value === 'string' || Array.isArray(value)) ? [value] : typesIn(value),
        )
  for (const example of examples)
    for (const role of example.model.roles.roles)
      for (const { name, inputSchema, outputSchema } of toolsFor(scopeOf(example, role), false))
        for (const type of [...typesIn(inputSchema), ...typesIn(outputSchema)])
          expect(type, `${example.name} ${name}`).toBeTypeOf('string')
  const sent = { type: ['string', 'null'], enum: ['low', null], description: 'How soon.' } as const
  expect(portable(sent)).toEqual({
    description: 'How soon.',
    anyOf: [{ type: 'string', enum: ['low'] }, { type: 'null' }],
  })
  const date = { type: ['string', 'null'], format: 'date', default: null } as const
  expect(portable(date)).toEqual({ default: null, anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] })
})

it('tell codes of their own, and none of other calls', () => {
  const desk = examples.find(({ name }) => name === 'helpdesk')
  const admin = desk?.model.roles.roles.find(({ name }) => name === 'Admin')
  if (desk === undefined || admin === undefined) throw new Error('The help desk has no Admin.')
  const tools = toolsFor(scopeOf(desk, admin), false)
  const of = (name: string): readonly string[] => tools.find((tool) => tool.name === name)?.codes ?? []
  expect(of('reply')).toEqual(expect.arrayContaining(['TICKET_NOT_FOUND', 'TICKET_CLOSED', 'INTERNAL_NOT_ALLOWED']))
  expect(of('reply')).not.toContain('RATING_TOO_EARLY')
  expect(of('change_ticket')).toContain('RATING_TOO_EARLY')
  expect(of('list_tickets')).toEqual([])
  for (const { codes, description } of tools)
    for (const code of codes) expect(description).toContain(`May be refused with ${code}: `)
})

it('are no calls whose body is a text, a file or a form of several parts', () => {
  const text = readFileSync(new URL('../../../../server/src/testing/texts/shop-api.md', import.meta.url), 'utf8')
  const { model } = compile(text)
  if (model === null) throw new Error('The text has errors.')
  const operations = operationsOf(model)
  const bodies = operations.flatMap((each) => (each.kind === 'stated' ? bodiesOf(each.call.wire) : []))
  expect(bodies).toEqual(expect.arrayContaining(['file', 'text', 'multipart']))
  const roles = new Set(model.roles.roles.map(({ name }) => name))
  const listed = listedFor({ model, operations, caller: { roles, isSignedIn: true } })
  for (const operation of operations)
    if (
      operation.kind === 'stated' &&
      bodiesOf(operation.call.wire).every((body) => ['file', 'text', 'multipart'].includes(body))
    )
      expect(listed).not.toContain(named(operation))
})
