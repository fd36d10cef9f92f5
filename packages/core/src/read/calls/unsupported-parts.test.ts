import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

it('says once at its heading that a part is not supported yet', () => {
  const read = readFragment('calls', '### Function: f\n\n### Report: sales')
  expect(saidAbout(read)).toEqual(['N012 Function: f', 'N012 Report: sales'])
})
