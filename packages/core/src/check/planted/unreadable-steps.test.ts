// Each step of two examples, made unreadable in several ways: the first diagnostic is about the step, and every other
// error is inside it. The text below the step uses names that only the step binds.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { withoutSampleRecords } from '../../read/testing.ts'

const DAMAGES: Readonly<Record<string, (step: string) => string>> = {
  'the verb is misspelt': (step) => step.replace(/^\w+/, '$&x'),
  'a word stands before the verb': (step) => `then ${step}`,
  'a preposition is missing': (step) => step.replace(/ (?:in|from|be|where|with|as|to|of) /, ' '),
  'a preposition is misspelt': (step) => step.replace(/ (?:in|from|be|where|with|as|to|of) /, ' xx '),
}

const BINDING_STEP = /^ *\d+\. (?:when `[^`]*`: )?(?<step>(?:find|list|let|for each|create|check password|ask) .+)$/gm

it.each(['conduit', 'booking'])('has no follow-ups in %s', (name) => {
  const path = new URL(`../../../../../examples/${name}/app.md`, import.meta.url)
  const text = withoutSampleRecords(readFileSync(path, 'utf8'))
  const followUps: string[] = []
  let damaged = 0
  for (const match of text.matchAll(BINDING_STEP)) {
    const step = match.groups?.['step'] ?? ''
    const start = match.index + match[0].length - step.length
    for (const [damage, spoil] of Object.entries(DAMAGES)) {
      const spoilt = spoil(step)
      if (spoilt === step) continue
      damaged++
      const errors = compile(text.slice(0, start) + spoilt + text.slice(start + step.length)).diagnostics.filter(
        ({ severity }) => severity === 'error',
      )
      const outside = errors.filter(({ span }) => span.start < start || span.end > start + spoilt.length)
      followUps.push(...outside.map(({ number, message }) => `${damage}: ${spoilt}\n  ${number} ${message}`))
    }
  }
  expect(damaged).toBeGreaterThan(20)
  expect(followUps).toEqual([])
})
