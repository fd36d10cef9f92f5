// Former addresses of calls → those that can still be answered, because no other call uses them.

import { parametersIn, pathPattern } from '../../model/addresses/call-path.ts'
import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, Ending, StandardCallsDraft } from '../../draft/calls.ts'
import { isValidDate } from '../../expression/calendar.ts'
import type { StandardCalls } from '../../model/calls.ts'
import type { FormerPath } from '../../model/time/former-path.ts'
import type { Span, Written } from '../../text/source.ts'
import { knownCallLike, standardCallNames } from '../names/call-names.ts'
import { report, type Checking } from '../checking.ts'
import { memoized } from '../memoized.ts'
import { refuseOwnAddress } from '../names/own-addresses.ts'

/** The former path; null: none is stated, or it does not fit, which is reported. */
export function checkFormerAddress(checking: Checking, { was, method, path }: CallDraft): FormerPath | null {
  if (was === null) return null
  const refuse = (...words: Sentence<'N330'>): null => report(checking, diagnostic('N330', was.span, ...words))
  if (was.method.text !== method.text) return refuse('other method', method.text)
  const [wanted, had] = [path.text, was.path.text].map(parametersOf)
  if (wanted !== had)
    return refuse(
      'other parameters',
      had === '' ? 'no parameters' : (had ?? ''),
      wanted === '' ? 'none' : (wanted ?? ''),
    )
  refuseOwnAddress(checking, was.path)
  const name = `${was.method.text} ${was.path.text}`
  const until = lastDay(checking, was, name, 'none')
  return isFree(checking, was, [name]) ? { path: was.path.text, until } : null
}

/** The same for all calls in a row of standard calls, which move together. */
export function checkFormerPath(
  checking: Checking,
  { was }: StandardCallsDraft,
  row: StandardCalls,
): FormerPath | null {
  if (was === null) return null
  if (!/^\/\S*$/.test(was.text) || parametersOf(was.text) !== parametersOf(row.path))
    return report(
      checking,
      diagnostic('N330', was.span, 'no path of standard calls', was.text).withHint(
        'Write the path of the version before: `/api/books`, was `/api/volumes`.',
      ),
    )
  refuseOwnAddress(checking, was)
  const until = lastDay(checking, was, was.text, '')
  const names = standardCallNames(checking, { ...row, path: was.text })
  return isFree(checking, was, names) ? { path: was.text, until } : null
}

/**
 * The last day of a former address; a statement with a past day has no effect. `instead`: the replacement to suggest.
 */
export function lastDay(
  checking: Checking,
  { until, words }: Ending,
  what: string,
  instead: 'none' | '',
): string | null {
  if (until === null) return null
  if (!isValidDate(until.text)) {
    const found = diagnostic('N011', until.span, 'no date', until.text)
    return report(checking, found.withHint('Write the last day on which it is answered: until 2027-01-31.'))
  }
  if (checking.today !== null && until.text < checking.today)
    report(
      checking,
      diagnostic('N742', until.span, what, until.text).withFix({
        title: instead === '' ? 'Leave it out' : `Write ${instead}`,
        edits: [{ span: words, text: instead }],
      }),
    )
  return until.text
}

function parametersOf(address: string): string {
  return parametersIn(address).toSorted().join(' and ')
}

/** An address belongs to one call: with two claims, present or former, the wrong call would silently answer. */
function isFree(checking: Checking, was: { readonly span: Span }, names: readonly string[]): boolean {
  const taken = names.find((name) => knownCallLike(checking, name) !== null)
  if (taken !== undefined) {
    const found = diagnostic('N330', was.span, 'address of another call', taken)
    report(checking, found.withHint('Leave it out: what is called there now is answered there.'))
    return false
  }
  const first = names.flatMap((name) => formerAddresses(checking).get(pathPattern(name)) ?? [])[0]
  if (first === undefined || first.start === was.span.start) return true
  const found = diagnostic('N330', was.span, 'same former address')
  report(checking, found.because(first, 'It is written here.').withHint('Leave it to the call that was there last.'))
  return false
}

/** The first call that claims each address. */
const formerAddresses = memoized((checking: Checking) => {
  const stated = [...checking.names.calls.values()].flatMap(({ was }): [string, Span][] =>
    was === null ? [] : [[`${was.method.text} ${was.path.text}`, was.span]],
  )
  const standard = checking.standardCalls.flatMap((row) =>
    formerNames(checking, row, checking.draft.calls.standard.find(({ span }) => span === row.span)?.was ?? null),
  )
  const byPattern = new Map<string, Span>()
  for (const [name, span] of [...stated, ...standard]) {
    const pattern = pathPattern(name)
    if (!byPattern.has(pattern)) byPattern.set(pattern, span)
  }
  return byPattern
})

function formerNames(checking: Checking, row: StandardCalls, was: Written | null): [string, Span][] {
  return was === null
    ? []
    : standardCallNames(checking, { ...row, path: was.text }).map((name): [string, Span] => [name, was.span])
}
