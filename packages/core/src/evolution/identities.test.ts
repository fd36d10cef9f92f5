import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance, type Identities, printIdentities, readIdentities, renamedBetween } from './identities.ts'

const NO_RENAME = new Map<string, string>()

it('keeps what a thing is through every name that it gets', () => {
  let known = advance(null, ['field A.x'], NO_RENAME, true)
  const first = known
  known = advance(known, ['field A.y'], new Map([['field A.x', 'field A.y']]), true)
  known = advance(known, ['field A.z'], new Map([['field A.y', 'field A.z']]), true)
  expect(known).toEqual({
    format: 1,
    version: 3,
    things: {
      'field A.x': [
        [1, 'field A.x'],
        [2, 'field A.y'],
        [3, 'field A.z'],
      ],
    },
  })
  expect([...renamedBetween(first, known)]).toEqual([['field A.x', 'field A.z']])
})

it('takes a name that is free again for something new', () => {
  let known = advance(null, ['field A.x'], NO_RENAME, true)
  known = advance(known, [], NO_RENAME, true)
  known = advance(known, ['field A.x'], NO_RENAME, true)
  expect(known.things).toEqual({
    'field A.x': [
      [1, 'field A.x'],
      [2, null],
    ],
    'field A.x #2': [[3, 'field A.x']],
  })
})

it('forgets what came and went while a version was being written', () => {
  const settled = advance(null, ['field A.x'], NO_RENAME, true)
  let open = settled
  for (const names of [['field A.x', 'field A.typo'], ['field A.x', 'field A.right'], [], ['field A.x']])
    open = advance(open, names, NO_RENAME, false)
  expect(open).toEqual(settled)
  const renamed = advance(settled, ['field A.y'], new Map([['field A.x', 'field A.y']]), false)
  expect(advance(renamed, ['field A.x'], NO_RENAME, false)).toEqual(settled)
  expect(renamed.version).toBe(1)
})

it('says nothing twice, and is read as it was written', () => {
  const names = fc.uniqueArray(fc.constantFrom('entity A', 'field A.x', 'field A.y', 'word A.s new', 'role R', '"\\'))
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.boolean()), { maxLength: 6 }), (versions) => {
      let known: Identities | null = null
      for (const [each, isSettled] of versions) known = advance(known, each, NO_RENAME, isSettled)
      if (known === null) return
      expect(readIdentities(printIdentities(known))).toEqual(known)
      const [last, isSettled] = versions.at(-1) ?? [[], true]
      expect(advance(known, last, NO_RENAME, isSettled)).toEqual(known)
    }),
  )
  expect(readIdentities('{}')).toBeNull()
  expect(readIdentities('{"format":1,"version":1,"things":{"a":[[1,2]]}}')).toBeNull()
})
