import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'

const helpDesk = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

/** Diagnostics about the addresses that every product has. */
function refused(text: string): string[] {
  return compile(text)
    .diagnostics.filter(({ message }) => message.includes('by itself'))
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

it('lets no text take the address of a page or a call that every product has', () => {
  expect(refused(helpDesk.replace('| `/queue` |', '| `/_ninefold/account` |'))).toEqual(['N011 /_ninefold/account'])
  expect(refused(helpDesk.replace('| Team | `/api/teams` |', '| Team | `/_ninefold` |'))).toEqual(['N011 /_ninefold'])
  const call = '### POST /api/tickets/:number/comments'
  expect(helpDesk).toContain(call)
  expect(refused(helpDesk.replace(call, '### POST /_NineFold/app/:number'))).toEqual(['N011 /_NineFold/app/:number'])
  expect(refused(helpDesk.replaceAll('/api/teams', '/_ninefolded/teams'))).toEqual([])
})
