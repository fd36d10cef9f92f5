// Constraints over several records: unique combinations of fields, and rules that count, sum and compare.

import { chosen, type Random } from '../../chance.ts'
import { CODES, some, table } from '../made-up-parts.ts'
import type { MadeUpPart } from './made-up-field.ts'
import type { Related } from './relations.ts'

export function rulesOverRecords(random: Random, { name, parent }: Related): MadeUpPart {
  const code = (): string => chosen(CODES, random)
  const group = (): string =>
    chosen(['k', '`k`', 'owner', 'k, day', 'd', ...(parent === null ? [] : ['parent', 'parent, k'])], random)
  const counts = (): string => chosen(['', '`flag == true`', '`n != null && n > 2`', '`k != "red"`'], random)
  const together = some(
    [
      `${chosen(['owner, day', 'd, k'], random)} | | ${chosen(['', code()], random)}`,
      `k, n | ${counts()} | ${chosen(['', code()], random)}`,
    ],
    random,
    0.4,
  )
  return {
    fields: [],
    below: together.length === 0 ? [] : table('Unique together | Counting only | Otherwise', together),
    rules: some(
      [
        `Few ${name} | ${name} | ${group()} | ${counts()} | at most ${chosen(['2', '`most`'], random)} | ${code()}`,
        `Some ${name} | ${name} | ${group()} | ${chosen(['', '`flag == true`'], random)} | at least 1 | ${code()}`,
        `One ${name} | ${name} | ${group()} | \`k == "red"\` | exactly 1 | ${code()}`,
        `Little ${name} | ${name} | ${group()} | ${counts()} | sum of \`n\` at most 12 | ${code()}`,
        `Plenty ${name} | ${name} | ${group()} | ${counts()} | at least ${chosen(['`least`', '1'], random)} | ${code()}`,
        `Exact ${name} | ${name} | ${group()} | \`k == "red"\` | exactly ${chosen(['`least`', '2'], random)} | ${code()}`,
        `Balance ${name} | ${name} | ${group()} | ${counts()} | sum of \`n\` is ${chosen(['0', '`most`', '0'], random)} | ${code()}`,
        `Weight ${name} | ${name} | ${group()} | ${counts()} | sum of \`d\` at most ${chosen(['4', '`most`'], random)} | ${code()}`,
        `Sum ${name} | ${name} | ${group()} | ${counts()} | sum of \`n\` at least ${chosen(['1', '`least`'], random)} | ${code()}`,
        `Above ${name} | ${name} | | | \`n\` never below \`${chosen(['least', 'least - 1'], random)}\` | ${code()}`,
        `Positive ${name} | ${name} | | | \`n\` never below ${chosen(['1', '0'], random)} | ${code()}`,
      ],
      random,
      0.15,
    ),
  }
}
