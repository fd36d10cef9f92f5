// The call that was probably meant, and cases without one.

import { expect, it } from 'vitest'
import { nearestCall } from './call-names.ts'

const KNOWN = [
  'GET /api/teams',
  'POST /api/teams',
  'PATCH /api/teams/:id',
  'GET /api/users/me',
  'POST /api/tickets/:number/take',
]

it.each([
  ['PATCH /api/team/:id', 'PATCH /api/teams/:id'],
  ['PATCH /api/teams/:team', 'PATCH /api/teams/:id'],
  ['POST /api/tickets/:number/tkae', 'POST /api/tickets/:number/take'],
  ['PUT /api/teams/:id', 'PATCH /api/teams/:id'],
  ['POST /api/teams', 'POST /api/teams'],
])('for %s, %s was meant', (written, meant) => {
  expect(nearestCall(written, KNOWN)).toBe(meant)
})

it.each([
  'PATCH /api/categories/:id',
  'GET /api/user',
  'POST /api/tickets',
  'GET /api/teams/me/:id',
  'POST /api/tickets/:number',
])('for %s, none was', (written) => {
  expect(nearestCall(written, KNOWN)).toBe(null)
})
