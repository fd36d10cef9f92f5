import { expect, it } from 'vitest'
import { iconOf } from './mark-icon.ts'

const drawn = (name: string): string => decodeURIComponent(iconOf(name, '#0a7d5c').replace('data:image/svg+xml,', ''))

it('draws the first letter of any name, and never its markup', () => {
  expect(drawn('Helpdesk')).toContain('>H</text></svg>')
  expect(drawn('<b> über')).toContain('>B</text></svg>')
  expect(drawn('…')).toContain('>9</text></svg>')
  expect(drawn('Helpdesk')).toContain('fill="#0a7d5c"')
})
