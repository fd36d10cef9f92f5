import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openQuestions } from '../questions/open-questions.ts'
import { type Cut, cutAt, placed } from '../read/cut-text-for-tests.ts'
import { actionsIn } from './actions.ts'
import { completionsAt } from './completion.ts'
import { openDocument } from './document.ts'
import { hoverAt } from './hover.ts'
import { definitionsAt, referencesAt } from './names.ts'
import { renameAt } from './rename.ts'
import { tableAt } from './table-edits.ts'
import { tokensOf } from './tokens.ts'

const EXAMPLES = globSync('../../../../examples/*/app.md', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
)

/** The places of a text in several files, by the offsets of the text in one. */
function offsetsIn({ text, offsetInWhole }: Cut): ReadonlyMap<number, number> {
  return new Map(Array.from({ length: text.length }, (_, offset): [number, number] => [offsetInWhole(offset), offset]))
}

it('answers an editor at every place as in one file', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...EXAMPLES),
      fc.func(fc.boolean()),
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      (whole, isCut, places) => {
        const cut = cutAt(whole, (place) => isCut(place))
        const offsetOf = offsetsIn(cut)
        const [one, several] = [openDocument(whole, '2026-07-01'), openDocument(cut.text, '2026-07-01')]
        for (const place of places.map((each) => each % whole.length)) {
          // The preamble of the main file offers the same; the last places of a file stand before no further heading.
          const offset = offsetOf.get(place)
          if (offset === undefined) throw new Error(`Defect: place ${place} is in no file.`)
          const answers = (document: typeof one, at: number) => ({
            completions: completionsAt(document, at),
            hover: hoverAt(document, at),
            definitions: definitionsAt(document, at),
            references: referencesAt(document, at),
            actions: actionsIn(document, { start: at, end: at }),
            renaming: renameAt(document, at, 'anotherName'),
            table: tableAt(document, at)?.rows ?? null,
          })
          expect(placed(answers(several, offset), cut.offsetInWhole)).toEqual(
            placed(answers(one, place), (each) => each),
          )
        }
        const ofWhole = (document: typeof one) => ({
          tokens: tokensOf(document),
          questions: openQuestions(document.compiled),
        })
        expect(placed(ofWhole(several), cut.offsetInWhole)).toEqual(placed(ofWhole(one), (each) => each))
      },
    ),
    { numRuns: 12 },
  ))
