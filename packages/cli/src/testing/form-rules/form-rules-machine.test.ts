import { brokenFormRules } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import type { FormContent } from '@ninefold/core/contract/form-rules/form-values.ts'
import type { FormRule } from '@ninefold/core/contract/form-rules/form-rule.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { comparedForms, type FormFault, type FormPlay, type Judge, playForms } from './form-rules-machine.ts'

// `npm run prove form-rules` makes up more.

/** Each fault below shows in one of them. */
const SEEDS = [2, 5, 7, 9, 13, 16]

let plays: readonly FormPlay[] = []

beforeAll(async () => {
  const databases: AsyncDisposable[] = []
  plays = await playForms({
    seeds: SEEDS,
    bodies: 30,
    newDatabase: async () => {
      const database = await createTestDatabase()
      databases.push(database)
      return database.connectionString
    },
  })
  for (const database of databases) await database[Symbol.asyncDispose]()
}, 300_000)

it('forms tell what the server tells, and refuse nothing that it accepts', () => {
  const { faults, accepted, toldByForm, toldByServer } = comparedForms(plays)
  expect(faults).toEqual([])
  expect(accepted).toBeGreaterThan(30)
  expect(Math.min(toldByForm, toldByServer)).toBeGreaterThan(60)
})

interface Fault {
  readonly judge: Judge
  readonly kind: FormFault['kind']
}

/** Each rule is changed once, because a changed one is compiled anew. */
function judgingOther(change: (rule: FormRule) => readonly FormRule[]): Judge {
  const changed = new WeakMap<FormRule, readonly FormRule[]>()
  return (all, content) =>
    brokenFormRules(
      all.flatMap((rule) => {
        const rules = changed.get(rule) ?? change(rule)
        changed.set(rule, rules)
        return rules
      }),
      content,
    )
}

const judgingWith =
  (change: (content: FormContent) => FormContent): Judge =>
  (rules, content) =>
    brokenFormRules(rules, change(content))

const REFUSES = 'refuses what the server accepts'

const FAULTS: Readonly<Record<string, Fault>> = {
  'rules about rows are left to the server': {
    judge: judgingOther((rule) => (rule.row === undefined ? [rule] : [])),
    kind: 'is silent',
  },
  'rules about records that steps change are left to the server': {
    judge: judgingOther((rule) => (rule.isNew ? [rule] : [])),
    kind: 'is silent',
  },
  'rows with equal values are left to the server': {
    judge: judgingOther((rule) => (rule.distinct === undefined ? [rule] : [])),
    kind: 'is silent',
  },
  'files are not known': {
    judge: judgingWith(({ files: _, ...content }) => content),
    kind: 'is silent',
  },
  'a step with a condition always runs': {
    judge: judgingOther(({ reached: _, ...rule }) => [rule]),
    kind: REFUSES,
  },
  'each row sees the rows after it': {
    judge: judgingOther((rule) => [
      JSON.parse(JSON.stringify(rule).replaceAll('"isUpToRow":true', '"isUpToRow":null')) as FormRule,
    ]),
    kind: 'tells something else',
  },
  'a list holds rows that the loop leaves out': {
    judge: judgingOther((rule) => [withAllRows(rule)]),
    kind: REFUSES,
  },
  'defaults are not known': {
    judge: judgingOther((rule) => [{ ...rule, otherwise: {} }]),
    kind: 'is silent',
  },
  'the present record is not known': {
    judge: judgingWith((content) => ({ ...content, before: null })),
    kind: 'is silent',
  },
}

/** Without the conditions of its lists. */
function withAllRows(rule: FormRule): FormRule {
  const lists = Object.entries(rule.lists ?? {}).map(([field, { reached: _, ...rows }]) => [field, rows] as const)
  return { ...rule, ...(rule.lists === undefined ? {} : { lists: Object.fromEntries(lists) }) }
}

describe('the machine finds that', () => {
  it.each(Object.entries(FAULTS))('%s', (_, { judge, kind }) => {
    expect(comparedForms(plays, judge).faults.map((fault) => fault.kind)).toContain(kind)
  })
})
