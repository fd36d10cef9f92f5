import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../../compile.ts'
import { operationsOf } from '../../../contract/calls/calls.ts'
import { refusalsOf } from '../../../contract/open-api/refusals.ts'
import { callsPicture } from '../../../pictures/calls.ts'

const PAGE = readFileSync(
  new URL('../../../../../../reference/7-calls/N748-unknown-outside-service.md', import.meta.url),
  'utf8',
)
/** The valid text of the page. */
const FINES = /Right:\n\n```spec\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? ''
const ASK =
  'ask Payments to create payment with amount = `fine.cents`, order.reference = `fine.reference` as payment or fail NO_PAYMENT'

/** Numbers of the diagnostics about services and their operations. */
function said(text: string): string[] {
  return compile(`# Fines\n\nNinefold: 1\n\n${text}`).diagnostics.flatMap(({ number, severity }) =>
    /^N(?:05\d|706|74[89]|75\d|011)$/.test(number) && severity !== 'note' ? [number] : [],
  )
}

const changed = (from: string, to: string): string[] => {
  expect(FINES).toContain(from)
  return said(FINES.replace(from, to))
}

it('says nothing of a question that is right', () => {
  expect(said(FINES)).toEqual([])
})

it('wants a code for every question', () => {
  expect(changed(' or fail NO_PAYMENT', '')).toEqual(['N706'])
})

it.each([
  ['behind a step that writes', `2. set fine.cents to \`fine.cents + 1\`\n3. ${ASK}`],
  ['in a loop', `2. for each other in Fine where \`cents > 5\`:\n   1. ${ASK}`],
  ['below later, behind a step that writes', `2. later:\n   1. set fine.cents to \`fine.cents + 1\`\n   2. ${ASK}`],
  ['behind a block that writes', `2. when \`fine.cents > 5\`:\n   1. set fine.cents to \`5\`\n3. ${ASK}`],
])('refuses a question %s', (_, steps) => {
  const found = said(
    FINES.replace(`2. ${ASK}\n3. set fine.payment to \`payment.id\`\n`, `${steps}\n`).replace(
      /4\. respond .*/,
      '5. respond 204',
    ),
  )
  expect(found).toContain('N751')
})

it('takes a question below later, and in a block before anything is written', () => {
  const asking = (steps: string): string[] =>
    said(
      FINES.replace(`2. ${ASK}\n3. set fine.payment to \`payment.id\`\n`, `${steps}\n`).replace(
        /4\. respond .*/,
        '5. respond 204',
      ),
    )
  expect(asking(`2. later:\n   1. ${ASK}\n   2. set fine.payment to \`payment.id\``)).toEqual([])
  expect(asking(`2. when \`fine.cents > 5\`:\n   1. ${ASK}\n   2. set fine.payment to \`payment.id\``)).toEqual([])
})

it('knows the types of the answer, and that a skipped question has none', () => {
  expect(changed('"state": payment.state', '"state": payment.state + 1')).toEqual(['N054'])
  expect(changed(`2. ask`, '2. when `fine.cents > 5`: ask')).toEqual([])
  expect(changed('"payment": payment.id', '"payment": payment.number')).toEqual(['N051'])
})

it('checks values against what is sent, and a path against its values', () => {
  expect(changed('amount = `fine.cents`', 'amount = `fine.reference`')).toEqual(['N054'])
  expect(changed('order.reference = `fine', 'order.number = `fine')).toContain('N752')
  expect(changed('`POST /v1/payments`', '`POST /v1/payments/:id`')).toEqual(['N011'])
})

it('tells of the codes of a service wherever those of a call are told', () => {
  const text = `# Fines\n\nNinefold: 1\n\n${FINES}`
  const { model } = compile(text)
  if (model === null) throw new Error('The page has errors.')
  const codes = ['NO_SUCH_FINE', 'NO_PAYMENT', 'DECLINED']
  expect(callsPicture(model, text).calls.map(({ failsWith }) => failsWith)).toContainEqual(codes)
  const pay = operationsOf(model).find(({ kind }) => kind === 'stated')
  if (pay === undefined) throw new Error('The page has no call.')
  const described = Object.values(refusalsOf(model, pay)).map(({ description }) => description)
  for (const code of codes) expect(described.join(' ')).toContain(code)
})
