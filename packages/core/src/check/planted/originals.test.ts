// No false alarms: five whole specifications have no errors, and no warnings except for "not supported yet". Their
// other diagnostics, notes and questions, are listed here, each with its text.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compile.ts'

const ORIGINALS: Readonly<Record<string, readonly string[]>> = {
  '../../../../../examples/helpdesk/app.md': ['N622 dueAt', 'N622 late', 'N007 not shown'],
  '../../../../../examples/conduit/app.md': [
    'N007 not shown',
    'N702 /api/articles/:slug',
    'N007 not shown (assumed: 60 days)',
    'N007 not shown (assumed: oldest first)',
    'N007 not shown (assumed: name A to Z)',
  ],
  '../../../../../examples/booking/app.md': ['N220 /api/rooms/:slug/free', 'N007 not shown', 'N007 not shown'],
  '../../../../../examples/stock/app.md': ['N220 /api/stock', 'N220 /api/ledger'],
  '../../../../../examples/expenses/app.md': ['N743 employee.manager.email', 'N743 employee.manager.email'],
}

describe.each(Object.entries(ORIGINALS))('%s', (path, expected) => {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  const { model, diagnostics } = compile(text)
  const said = diagnostics.filter(({ number }) => number !== 'N012')

  it('has no error, and no warning', () => {
    expect(said.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([])
    expect(model).not.toBe(null)
  })

  it('is said these notes and questions, and nothing else', () => {
    expect(said.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)).toEqual(expected)
  })
})
