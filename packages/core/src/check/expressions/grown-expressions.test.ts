// Texts whose definitions refer to each other: every accepted one stays small after expanding all references.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { partsOf } from '../../expression/conditions.ts'
import { GROWN_PARTS_MAX } from '../../expression/expression-size.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'

function specification(expressions: readonly string[]): string {
  const rows = expressions.map((text, index) => `| c${index + 1} | whole number | computed \`${text}\` | | |`)
  return `# Scores\n\n**Ninefold:** 1\n\n## 3. Entities and their fields\n\n### Entity: Score\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| c0 | whole number | required | | |\n${rows.join('\n')}\n`
}

/** Counts the parts as written, one after another, and gives up above the limit. */
function grownParts(entity: Entity | undefined, expression: Expression): number {
  let parts = 0
  const waiting = [expression]
  for (let part = waiting.pop(); part !== undefined && parts <= GROWN_PARTS_MAX; part = waiting.pop()) {
    parts += 1
    waiting.push(...partsOf(part))
    const name = part.kind === 'field' ? part.field : null
    const computed = entity?.fields.find((field) => field.name === name)?.computed
    if (computed !== undefined && computed !== null) waiting.push(computed.expression)
  }
  return parts
}

function judged(expressions: readonly string[]): 'good' | 'too large' {
  const { model, diagnostics } = compile(specification(expressions))
  const isTold = diagnostics.some(({ number }) => number === 'N067')
  const entity = model?.entities.entities.find(({ name }) => name === 'Score')
  for (const { computed } of entity?.fields ?? [])
    if (computed !== null) expect(grownParts(entity, computed.expression)).toBeLessThanOrEqual(GROWN_PARTS_MAX)
  expect(model === null).toBe(isTold)
  return isTold ? 'too large' : 'good'
}

const doubled = (rows: number) => Array.from({ length: rows }, (_, index) => `c${index} + c${index}`)

it('refuses fields that double, at the first one that is too large, and no chain is too long for it', () => {
  expect(judged(doubled(7))).toBe('good')
  expect(judged(doubled(9))).toBe('too large')
  expect(judged(doubled(200))).toBe('too large')
  const numbers = compile(specification(doubled(26))).diagnostics.filter(({ number }) => number === 'N067')
  expect(numbers.map(({ message }) => message.startsWith('"Score.c8"'))).toEqual([true])
})

it('calls nothing good that grows too large, whatever names whatever', () => {
  const uses = fc.array(fc.tuple(fc.nat(1000), fc.nat(3)), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(uses, (rows) => {
      judged(
        rows.map(([at, more], index) =>
          Array.from({ length: more + 1 }, (_, step) => `c${Math.max(0, index - ((at + step) % 3))}`).join(' + '),
        ),
      )
    }),
    { numRuns: 60 },
  )
})

it('counts what roles for a record and shapes put in', () => {
  const users =
    '| name | text | required | | |\n| email | email | required, unique ignoring case | | |\n| password | password 10 to 200 | required, hidden | | |'
  const head = `# Scores\n\n**Ninefold:** 1\n\n## 3. Entities and their fields\n\n### Entity: User\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n${users}\n`
  const shapes = Array.from(
    { length: 12 },
    (_, index) =>
      `### Shape: S${index} of User\n\n| Key | Value |\n| --- | --- |\n| a | \`${index === 0 ? 'name' : `S${index - 1}(this)`}\` |\n| b | \`${index === 0 ? 'name' : `S${index - 1}(this)`}\` |\n`,
  )
  const { diagnostics } = compile(`${head}\n## 7. The calls it makes\n\n${shapes.join('\n')}`)
  expect(diagnostics.filter(({ number }) => number === 'N067').map(({ message }) => message.slice(0, 14))).toEqual([
    'The shape "S7"',
  ])
})
