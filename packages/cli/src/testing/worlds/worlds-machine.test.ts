import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STUDIOS_BY_HOST, STUDIOS_BY_PATH } from '@ninefold/server/testing/texts/studios-by-address.ts'
import type { Stages } from '../../examples/stages.ts'
import { TENANT_FAULTS, WORLD_FAULTS } from './world-faults.ts'
import { worldStages } from './world-stages.ts'
import { runOnStages, runWorldsMachine, type WorldsOptions, type WorldsResult } from './worlds-machine.ts'

// `npm run prove worlds` compares more, of every example.

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
/** A world of a customer, and one of an agent. */
const REQUESTER = 2
const AGENT = 1
/** A world of somebody with roles in several studios, at the address of one. */
const MEMBER_OF_SEVERAL = 2

let stages: Stages

function compared(seed: number, more: Partial<WorldsOptions>): Promise<WorldsResult> {
  const { model } = compile(text)
  if (model === null) throw new Error('The help desk has errors.')
  return runOnStages(stages, { model, text, worlds: 1, requestsPerWorld: 80, seed, triesPerWorld: 30, ...more })
}

beforeAll(async () => {
  const { model } = compile(text)
  if (model === null) throw new Error('The help desk has errors.')
  stages = await worldStages(model, text)
})

afterAll(() => stages[Symbol.asyncDispose]())

describe('what somebody may not see makes no difference', () => {
  it.each([AGENT, REQUESTER])(
    'to what they are answered and told, in world %i',
    async (seed) => {
      const { differences, hiddenChanges, results } = await compared(seed, {})
      expect(differences).toEqual([])
      expect(hiddenChanges).toBeGreaterThan(3)
      expect(results).toBeGreaterThan(10)
    },
    120_000,
  )
})

it('another tenant makes no difference to anybody either', async () => {
  const file = new URL('../../../../server/src/testing/texts/workshops.md', import.meta.url)
  const tenants = readFileSync(file, 'utf8')
  const { model } = compile(tenants)
  if (model === null) throw new Error('The workshops have errors.')
  const options = { model, text: tenants, worlds: 1, requestsPerWorld: 60, triesPerWorld: 20, seed: 1 }
  const { differences, hiddenChanges, results } = await runWorldsMachine(options)
  expect(differences).toEqual([])
  expect(hiddenChanges).toBeGreaterThan(3)
  expect(results).toBeGreaterThan(10)
})

describe.each([
  ['host', STUDIOS_BY_HOST],
  ['path', STUDIOS_BY_PATH],
])('at the %s of a tenant', (by, text) => {
  let studios: Stages
  const { model } = compile(text)
  const at = (seed: number, more: Partial<WorldsOptions> = {}): Promise<WorldsResult> => {
    if (model === null) throw new Error('The studios have errors.')
    const options = { model, text, worlds: 1, requestsPerWorld: 80, triesPerWorld: 30, seed }
    return runOnStages(studios, { ...options, ...more })
  }
  beforeAll(async () => {
    if (model === null) throw new Error('The studios have errors.')
    studios = await worldStages(model, text)
  }, 120_000)
  afterAll(() => studios[Symbol.asyncDispose]())

  it('nothing of another tenant makes a difference, roles there included', async () => {
    const { differences, hiddenChanges, results, streams } = await at(MEMBER_OF_SEVERAL)
    expect(differences).toEqual([])
    // A reader of streams names a path, and cannot name a host.
    expect(streams > 0).toBe(by === 'path')
    expect(hiddenChanges).toBeGreaterThan(3)
    expect(results).toBeGreaterThan(10)
  }, 120_000)

  it.each(Object.entries(TENANT_FAULTS))(
    'the machine finds %s',
    async (_, double) => {
      const { differences } = await at(MEMBER_OF_SEVERAL, { double })
      expect(differences).not.toEqual([])
    },
    120_000,
  )
})

describe('the machine finds', () => {
  it.each(Object.entries(WORLD_FAULTS))(
    '%s',
    async (_, fault) => {
      const { differences } = await compared(REQUESTER, { ...fault, requestsPerWorld: 1200, triesPerWorld: 10 })
      expect(differences).not.toEqual([])
    },
    120_000,
  )
})
