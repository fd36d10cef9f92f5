import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { shortCondition } from './short-conditions.ts'

const booking = readFileSync(new URL('../../../../../examples/booking/app.md', import.meta.url), 'utf8')

function shortened(where: string): string | null {
  const text = booking.replace('count of Booking where `status == "held"`', `count of Booking where \`${where}\``)
  const { model } = compile(text)
  if (model === null) throw new Error(`${where} cannot be read.`)
  const blocks = model.screens.screens.flatMap((screen) => screen.blocks)
  const count = blocks.find((block) => block.kind === 'count')
  if (count?.where == null) throw new Error(`${where} is no condition of the count.`)
  return shortCondition(model, 'Booking', count.where)
}

it('names the values that a condition names, and leaves what says more to a sentence', () => {
  expect(shortened('status == "held"')).toBe('Held')
  expect(shortened('status in ["held", "confirmed"]')).toBe('Held, Confirmed')
  expect(shortened('people > 3')).toBeNull()
  expect(shortened('status == "held" && people > 3')).toBeNull()
  expect(shortened('room.active')).toBeNull()
})
