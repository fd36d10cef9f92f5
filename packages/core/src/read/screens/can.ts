// Entries of a "Can" line → draft: actions of people.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CanDraft } from '../../draft/screens.ts'
import { matchPhrase, sliceOf, spanOf, type Phrase } from '../../outline/phrase.ts'
import type { Span } from '../../text/source.ts'
import { callReferenceIn } from '../names.ts'
import { unreadable, type Reading } from '../reading.ts'
import { mended, withCall, withWord } from './near-misses.ts'

const LABELLED = /^(?<label>[^:`]+): ?(?<action>.+)$/d
const CALL = /^call (?<call>`)(?:,? then open (?<open>[^,;]+))?$/d
const DO = /^do (?<transition>.+)$/d
const OPEN = /^open (?<screen>[^,;:]+)$/d
const CAPITAL = /^(?<verb>Open|Do|Call|Document|Sign out)(?: .+)?$/d
/** Most names of transitions are single words; verbs of calls are excluded. */
const NAME_OF_STEP = /^(?!(?:add|change|create|delete|edit|list|new|remove|search|see|sort|update|view)$)[a-z][a-z-]*$/
const DOCUMENT = /^document (?<document>[^,;:]+)$/d
const SIGN_OUT = /^sign out(?:,? then open (?<open>[^,;]+))?$/d

/**
 * One entry of a "Can" line.
 *
 *   Reply: call `POST /api/tickets/:number/comments`; open Ticket; Close: do close, for chosen rows
 *          ^
 */
export function canOf(entry: Phrase, reading: Reading): CanDraft | null {
  const labelled = matchPhrase(entry, LABELLED)
  const label = labelled === null ? null : labelled.written('label')
  const { words, forChosenRows } = withoutRows(labelled === null ? entry : labelled.phrase('action'), reading)
  const action = actionOf(words, reading)
  if (action === null) return null
  if (forChosenRows !== null && action.kind !== 'call' && action.kind !== 'transition') {
    const hint = 'Only calls and transitions are done to several rows at once.'
    reading.found.push(diagnostic('N017', forChosenRows, 'words', 'for chosen rows').withHint(hint))
    return null
  }
  return { label, action, forChosenRows, span: spanOf(entry) }
}

const CHOSEN = 'for chosen rows'
const FOR_ROWS =
  /,? (for (?:(?:the|all|every|each) )*(?:(?:chosen|selected|checked|marked) )?(?:rows?|records?|ones|entries))$/

/** The noun for selected rows at the end of an entry; synonyms are reported with a fix. */
function withoutRows(words: Phrase, reading: Reading): { words: Phrase; forChosenRows: Span | null } {
  const match = FOR_ROWS.exec(words.text)
  const written = match?.[1]
  if (match === null || written === undefined) return { words, forChosenRows: null }
  const span = spanOf(sliceOf(words, words.text.length - written.length))
  if (written !== CHOSEN) mended(sliceOf(words, words.text.length - written.length), CHOSEN, reading)
  return { words: sliceOf(words, 0, match.index), forChosenRows: span }
}

function actionOf(words: Phrase, reading: Reading): CanDraft['action'] | null {
  const call = matchPhrase(words, CALL)
  if (call !== null) {
    const reference = callReferenceIn(call.phrase('call'), reading)
    return reference === null ? null : { kind: 'call', call: reference, thenOpen: call.writtenOrNull('open') }
  }
  const transition = matchPhrase(words, DO)
  if (transition !== null) return { kind: 'transition', transition: transition.written('transition') }
  const open = matchPhrase(words, OPEN)
  if (open !== null) return { kind: 'open', screen: open.written('screen') }
  const document = matchPhrase(words, DOCUMENT)
  if (document !== null) return { kind: 'document', document: document.written('document') }
  const signOut = matchPhrase(words, SIGN_OUT)
  if (signOut !== null) return { kind: 'sign out', thenOpen: signOut.writtenOrNull('open') }
  if (words.text.startsWith('`')) return withCall(words, 0, reading)
  if (NAME_OF_STEP.test(words.text)) return withWord('do', words, reading)
  const verb = matchPhrase(words, CAPITAL)
  if (verb !== null) {
    mended(verb.phrase('verb'), verb.phrase('verb').text.toLowerCase(), reading)
    return null
  }
  return unreadable(
    words,
    'something that people can do',
    'Write LABEL: call `POST /path`, do TRANSITION, open SCREEN, document DOCUMENT or sign out, separated by semicolons.',
    reading,
  )
}
