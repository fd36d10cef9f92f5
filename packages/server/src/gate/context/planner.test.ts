// Plans contain rights, so a cached plan must never be used for other arguments.

import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestsTo } from '../../testing/generated-requests.ts'
import { sendRaw } from '../../testing/raw-request.ts'
import { runApplication } from '../../testing/running-application.ts'
import { madeAnew } from '../../testing/plans-made-anew.ts'
import { PlanKeys } from './plan-keys.ts'
import { planner } from './planner.ts'
import { THE_CLOCK } from './caller.ts'

describe('the key of a plan', () => {
  const known = Array.from({ length: 6 }, (_, index) => ({ name: `of the model ${index % 2}` }))
  const keys = new PlanKeys([known])
  const argument = fc.letrec<{ argument: unknown }>((tie) => ({
    argument: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, undefined, true, false, '', ':', '1:a', 'n1;', '#1;', 'list'),
      fc.string({ maxLength: 3 }),
      fc.integer({ min: -2, max: 12 }),
      fc.constantFrom(...known),
      fc.array(tie('argument'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'a1', '1:a'), tie('argument'), { maxKeys: 3, noNullPrototype: true }),
      fc.array(fc.constantFrom('Member', 'Lead'), { maxLength: 2 }).map((roles) => new Set(roles)),
    ),
  })).argument
  const call = fc.tuple(
    fc.constantFrom('list', 'list1', 'find'),
    fc.constantFrom('user ["A"]', 'guest'),
    fc.array(argument, { maxLength: 3 }),
  )

  it('is the same for the same arguments, and for no others', () => {
    fc.assert(
      fc.property(call, call, ([name, roles, given], [otherName, otherRoles, otherGiven]) => {
        const isSame = name === otherName && roles === otherRoles && areSame(given, otherGiven)
        expect(keys.keyOf(name, roles, given) === keys.keyOf(otherName, otherRoles, otherGiven)).toBe(isSame)
        expect(keys.keyOf(name, roles, given)).toBe(keys.keyOf(name, roles, structuredWith(given)))
      }),
      { numRuns: 20_000 },
    )
  })

  /** By identity for objects of the model, and by content for all others, in order. */
  function areSame(one: unknown, other: unknown): boolean {
    if (one === other) return true
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
    if (known.includes(one as never) || known.includes(other as never)) return false
    if (one instanceof Set || other instanceof Set)
      return one instanceof Set && other instanceof Set && areSame([...one].sort(), [...other].sort())
    if (Array.isArray(one) !== Array.isArray(other)) return false
    const [parts, others] = [Object.entries(one), Object.entries(other)]
    return (
      parts.length === others.length &&
      parts.every(([name, part], index) => others[index]?.[0] === name && areSame(part, others[index]?.[1]))
    )
  }

  /** Copies everything except for objects of the model. */
  function structuredWith(value: unknown): unknown[] {
    const copied = (part: unknown): unknown => {
      if (typeof part !== 'object' || part === null || known.includes(part as never)) return part
      if (part instanceof Set) return new Set([...part].reverse())
      if (Array.isArray(part)) return part.map(copied)
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, copied(each)]))
    }
    return copied(value) as unknown[]
  }

  it('does not exist for a function, a map or an object of a class', () => {
    for (const argument of [() => true, new Map(), new Date(0), Symbol('a')])
      expect(() => keys.keyOf('list', 'guest', [argument])).toThrow('A plan cannot depend on a')
  })
})

describe('a planner', () => {
  it('takes no argument without a key', () => {
    const made = [
      planner('test: data', (_, name: string, parts: readonly { readonly at: number | null }[]) => name + parts.length),
      // @ts-expect-error A function is not data: two of them look alike.
      planner('test: function', (_, part: () => string) => part()).plan,
      // @ts-expect-error Nor is a map.
      planner('test: map', (_, part: ReadonlyMap<string, string>) => part.size).plan,
      // @ts-expect-error Nor is a function somewhere within an object.
      planner('test: function within', (_, { part }: { readonly part: readonly (() => string)[] }) => part.length).plan,
    ]
    expect(made).toHaveLength(4)
  })

  it('has a name of its own, so that none is made for each request', () => {
    const make = (within: number): unknown => planner('test: made again', () => within)
    make(1)
    expect(() => make(2)).toThrow('two planners "test: made again"')
  })

  const MADE = /\bplanner(?:<[^\n]*>)?\(/g
  const AT_TOP_LEVEL = /^(?:export )?const \w+ = planner\(/gm

  function insideFunctions(source: string): number {
    return (source.match(MADE)?.length ?? 0) - (source.match(AT_TOP_LEVEL)?.length ?? 0)
  }

  it('stands at the top level of its module, and could see nothing of a request', () => {
    const folder = new URL('../../', import.meta.url).pathname
    const sources = globSync('**/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.test.ts'))
    const wrong = sources.filter((path) => insideFunctions(readFileSync(folder + path, 'utf8')) !== 0)
    // The definition of `planner` itself.
    expect(wrong).toEqual(['gate/context/planner.ts'])
    expect(insideFunctions("  const within = planner('list', () => request.query)\n")).toBe(1)
    expect(insideFunctions("export const without = planner('list', (viewer) => planList(viewer))\n")).toBe(0)
  })
})

const TEXT = `# Clubs

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |

### Entity: Club

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| members | list of Person | | | |
| leaders | list of Person | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Sign up:** open, gives Member
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Club | | all |
| Member | see | Person | | all |
| Member | create | Club | | all |
| Member | add | Club.members | | |
| Guest | create | Person | | email, password |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Club | /api/clubs | list, get, create | name | everything visible |

### POST /api/clubs/:club/join — Join

- **Who:** Member

1. find club in Club where \`name == path.club\` or fail NO_CLUB
2. add me to club.members
3. respond 204

### POST /api/clubs/:club/lead — Lead

- **Who:** Member

1. find club in Club where \`name == path.club\` or fail NO_CLUB
2. add me to club.leaders
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_CLUB | 404 | club | There is no such club. |
`

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const REQUESTS = 250

describe('a plan that is kept is the one that would be made now', () => {
  it('for the link that a call changes, whichever the call before changed', async () => {
    const { double, others } = madeAnew()
    await using clubs = await runApplication(TEXT, { double })
    const member = await clubs.signUp({ email: 'ada@example.test', password: 'correct-horse-1' })
    expect((await member.post('/api/clubs', { name: 'chess' })).status).toBe(201)
    const join = async (): Promise<number> => (await member.post('/api/clubs/chess/join')).status
    const lead = async (): Promise<number> => (await member.post('/api/clubs/chess/lead')).status
    expect([await join(), await lead(), await join(), await lead()]).toEqual([204, 403, 204, 403])
    expect([...others]).toEqual([])
  })

  it('whoever asks for whatever', async () => {
    const { double, others, asked } = madeAnew()
    await using helpDesk = await runApplication(HELP_DESK, { double })
    const ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
    const cleo = await helpDesk.signIn('cleo@example.test', 'correct-horse-3')
    const pool = { keys: ['1000', '1001'], texts: ['Printer', 'open', '2026-01-31'] }
    const who = fc.constantFrom(ada.cookie, cleo.cookie, null)
    await fc.assert(
      fc.asyncProperty(who, requestsTo(helpDesk.application, pool), async (cookie, request) => {
        await sendRaw(helpDesk.address, cookie, request)
        expect([...others]).toEqual([])
      }),
      { numRuns: REQUESTS, seed: 13 },
    )
    expect(asked.size).toBeGreaterThan(20)
  }, 120_000)

  it('and one that forgets what it was asked for would be found', async () => {
    const { double, others } = madeAnew()
    // Its planning function reads a variable that is not part of the key.
    let isForMembers = true
    const forgetful = planner('test: forgetful', () => (isForMembers ? 'for members' : 'for nobody'))
    await using clubs = await runApplication(TEXT, { double })
    const { application } = clubs
    expect(application.planned(forgetful, THE_CLOCK)).toBe('for members')
    isForMembers = false
    expect(application.planned(forgetful, THE_CLOCK)).toBe('for members')
    expect([...others]).toEqual(['test: forgetful'])
  })
})
